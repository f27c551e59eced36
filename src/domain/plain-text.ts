// The words of rich text (rules C11, C12), without its markup: lists and notices need only these.

import { isBlank } from './text.ts';

/**
 * Tags at which one word ends and another may begin. The opening tags of lists are among them,
 * because a list follows the words of its item directly.
 */
const ENDS_WORDS = /^<(?:br|\/p|\/h[1-6]|\/li|\/?[ou]l)\b/i;

/**
 * The words of an HTML text, without tags and with entities as their characters: for lengths,
 * excerpts and `hasText`.
 */
export function plainTextOf(html: string): string {
  return withoutTags(html)
    .replace(/&(nbsp|#160|#xa0);/gi, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}

/**
 * Whether text remains after removing tags, white space and characters that are not seen (rule
 * C13).
 */
export function hasText(html: string): boolean {
  return !isBlank(plainTextOf(html));
}

/**
 * Removes tags in linear time, however many are left open. A regular expression would search for
 * the end of each tag anew.
 */
function withoutTags(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = html.indexOf('<', from);
    const end = start === -1 ? -1 : html.indexOf('>', start);
    if (end === -1) return kept.join('') + html.slice(from);
    kept.push(html.slice(from, start));
    if (ENDS_WORDS.test(html.slice(start, end))) kept.push(' ');
    from = end + 1;
  }
}
