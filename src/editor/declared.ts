import { styleTextOf } from './html-to-nodes.ts';

/**
 * The value of exactly this property in the element's own style, in small letters; '' for none. The
 * last one counts.
 */
export function declared(element: Element, property: string): string {
  let value = '';
  for (const declaration of styleTextOf(element).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon !== -1 && declaration.slice(0, colon).trim() === property) value = declaration.slice(colon + 1).trim();
  }
  return value;
}

/** The font that draws an element's words, as far as the paragraph around it says; '' for none. */
export function drawingFont(element: Element): string {
  for (let at: Element | null = element; at !== null && at.localName !== 'p'; at = at.parentElement) {
    const font = declared(at, 'font-family').replace(/['"]/g, '');
    if (font !== '') return font;
  }
  return '';
}

/**
 * Letters of Wingdings that mean something, as characters of any font. Word also writes them 0xf000
 * higher.
 */
const TICKS: Readonly<Record<string, string>> = { ü: '✓', û: '✗', þ: '☑', ý: '☒', '\u00a8': '☐', o: '☐' };

/** The character that a letter of Wingdings is drawn as, when it is more than an ornament. */
export function tickOf(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  const plain = code >= 0xf000 && code <= 0xf0ff ? String.fromCodePoint(code - 0xf000) : letter;
  return Object.hasOwn(TICKS, plain) ? TICKS[plain] : undefined;
}
