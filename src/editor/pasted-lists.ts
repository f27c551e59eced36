// Reads lists of a pasted text. The stored list shows `1.`, `2.` … or a bullet and nothing else. A
// list with any other sign becomes lines with their signs as text (S180), so that the articles of
// an ordinance keep their numbers.

import { styleTextOf } from './html-to-nodes.ts';

const LISTS = 'ol, ul';
const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6';

/** Moves a list that stands between the items of another list into the item before it. */
export function tidyLists(body: Element): void {
  for (const list of body.querySelectorAll(LISTS)) {
    const outer = list.parentElement;
    if (outer === null) continue;
    if (outer.matches(LISTS)) list.previousElementSibling?.append(list);
    // Some programs write a deeper level as an item without a sign that holds nothing but a list.
    else if (outer.localName === 'li' && isUnsigned(outer) && isOnlyIn(list, outer)) {
      const before = outer.previousElementSibling;
      if (before === null) continue;
      before.append(list);
      outer.remove();
    }
  }
}

/**
 * Turns lists whose signs the stored list would not show into lines with their signs as text.
 * `known`: the signs that the pasting program drew. Returns whether the text begins with such a
 * line.
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

/** The sign that the source drew before each item. */
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

/**
 * The whole number in an attribute; null for other text, and for more than nine digits, which
 * number no item.
 */
function whole(attribute: string | null): number | null {
  return attribute !== null && /^\s*-?\d{1,9}\s*$/.test(attribute) ? Number(attribute) : null;
}

function kindOf(item: Element, list: Element): string {
  return (
    styledKind(item) || item.getAttribute('type')?.trim() || styledKind(list) || list.getAttribute('type')?.trim() || ''
  );
}

/** The value of `list-style-type`, also where `list-style` gives it; '' for none. */
function styledKind(element: Element): string {
  const words = `${declared(element, 'list-style')} ${declared(element, 'list-style-type')}`.split(' ');
  return words.findLast((word) => /^[a-z-]+$/.test(word) && word !== 'inside' && word !== 'outside') ?? '';
}

function isUnsigned(item: Element): boolean {
  const own = styledKind(item);
  const list = item.parentElement;
  return own === 'none' || (own === '' && list !== null && styledKind(list) === 'none');
}

/**
 * Whether a list stands in a row of a table that becomes one line (`joinRows` of pasted-html.ts). A
 * line can't contain a list.
 */
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

// Word writes the items of a list as paragraphs with the sign as text, and Word for the web writes
// each item as a list of its own. Both note the level of an item in an attribute. The functions
// below make nested lists of them and keep the signs apart.

/** The sign of an item as its program drew it; '' is a bullet. */
type Signs = Map<Element, string>;

type FlatItem = { readonly element: Element; readonly level: number; readonly list: string; readonly sign: string };

/**
 * Makes lists of successive items that Word or Google Docs wrote. Returns the sign of each item.
 */
export function gatherWordLists(body: Element): Signs {
  return new Map([...nest([...paragraphItems(body), ...webItems(body)]), ...checkedItems(body)]);
}

/** The signs of a list of tasks, whose boxes Google Docs draws as pictures. */
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
  // A sign without a letter or number is a bullet. So is the `o` that Word draws as the small
  // circle of the second level.
  return /[\p{L}\p{N}☐☑☒✓✔✗✘]/u.test(text) && text !== 'o' ? text : '';
}

function webItems(body: Element): FlatItem[] {
  for (const wrapper of body.querySelectorAll('div.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes);
  const items: FlatItem[] = [];
  /** The last number at each level of each list, for signs such as 1.1. */
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
    // An item that does not follow another item begins a new list.
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

/** Replaces an element by one with another name, the same children and no attributes. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/**
 * How the number of an item is written, by the value of `list-style-type` in CSS or of `type` in
 * HTML. Any other value counts as decimal.
 */
const KINDS: Readonly<Record<string, (value: number) => string>> = {
  a: lettersOf,
  'lower-alpha': lettersOf,
  'lower-latin': lettersOf,
  A: (value) => lettersOf(value).toUpperCase(),
  'upper-alpha': (value) => lettersOf(value).toUpperCase(),
  'upper-latin': (value) => lettersOf(value).toUpperCase(),
  i: romanOf,
  'lower-roman': romanOf,
  I: (value) => romanOf(value).toUpperCase(),
  'upper-roman': (value) => romanOf(value).toUpperCase(),
  'decimal-leading-zero': (value) => String(value).padStart(2, '0'),
};

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function countedAs(kind: string, value: number): string {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind]?.(value) ?? String(value)) : String(value);
}

/** The sign that the stored numbered list shows for the item at `index`. */
function storedSign(index: number): string {
  return `${index + 1}.`;
}

/** The number as letters: a … z, aa, ab … A number below one has no letters and stays a number. */
function lettersOf(value: number): string {
  if (value < 1) return String(value);
  let letters = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(97 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function romanOf(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let [letters, rest] = ['', value];
  for (const [worth, sign] of ROMAN) {
    while (rest >= worth) [letters, rest] = [letters + sign, rest - worth];
  }
  return letters;
}

/**
 * The value of this property in the element's own style attribute, in lower case; '' for none. Of
 * several declarations the last one counts.
 */
export function declared(element: Element, property: string): string {
  let value = '';
  for (const declaration of styleTextOf(element).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon !== -1 && declaration.slice(0, colon).trim() === property) value = declaration.slice(colon + 1).trim();
  }
  return value;
}

/**
 * The font of an element's words, declared by it or by an element around it within the paragraph;
 * '' for none.
 */
export function drawingFont(element: Element): string {
  for (let at: Element | null = element; at !== null && at.localName !== 'p'; at = at.parentElement) {
    const font = declared(at, 'font-family').replace(/['"]/g, '');
    if (font !== '') return font;
  }
  return '';
}

/**
 * Letters that Wingdings draws as ticks and boxes, with the characters for them that every font
 * has. Word also writes these letters 0xf000 higher.
 */
const TICKS: Readonly<Record<string, string>> = { ü: '✓', û: '✗', þ: '☑', ý: '☒', '\u00a8': '☐', o: '☐' };

/** The tick or box that Wingdings draws for a letter; undefined for ornaments. */
export function tickOf(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0;
  const plain = code >= 0xf000 && code <= 0xf0ff ? String.fromCodePoint(code - 0xf000) : letter;
  return Object.hasOwn(TICKS, plain) ? TICKS[plain] : undefined;
}
