// How many values a body of any type may have, and how deep they may nest. This is judged by its
// text, in one walk, before anything is made of it: two megabytes can hold 150,000 keys, and
// making, walking and validating those would hold up every other request.

import { PAIRS_MAX } from '#contract/form.ts';

/** JSON may have as many values as a form has pairs. */
export const VALUES_MAX = PAIRS_MAX;
/** Forms nest less deep. JSON could nest until the stack overflows. */
export const DEPTH_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Throws RangeError for too many values or too deep nesting. Whether the text is JSON at all is
 * judged by the parser.
 */
export function boundJson(text: string): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
    if (values > VALUES_MAX || depth > DEPTH_MAX) throw new RangeError('too many values or too deep');
  }
}

/** Where the text that begins at `from` ends: at its closing quote, or at the end of everything. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** Throws RangeError for a query or an urlencoded form with too many fields. */
export function boundForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > VALUES_MAX) throw new RangeError('too many fields');
  }
}
