import { createReadStream } from 'node:fs';

// Control characters that no text has: everything below space but tab, line feed, form feed and carriage return.
const ALLOWED_CONTROLS = new Set([9, 10, 12, 13]);
const ESCAPE_LIMIT = 32;

/** Text without NUL and control characters: UTF-8, or else Latin-1, where every other byte means something. */
export async function isPlainText(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte < ESCAPE_LIMIT && !ALLOWED_CONTROLS.has(byte)) return false;
    }
  }
  return true;
}
