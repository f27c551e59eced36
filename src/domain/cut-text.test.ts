import { describe, expect, it, vi } from 'vitest';
import { cutTo } from './text.ts';

describe('a text cut short', () => {
  it.each([
    ['one that fits', 'abc', 3, 'abc'],
    ['one of letters', 'abcd', 3, 'abc'],
    ['one whose next character goes on in the second unit after the cut', 'ab👍🏽', 4, 'ab'],
    ['a pair of units at its end', 'ab𝒜', 3, 'ab'],
    ['a line break of two units', 'ab\r\n', 3, 'ab'],
    ['one character longer than all of it', `a${'\u0323'.repeat(9)}`, 4, 'a\u0323\u0323\u0323'],
    ['one character longer than all of it, of pairs', '👩‍👩‍👧‍👦', 4, '👩‍'],
    ['none', '', 3, ''],
  ])('%s', (_name, text, max, cut) => {
    expect(cutTo(text, max)).toBe(cut);
  });
  it('is cut between code points where the engine knows no characters', () => {
    vi.stubGlobal('Intl', Object.create(Intl, { Segmenter: { value: undefined } }));
    try {
      expect(cutTo('ab👍🏽c', 4)).toBe('ab👍');
      expect(cutTo('ab👍🏽c', 5)).toBe('ab👍');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
