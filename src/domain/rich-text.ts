// The rich text that a document may hold (rules C11, C12): one allow-list for the server's
// sanitiser, the editor and the reader. Content travels as HTML; on the device it becomes these
// nodes before it is used.

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
export type RichLink = { readonly type: 'link'; readonly href: string; readonly children: readonly RichText[] };
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
