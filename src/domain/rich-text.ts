// The rich text that a document may hold (rules C11, C12): one allow-list for the server's
// sanitiser, the editor and the reader. Content travels as HTML; on the device it becomes these
// nodes before it is used.

import type { Refusal } from './refusals.ts';

/** The 17 fonts of the editor; the first is the default (rule C11). */
export const FONTS = [
  'Inter',
  'Carlito',
  'Arimo',
  'Tinos',
  'Cousine',
  'Roboto',
  'Open Sans',
  'Lato',
  'Montserrat',
  'Poppins',
  'Nunito',
  'Raleway',
  'Source Sans 3',
  'Merriweather',
  'PT Serif',
  'Noto Serif',
  'Roboto Slab',
] as const;
export type Font = (typeof FONTS)[number];

export const ALLOWED_TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'span',
  'a',
] as const;

/**
 * Elements whose content is never text of a document. Neither server nor device keeps any of it.
 */
export const SILENT_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template iframe object embed noscript noembed noframes head title textarea select svg math audio ' +
    'video canvas'
  ).split(' '),
);

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export type RichMark = 'strong' | 'em' | 'u' | 's';

/** A run of text with its marks. */
export type RichText = { readonly text: string; readonly marks: readonly RichMark[]; readonly font: Font | null };
type RichLink = { readonly type: 'link'; readonly href: string; readonly children: readonly RichText[] };
export type RichInline = RichText | RichLink | { readonly type: 'break' };
export type RichItem = { readonly type: 'item'; readonly children: readonly (RichInline | RichList)[] };
export type RichList = { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly RichItem[] };
export type RichBlock =
  | { readonly type: 'paragraph'; readonly children: readonly RichInline[] }
  | { readonly type: 'heading'; readonly level: HeadingLevel; readonly children: readonly RichInline[] }
  | RichList;

/**
 * The font that a CSS `font-family` names, if it is one of the 17; quotes and fallbacks are
 * ignored.
 */
export function fontOf(fontFamily: string): Font | null {
  const first =
    fontFamily
      .split(',')[0]
      ?.trim()
      .replace(/^['"]|['"]$/g, '') ?? '';
  return FONTS.find((font) => font.toLowerCase() === first.toLowerCase()) ?? null;
}

/** Links may only lead to the web or to mail (rule C12). */
export function isAllowedHref(href: string): boolean {
  return /^(https?:\/\/|mailto:)[^\s]+$/i.test(href);
}

/**
 * How a rich text exceeds its bounds. They are judged before anything parses the text: parsers of
 * HTML, also those of browsers, take time that grows with the square of the nesting, and 8 kB of
 * formatting left open hold a browser for many seconds (S23). Depth is judged without a parser, in
 * one pass. The estimate is never too low: what could be read in two ways counts as deep.
 */
type RichTextExcess = 'text_too_long' | 'text_too_complex';
type RichTextBounds = {
  readonly length: number;
  readonly tags: number;
  readonly depth: number;
  /**
   * The formatting elements that are open at the beginning of an element, summed over all elements.
   * A browser repeats in each element the formatting that was left open.
   */
  readonly carried: number;
};

/**
 * Bounds of a text that is sent and stored. Length: some 70 printed pages. Tags: one per ten
 * letters of the longest text, with each word of it bold; an ordinance of 150 articles has about
 * 2,000. Depth: lists 10 deep are 20 elements, with font, link and marks 26. Carried: five per tag,
 * where text that is bold, italic, underlined and struck through has four at most.
 */
export const RICH_TEXT_MAX: RichTextBounds = { length: 200_000, tags: 20_000, depth: 128, carried: 100_000 };

/**
 * Bounds of a foreign text that a device reads, such as a pasted one: a page of Word brings 40 kB
 * of its own formatting, of which little is kept.
 */
export const FOREIGN_TEXT_MAX: RichTextBounds = { length: 4_000_000, tags: 100_000, depth: 128, carried: 250_000 };

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements that a browser opens again in the next paragraph when they were left open in one. */
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements in which parsers recognise tags by other rules. */
const SPECIAL = new Set(
  'frameset iframe math noembed noframes noscript plaintext script select svg template textarea xmp'.split(' '),
);
/** Elements that are ended by another one of the same name. */
const ENDED_BY_NEXT = new Set(['li', 'p']);
/** Elements whose content has no tags. */
const END_OF_RAW: Readonly<Record<string, RegExp>> = {
  style: /<\/style[\t\n\f\r />]/gi,
  title: /<\/title[\t\n\f\r />]/gi,
};

// The expressions below list the white space of HTML, because `\s` matches more characters.
const NAME = /<\/?([a-z][a-z0-9:-]*)/iy;
const ATTRIBUTE =
  /[\t\n\f\r ]+[^\t\n\f\r "'<>/=]+(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"<>]*"|'[^'<>]*'|[^\t\n\f\r "'=<>`]+))?/y;
const END = /[\t\n\f\r ]*\/?>/y;
/** `<![if !supportLists]>`, as Word writes it; not the beginning of `<![CDATA[`. */
const CONDITION = /^\[(?:if |endif)[^[\]<>]*\]/;
const OPENING = /<[a-z]/gi;

/** The refusals of a text that is sent as `content`. */
export function judgeRichText(html: string): Refusal[] {
  const excess = excessOf(html);
  return excess === null ? [] : [{ code: excess, field: 'content' }];
}

/** What exceeds the bounds; null when nothing does. Takes linear time. */
export function excessOf(html: string, max: RichTextBounds = RICH_TEXT_MAX): RichTextExcess | null {
  if (html.length > max.length) return 'text_too_long';
  if (countOf(html, '<') > max.tags) return 'text_too_complex';
  return isWithin(html, max) ? null : 'text_too_complex';
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at !== -1; at = text.indexOf(letter, at + 1)) count += 1;
  return count;
}

function isWithin(html: string, { depth, carried }: RichTextBounds): boolean {
  const open: string[] = [];
  let formatting = 0;
  let sum = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const tag = tagAt(html, at);
    if (tag === 'unclear') {
      const more = openingsFrom(html, at);
      return open.length + more <= depth && sum + more * (formatting + more) <= carried;
    }
    if (tag === 'endless') return true;
    at = tag.end;
    if (tag.kind === 'closing' && open.at(-1) === tag.name) {
      open.pop();
      if (FORMATTING.has(tag.name)) formatting -= 1;
    }
    if (tag.kind !== 'opening') continue;
    sum += formatting;
    if (VOID.has(tag.name)) continue;
    if (open.at(-1) !== tag.name || !ENDED_BY_NEXT.has(tag.name)) open.push(tag.name);
    if (FORMATTING.has(tag.name)) formatting += 1;
    if (open.length > depth || sum > carried) return false;
    const endOfRaw = END_OF_RAW[tag.name];
    if (endOfRaw === undefined) continue;
    at = startOf(endOfRaw, { html, from: at });
    if (at === -1) return true;
  }
  return sum <= carried;
}

