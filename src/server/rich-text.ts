// The server's sanitiser (decisions C12; hardening, default 7): what is stored holds nothing but the domain's allow-list.
// DOMPurify walks a parsed tree, so that nothing is judged by the look of its text.

import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, fontOf, isAllowedHref } from '#domain/rich-text.ts';
import createDOMPurify, { type DOMPurify, type WindowLike } from 'dompurify';
import { JSDOM } from 'jsdom';

const FONT_FAMILY = /(?:^|;)\s*font-family\s*:([^;]*)/i;

let purifier: DOMPurify | null = null;

/** Sanitised HTML: tags and attributes of the allow-list, fonts of the 17, links to the web or to mail. */
export function sanitiseRichText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  purifier ??= createPurifier();
  return purifier.sanitize(html);
}

function createPurifier(): DOMPurify {
  const created = createDOMPurify(new JSDOM('').window as unknown as WindowLike);
  created.setConfig({
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: Object.values(ALLOWED_ATTRIBUTES).flat(),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: true,
  });
  created.addHook('uponSanitizeAttribute', (element, attribute) => {
    const tag = element.nodeName.toLowerCase();
    if (attribute.attrName === 'style') {
      const font = tag === 'span' ? fontOf(FONT_FAMILY.exec(attribute.attrValue)?.[1] ?? '') : null;
      // Quoted: a name such as Source Sans 3 is no CSS identifier.
      attribute.attrValue = font === null ? '' : `font-family: '${font}'`;
      attribute.keepAttr = font !== null;
    } else if (attribute.attrName === 'href') {
      attribute.keepAttr = tag === 'a' && isAllowedHref(attribute.attrValue);
    } else {
      attribute.keepAttr = false;
    }
  });
  return created;
}
