// The server's sanitiser (rule C12, S23): stored text holds nothing but the domain's allow-list.
// This code writes every tag of the output itself, from a name and attributes of that list, and
// escapes every text. So the output is safe however the input was read: none of the allowed
// elements changes the rules by which a browser reads the others.

import { refuseAll } from '#domain/refusals.ts';
import { ALLOWED_TAGS, fontOf, isAllowedHref, judgeRichText, SILENT_TAGS } from '#domain/rich-text.ts';
import { withoutStray } from '#domain/text.ts';
import { Parser } from 'htmlparser2';
import { problems } from '../../reporting/errors.ts';

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const FONT_FAMILY = /(?:^|;)\s*font-family\s*:([^;]*)/i;

/**
 * Sanitised HTML: tags and attributes of the allow-list, the 17 fonts, links to the web or to mail.
 * Takes linear time for a text within its bounds (excessOf). For a text beyond them it does not,
 * because the parser searches for the element that a tag closes.
 */
export function sanitiseRichText(html: string): string {
  if (!/[<&]/.test(html)) return withoutStray(html);
  const written: string[] = [];
  /** How many open elements there are from the outermost dropped one on, which is included. */
  let silent = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (silent > 0 || SILENT_TAGS.has(name)) silent += 1;
      else if (ALLOWED.has(name)) written.push(`<${name}${attributeOf(name, attributes)}>`);
    },
    ontext(text) {
      if (silent === 0) written.push(escapeText(text));
    },
    onclosetag(name) {
      if (silent > 0) silent -= 1;
      else if (ALLOWED.has(name) && name !== 'br') written.push(`</${name}>`);
    },
  });
  parser.end(html.replace(/\r\n?/g, '\n'));
  return written.join('');
}

/**
 * The text in its stored form. It is refused when writing it out makes it longer than a text may
 * be: 200,000 ampersands become a million characters, which everybody who opens the document would
 * have to load.
 */
export function storedRichText(html: string): string {
  const clean = sanitiseRichText(html);
  const refused = refuseAll(judgeRichText(clean));
  if (refused !== null) throw problems.refused(refused);
  return clean;
}

/** The one attribute that a tag may keep, with the space before it. */
function attributeOf(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'span') {
    const font = fontOf(FONT_FAMILY.exec(attributes['style'] ?? '')?.[1] ?? '');
    // Quoted, because a name such as Source Sans 3 is not a CSS identifier.
    return font === null ? '' : ` style="font-family: '${font}'"`;
  }
  const href = name === 'a' ? (attributes['href'] ?? '').trim() : '';
  return isAllowedHref(href) ? ` href="${escapeText(href).replaceAll('"', '&quot;')}"` : '';
}

/**
 * Escapes what a browser escapes, and leaves out characters that are not seen, as in titles and
 * names.
 */
function escapeText(text: string): string {
  return withoutStray(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}
