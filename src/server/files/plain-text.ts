import { createReadStream } from 'node:fs';

// The control characters that a text may contain: tab, line feed, form feed and carriage return.
const ALLOWED_CONTROLS = new Set([9, 10, 12, 13]);
const ESCAPE_LIMIT = 32;

/**
 * Whether the file is text without NUL and other control characters: UTF-8, or else Latin-1, in which every other byte is
 * a character.
 */
export async function isPlainText(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte < ESCAPE_LIMIT && !ALLOWED_CONTROLS.has(byte)) return false;
    }
  }
  return true;
}
