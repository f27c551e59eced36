// The look that was chosen on this device: theme and contrast. It is stored outside the mirror,
// because the page needs it before the first paint. It says nothing about a person.

import { deviceStorage } from './web-storage.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Contrast = 'system' | 'more';
export type Appearance = { readonly theme: Theme; readonly contrast: Contrast };

const NAME = 'malote-aparencia';
const FIRST: Appearance = { theme: 'system', contrast: 'system' };

export function readAppearance(): Appearance {
  const [theme, contrast] = (deviceStorage.get(NAME) ?? '').split(' ');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : FIRST.theme,
    contrast: contrast === 'more' ? 'more' : FIRST.contrast,
  };
}

/** Draws the page in the chosen look. */
export function applyAppearance(appearance: Appearance = readAppearance()): void {
  const root = document.documentElement;
  if (appearance.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = appearance.theme;
  if (appearance.contrast === 'system') delete root.dataset['contrast'];
  else root.dataset['contrast'] = appearance.contrast;
}

/**
 * Draws the page in this look and keeps it for the next start. Throws when the device can't keep
 * it.
 */
export async function saveAppearance(appearance: Appearance): Promise<void> {
  applyAppearance(appearance);
  const isKept = deviceStorage.set(NAME, `${appearance.theme} ${appearance.contrast}`);
  if (!isKept) throw new Error('The browser keeps no choices');
}
