// The rich text that a document may hold (rules C11, C12): one allow-list for the server's sanitiser, the editor and the
// reader. Content travels as HTML; on the device it becomes these nodes before it is used.

import { isBlank } from './text.ts';

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

/** Attributes that survive, by tag: a font on a span, an address on a link. */
export const ALLOWED_ATTRIBUTES = { span: ['style'], a: ['href'] } as const;

/** Elements whose content is never text of a document. Neither server nor device keeps any of it. */
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
export type RichLink = { readonly type: 'link'; readonly href: string; readonly children: readonly RichText[] };
export type RichInline = RichText | RichLink | { readonly type: 'break' };
export type RichItem = { readonly type: 'item'; readonly children: readonly (RichInline | RichList)[] };
export type RichList = { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly RichItem[] };
export type RichBlock =
  | { readonly type: 'paragraph'; readonly children: readonly RichInline[] }
  | { readonly type: 'heading'; readonly level: HeadingLevel; readonly children: readonly RichInline[] }
  | RichList;
export type RichNode = RichBlock | RichInline | RichItem;

/** The font that a CSS `font-family` names, if it is one of the 17; quotes and fallbacks are ignored. */
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

/** Tags after which other words begin. */
const ENDS_WORDS = /^<(?:br|\/p|\/h[1-6]|\/li)\b/i;

/**
 * The words of an HTML text, without tags and with entities as their characters: for lengths, excerpts and the test
 * below.
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

/** Whether text remains after removing tags, white space and characters that are not seen (rule C13). */
export function hasText(html: string): boolean {
  return !isBlank(plainTextOf(html));
}

/**
 * Looks at every character once, however many tags are left open. A regular expression would search for the end of each
 * tag anew.
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
