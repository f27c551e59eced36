// Lists that come from elsewhere. The stored list shows `1.`, `2.` … or a bullet and nothing else,
// so a list with any other sign becomes lines that have their signs as text (S180): the articles of
// an ordinance keep their numbers.

import { declared } from './declared.ts';
import { countedAs, storedSign } from './list-sign.ts';
import type { Signs } from './word-lists.ts';

const LISTS = 'ol, ul';
const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6';

/** Puts lists and items that stand without an item around them into the item before. */
export function tidyLists(body: Element): void {
  for (const list of body.querySelectorAll(LISTS)) {
    const outer = list.parentElement;
    if (outer === null) continue;
    if (outer.matches(LISTS)) list.previousElementSibling?.append(list);
    // An item that shows no sign and holds nothing but a list is how some programs write a deeper
    // level.
    else if (outer.localName === 'li' && isUnsigned(outer) && isOnlyIn(list, outer)) {
      const before = outer.previousElementSibling;
      if (before === null) continue;
      before.append(list);
      outer.remove();
    }
  }
}

/**
 * Writes the signs that the stored list would not show as text. `known`: the signs that Word wrote
 * itself. True when the text begins with such an item.
 */
export function spellSigns(body: Element, known: Signs): boolean {
  const first = firstWords(body);
  let isFirst = false;
  for (const list of body.querySelectorAll(LISTS)) {
    const items = itemsOf(list);
    const signs = signsOf(list, known);
    const isShown =
      list.localName === 'ol'
        ? signs.every((sign, index) => sign === storedSign(index))
        : signs.every((sign) => sign === '•') || items.length === 0;
    if (isShown && !isInRow(list)) continue;
    isFirst ||= first !== null && list.contains(first);
    items.forEach((item, index) => {
      spell(item, signs[index] ?? '');
      item.replaceWith(wrapped(item));
    });
    list.replaceWith(wrapped(list));
  }
  return isFirst;
}

function firstWords(element: Element): Node | null {
  const walker = element.ownerDocument.createTreeWalker(element, 4);
  let words = walker.nextNode();
  while (words !== null && (words.nodeValue ?? '').trim() === '') words = walker.nextNode();
  return words;
}

function itemsOf(list: Element): Element[] {
  return [...list.children].filter((child) => child.localName === 'li');
}

/** What is drawn before each item. */
function signsOf(list: Element, known: Signs): string[] {
  const isOrdered = list.localName === 'ol';
  const items = itemsOf(list);
  const isReversed = list.hasAttribute('reversed');
  let next = whole(list.getAttribute('start')) ?? (isReversed ? items.length : 1);
  return items.map((item) => {
    const sign = known.get(item);
    if (sign !== undefined) return sign === '' ? '•' : sign;
    const value = whole(item.getAttribute('value')) ?? next;
    next = value + (isReversed ? -1 : 1);
    if (isUnsigned(item)) return '';
    return isOrdered ? `${countedAs(kindOf(item, list), value)}.` : '•';
  });
}

/** Beyond nine digits it is no number of an item. */
function whole(attribute: string | null): number | null {
  return attribute !== null && /^\s*-?\d{1,9}\s*$/.test(attribute) ? Number(attribute) : null;
}

function kindOf(item: Element, list: Element): string {
  return (
    styledKind(item) || item.getAttribute('type')?.trim() || styledKind(list) || list.getAttribute('type')?.trim() || ''
  );
}

/** The word of `list-style-type`, also from the short form. */
function styledKind(element: Element): string {
  const words = `${declared(element, 'list-style')} ${declared(element, 'list-style-type')}`.split(' ');
  return words.findLast((word) => /^[a-z-]+$/.test(word) && word !== 'inside' && word !== 'outside') ?? '';
}

function isUnsigned(item: Element): boolean {
  const own = styledKind(item);
  const list = item.parentElement;
  return own === 'none' || (own === '' && list !== null && styledKind(list) === 'none');
}

/** A row becomes one line (see tables), in which no list can stand. */
function isInRow(list: Element): boolean {
  const row = list.closest('tr');
  return row !== null && row.children.length > 1;
}

function isOnlyIn(list: Element, item: Element): boolean {
  return (item.textContent ?? '').trim() === (list.textContent ?? '').trim() && item.children.length === 1;
}

/** Puts the sign before the first words of an item, inside their paragraph. */
function spell(item: Element, sign: string): void {
  if (sign === '') return;
  const words = firstWords(item);
  const block = words?.parentElement?.closest(BLOCKS) ?? item;
  const isOwn = item === block || (item.contains(block) && block.closest(LISTS) === item.parentElement);
  (isOwn ? block : item).prepend(`${sign} `);
}

function wrapped(element: Element): Element {
  const line = element.ownerDocument.createElement('div');
  line.append(...element.childNodes);
  return line;
}
