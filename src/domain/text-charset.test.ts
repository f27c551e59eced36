import { describe, expect, it } from 'vitest';
import { charsetOf } from './text-charset.ts';

const bytes = (...all: number[]) => Uint8Array.from(all);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the character set of a text', () => {
  it.each([
    ['plain ASCII', utf8('Oficio 12\r\n'), 'utf-8'],
    ['nothing', bytes(), 'utf-8'],
    ['one byte', bytes(0x41), 'utf-8'],
    ['UTF-8', utf8('Ofício nº 12 – “aprovação” 😀 \u{10ffff} \ufffd'), 'utf-8'],
    ['UTF-8 with its mark', utf8('\ufeffAção'), 'utf-8'],
    ['Windows', bytes(0x4f, 0x66, 0xed, 0x63, 0x69, 0x6f, 0x20, 0x96), 'windows-1252'],
    ['one letter of Windows at the end', bytes(0x61, 0xe7), 'windows-1252'],
    ['one letter of Windows alone', bytes(0xe7), 'windows-1252'],
    ['UTF-8 and a letter of Windows', bytes(0xc3, 0xa7, 0x20, 0xe7, 0x61), 'windows-1252'],
    ['a longer form of a slash', bytes(0xc0, 0xaf), 'windows-1252'],
    ['a longer form in three', bytes(0xe0, 0x80, 0xaf), 'windows-1252'],
    ['a longer form in four', bytes(0xf0, 0x80, 0x80, 0xaf), 'windows-1252'],
    ['half of a pair', bytes(0xed, 0xa0, 0x80), 'windows-1252'],
    ['what is beyond the last character', bytes(0xf4, 0x90, 0x80, 0x80), 'windows-1252'],
    ['UTF-16', bytes(0xff, 0xfe, 0x41, 0), 'utf-16le'],
    ['UTF-16 the other way round', bytes(0xfe, 0xff, 0, 0x41), 'utf-16be'],
    ['UTF-16 with a character of the low controls', bytes(0xff, 0xfe, 0x01, 0x04), 'utf-16le'],
    ['UTF-16 with half a character', bytes(0xff, 0xfe, 0x41), null],
    ['UTF-16 with NUL', bytes(0xff, 0xfe, 0, 0), null],
    ['NUL', bytes(0x61, 0x62, 0), null],
    ['NUL at once', bytes(0), null],
    ['NUL as the second', bytes(0x61, 0), null],
    ['an escape', bytes(0x61, 0x1b, 0x61), null],
  ])('of %s, in any pieces', async (_what, all, charset) => {
    expect(await charsetOf([all])).toBe(charset);
    expect(await charsetOf([...all].map((byte) => bytes(byte)))).toBe(charset);
  });

  it('is what the decoder of a browser accepts', async () => {
    for (let first = 0x80; first <= 0xff; first += 1) {
      for (let second = 0x7f; second <= 0xc0; second += 1) {
        const sequences = [
          [first, second],
          [first, second, 0x80],
          [first, second, 0xbf, 0x80],
        ];
        for (const sequence of sequences) {
          const all = bytes(0x61, 0x62, ...sequence);
          let isUtf8 = true;
          try {
            new TextDecoder('utf-8', { fatal: true }).decode(all);
          } catch {
            isUtf8 = false;
          }
          expect(await charsetOf([all])).toBe(isUtf8 ? 'utf-8' : 'windows-1252');
        }
      }
    }
  });
});
