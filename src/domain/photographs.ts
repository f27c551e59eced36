// Which files are photographs, of which pages are made. Apart from files.ts, which every screen
// loads.

import { extensionOf } from './files.ts';

/**
 * Whether pages can be made of a file: judged by its type, and by its name where the system gives
 * none.
 */
export function isPhotograph({ name, type, size }: { name: string; type: string; size: number }): boolean {
  if (size === 0 || extensionOf(name) !== null) return false;
  return type.startsWith('image/') || /\.(?:jpe?g|png|webp|heic|heif|avif|bmp)$/i.test(name);
}
