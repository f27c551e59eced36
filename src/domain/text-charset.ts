// The character set of a text file: the one that its byte order mark names; without a mark UTF-8
// when all bytes are valid UTF-8, and otherwise windows-1252, as older systems write it.

export type TextCharset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// The control characters that a text may contain: tab, line feed, form feed and carriage return.
const ALLOWED_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13]);
const CONTROLS_END = 32;

/**
 * The character set of a text; null when the bytes are no text, because they have NUL or other
 * control characters.
 */
export async function charsetOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<TextCharset | null> {
  let reader: Reader | null = null;
  const head: number[] = [];
  for await (const chunk of chunks) {
    let at = 0;
    while (reader === null && at < chunk.length) {
      head.push(chunk[at] ?? 0);
      at += 1;
      if (head.length === 2) reader = readerFor(head);
    }
    if (reader !== null && !reader.take(at === 0 ? chunk : chunk.subarray(at))) return null;
  }
  // A text of fewer than two bytes has no byte order mark.
  return (reader ?? readerFor(head)).end();
}

type Reader = {
  /** Reads further bytes; false when one of them can't be part of a text. */
  readonly take: (bytes: Uint8Array) => boolean;
  readonly end: () => TextCharset | null;
};

function readerFor(head: readonly number[]): Reader {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return unitReader('utf-16le');
  if (first === 0xfe && second === 0xff) return unitReader('utf-16be');
  const reader = byteReader();
  return reader.take(Uint8Array.from(head)) ? reader : NO_TEXT;
}

const NO_TEXT: Reader = { take: () => false, end: () => null };

function isControl(unit: number): boolean {
  return unit < CONTROLS_END && !ALLOWED_CONTROLS.has(unit);
}

/** A reader of UTF-16 units, two bytes each. */
function unitReader(charset: 'utf-16le' | 'utf-16be'): Reader {
  let odd: number | null = null;
  return {
    take(bytes) {
      for (const byte of bytes) {
        if (odd === null) {
          odd = byte;
          continue;
        }
        if (isControl(charset === 'utf-16le' ? odd + byte * 256 : odd * 256 + byte)) return false;
        odd = null;
      }
      return true;
    },
    end: () => (odd === null ? charset : null),
  };
}

/**
 * A reader of single bytes. The result is UTF-8 when every sequence is whole and the shortest for
 * its character, and windows-1252 otherwise.
 */
function byteReader(): Reader {
  let isUtf8 = true;
  let missing = 0;
  let low = 0x80;
  let high = 0xbf;
  const judge = (byte: number) => {
    if (missing > 0) {
      isUtf8 = byte >= low && byte <= high;
      [low, high] = [0x80, 0xbf];
      missing -= 1;
      return;
    }
    if (byte < 0x80) return;
    if (byte < 0xc2 || byte > 0xf4) isUtf8 = false;
    else missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // Refuses overlong forms, surrogate halves, and code points beyond the last character.
    if (byte === 0xe0) low = 0xa0;
    if (byte === 0xed) high = 0x9f;
    if (byte === 0xf0) low = 0x90;
    if (byte === 0xf4) high = 0x8f;
  };
  return {
    take(bytes) {
      for (const byte of bytes) {
        if (isControl(byte)) return false;
        if (isUtf8) judge(byte);
      }
      return true;
    },
    end: () => (isUtf8 && missing === 0 ? 'utf-8' : 'windows-1252'),
  };
}
