// Word writes the items of a list as paragraphs with their sign as text, and Word for the web as
// lists of one item each. Both say the level beside it. Here they become lists within lists, with
// the sign of each item apart.

import { drawingFont, tickOf } from './declared.ts';
import { styleTextOf } from './html-to-nodes.ts';
import { countedAs } from './list-sign.ts';

/** The sign of an item as its program drew it; '' is a bullet. */
export type Signs = Map<Element, string>;

type FlatItem = { readonly element: Element; readonly level: number; readonly list: string; readonly sign: string };

/**
 * Makes lists of the items that are written one after another, and answers what stood before each.
 */
export function gatherWordLists(body: Element): Signs {
  return new Map([...nest([...paragraphItems(body), ...webItems(body)]), ...checkedItems(body)]);
}

/** Google Docs draws the boxes of a list of tasks as pictures. */
function checkedItems(body: Element): Signs {
  const signs: Signs = new Map();
  for (const item of body.querySelectorAll('li[role=checkbox]')) {
    for (const box of item.querySelectorAll(':scope > img')) box.remove();
    signs.set(item, item.getAttribute('aria-checked') === 'true' ? '☑' : '☐');
  }
  return signs;
}

function paragraphItems(body: Element): FlatItem[] {
  const items: FlatItem[] = [];
  for (const line of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const [, list = '', level] = /mso-list\s*:\s*l(\d+)\s+level(\d+)/i.exec(styleTextOf(line)) ?? [];
    const drawn = [...line.querySelectorAll('span')].find((one) => /mso-list\s*:\s*ignore/i.test(styleTextOf(one)));
    const sign = drawn === undefined ? '' : paragraphSign(drawn);
    if (level !== undefined && line.localName === 'p') {
      drawn?.remove();
      items.push({ element: line, level: Number(level), list, sign });
    } else drawn?.replaceWith(sign === '' ? '' : `${sign} `);
  }
  return items;
}

function paragraphSign(drawn: Element): string {
  const text = (drawn.textContent ?? '').replace(/\s+/g, ' ').trim();
  const font = drawingFont(drawn);
  if (font.startsWith('wingdings')) return tickOf(text) ?? '';
  if (font.startsWith('symbol') && text.length === 1) return '';
  // A sign without letter and number is a bullet, and so is the small circle of the second level.
  return /[\p{L}\p{N}☐☑☒✓✔✗✘]/u.test(text) && text !== 'o' ? text : '';
}

function webItems(body: Element): FlatItem[] {
  for (const wrapper of body.querySelectorAll('div.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes);
  const items: FlatItem[] = [];
  /** What was last counted at each level of each list, for signs such as 1.1. */
  const counted = new Map<string, string>();
  for (const element of body.querySelectorAll('li[data-aria-level]')) {
    const outer = element.parentElement;
    const level = Number(element.getAttribute('data-aria-level')) || 1;
    const list = element.getAttribute('data-listid') ?? '';
    const shape = element.getAttribute('data-leveltext') ?? '';
    let sign = '';
    if (outer?.localName === 'ol') {
      const kind = /list-style-type\s*:\s*([a-z-]+)/i.exec(styleTextOf(outer))?.[1] ?? 'decimal';
      const value = Number(element.getAttribute('data-aria-posinset') ?? outer.getAttribute('start')) || 1;
      counted.set(`${list} ${level}`, countedAs(kind, value));
      sign = (shape.includes('%') ? shape : `%${level}.`).replace(
        /%(\d)/g,
        (_whole, of: string) => counted.get(`${list} ${of}`) ?? '1',
      );
    }
    items.push({ element, level, list, sign });
  }
  for (const outer of new Set(items.map(({ element }) => element.parentElement))) {
    if (outer?.matches('ol, ul')) outer.replaceWith(...outer.childNodes);
  }
  return items;
}

function nest(items: readonly FlatItem[]): Signs {
  const signs: Signs = new Map();
  let open: { level: number; list: string; element: Element }[] = [];
  for (const { element, level, list, sign } of items) {
    // An item that stands after anything else begins anew.
    if (open[0]?.element.nextElementSibling !== element) open = [];
    open = open.filter((one) => one.level < level || (one.level === level && one.list === list));
    const item = rename(element, 'li');
    let current = open.at(-1);
    if (current === undefined || current.level < level) {
      const made = item.ownerDocument.createElement(sign === '' ? 'ul' : 'ol');
      if (current === undefined) item.replaceWith(made);
      else current.element.lastElementChild?.append(made);
      current = { level, list, element: made };
      open.push(current);
    }
    current.element.append(item);
    signs.set(item, sign);
  }
  return signs;
}

/** The element under another name, without its attributes. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
