import type { Font } from '#domain/rich-text.ts';

const serif: readonly Font[] = ['Tinos', 'Merriweather', 'PT Serif', 'Noto Serif', 'Roboto Slab'];

/** The CSS `font-family` of one of the 17 fonts; the faces are declared in document-fonts.css. */
export function fontStack(font: Font): string {
  if (font === 'Inter') return 'var(--font-document)';
  if (font === 'Cousine') return `'${font}', ui-monospace, monospace`;
  return `'${font}', ${serif.includes(font) ? 'serif' : 'sans-serif'}`;
}