type Tag = { readonly kind: 'opening' | 'closing' | 'none'; readonly name: string; readonly end: number };

/**
 * The tag, comment or plain character that a `<` begins. 'unclear' means that parsers may differ on
 * where it ends.
 */
function tagAt(html: string, at: number): Tag | 'unclear' | 'endless' {
  const name = matchAt(NAME, { html, from: at })?.[1]?.toLowerCase();
  if (name === undefined) return remarkAt(html, at);
  if (SPECIAL.has(name)) return 'unclear';
  let from = NAME.lastIndex;
  while (matchAt(ATTRIBUTE, { html, from }) !== null) from = ATTRIBUTE.lastIndex;
  if (matchAt(END, { html, from }) === null) return 'unclear';
  return { kind: html[at + 1] === '/' ? 'closing' : 'opening', name, end: END.lastIndex };
}

/**
 * Like `tagAt`, for what is no element: comments, `<!…>`, `<?…>`, `</…>` without a name, and a `<`
 * that is text.
 */
function remarkAt(html: string, at: number): Tag | 'unclear' | 'endless' {
  const none = { kind: 'none', name: '' } as const;
  const next = html[at + 1];
  if (next !== '!' && next !== '?' && next !== '/') return { ...none, end: at + 1 };
  const isComment = html.startsWith('<!--', at);
  const from = at + (isComment ? 4 : 2);
  const end = html.indexOf(isComment ? '-->' : '>', from);
  const inner = html.slice(from, end === -1 ? html.length : end);
  // A comment may also end at `--!>`, or at once, as in `<!-->`.
  const isPlain = isComment
    ? !inner.includes('--') && !/^-?>/.test(inner)
    : !/["'<[]/.test(inner.replace(CONDITION, ''));
  if (!isPlain) return 'unclear';
  return end === -1 ? 'endless' : { ...none, end: end + (isComment ? 3 : 1) };
}

function openingsFrom(html: string, from: number): number {
  OPENING.lastIndex = from;
  let count = 0;
  while (OPENING.test(html)) count += 1;
  return count;
}

function startOf(expression: RegExp, { html, from }: { html: string; from: number }): number {
  expression.lastIndex = from;
  return expression.exec(html)?.index ?? -1;
}

function matchAt(expression: RegExp, { html, from }: { html: string; from: number }): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(html);
}
