// Reads HTML from the clipboard. Word processors write lists, bold words and titles in ways of
// their own; this file rewrites them as the elements that html-to-nodes.ts reads. That file decides
// what is allowed.

import type { RichBlock } from '#domain/rich-text.ts';
import { declared, drawingFont, tickOf, spellSigns, tidyLists, gatherWordLists, rename } from './pasted-lists.ts';
import { elementToNodes, type HtmlParser, parseForeign, styleTextOf } from './html-to-nodes.ts';
import { keptSpaces } from './plain-text.ts';

// Raised and lowered characters that every font has: 10³ and H₂O. A stored text has no such format,
// and 10³ without it would be 103.

const RAISED = new Map([
  ...pairs('0123456789+-=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'),
  ...pairs('−–', '⁻⁻'),
  ...pairs('bcdefghijklmnoprstuvwxyza', 'ᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵃ'),
]);
const LOWERED = new Map([
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('−–', '₋₋'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
]);
/** The raised letters of numbers and abbreviations: 1º, nº, 2ª. */
const ORDINAL: Readonly<Record<string, string>> = { o: 'º', a: 'ª' };

/**
 * Raised or lowered words as plain characters. Where such characters are missing, the sign that
 * people type stands before the words: `^` or `_`.
 */
function spellRaised(words: string, isAbove: boolean): string {
  const trimmed = words.trim();
  if (isAbove && Object.hasOwn(ORDINAL, trimmed)) return ORDINAL[trimmed] ?? words;
  const forms = isAbove ? RAISED : LOWERED;
  if ([...trimmed].every((letter) => forms.has(letter))) return [...trimmed].map((one) => forms.get(one)).join('');
  // Notes in brackets, several words and signs such as ® mean the same without being raised.
  if (!/^[\p{L}\p{N}.,+−-]*$/u.test(trimmed) || !/\p{N}|^\p{L}$/u.test(trimmed)) return words;
  return `${isAbove ? '^' : '_'}${trimmed}`;
}

function pairs(from: string, to: string): [string, string][] {
  const forms = [...to];
  return [...from].map((letter, index) => [letter, forms[index] ?? letter]);
}

type Look = { readonly lines: boolean; readonly spaces: boolean; readonly letters: Letters };
type Letters = 'upper' | 'lower' | null;

/** Removes what the page or program that was copied from did not show. */
function dropHidden(body: Element): void {
  for (const one of body.querySelectorAll('[hidden]')) one.remove();
  for (const one of body.querySelectorAll('[data-style]')) if (isHidden(one)) one.remove();
}

function isHidden(element: Element): boolean {
  const isDot = declared(element, 'width') === '1px' && declared(element, 'height') === '1px';
  return (
    declared(element, 'display') === 'none' ||
    declared(element, 'mso-hide') === 'all' ||
    ['hidden', 'collapse'].includes(declared(element, 'visibility')) ||
    /^0(?:px|pt|em)?$/.test(declared(element, 'font-size')) ||
    /^0(?:\.0+)?$/.test(declared(element, 'opacity')) ||
    (isDot && declared(element, 'overflow') === 'hidden')
  );
}

const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u;

/**
 * Replaces emoji that are drawn as pictures by words. Returns whether there are other pictures,
 * which can't be pasted.
 */
function spellPictures(body: Element): boolean {
  let hasPictures = false;
  for (const picture of body.querySelectorAll('img')) {
    const words = picture.getAttribute('data-emoji') ?? picture.getAttribute('alt') ?? '';
    const isEmoji = EMOJI.test(words) || /(?:^|\s)emoji/.test(picture.className);
    // A picture of one dot is how e-mails count their readers.
    const isDot = [picture.getAttribute('width'), picture.getAttribute('height')].includes('1');
    if (isEmoji) picture.replaceWith(words);
    else {
      hasPictures ||= !isDot;
      picture.remove();
    }
  }
  return hasPictures;
}

/**
 * Writes into the text what only its look said, because the look is not kept: raised words,
 * capitals, spaces and lines, ticks of Wingdings.
 */
function drawWords(body: Element): void {
  for (const one of body.querySelectorAll('sup, sub, [data-style*=super i], [data-style*=sub i]')) raise(one);
  draw(body, { lines: false, spaces: false, letters: null });
}

function raise(element: Element): void {
  const place = declared(element, 'vertical-align') || (element.localName === 'sup' ? 'super' : element.localName);
  const words = element.textContent ?? '';
  if ((place !== 'super' && place !== 'sub') || words.trim() === '') return;
  const spelt = spellRaised(words, place === 'super');
  if (spelt !== words) element.replaceChildren(spelt);
}

function draw(element: Element, outer: Look): void {
  const look = lookOf(element, outer);
  const children = Array.from(element.childNodes);
  for (const child of children) {
    if (child.nodeType === 1) draw(child as Element, look);
    else if (child.nodeType === 3) drawText(child as Text, look);
  }
}

function lookOf(element: Element, outer: Look): Look {
  const space = declared(element, 'white-space');
  const isPre = element.localName === 'pre';
  const lines = space === '' ? isPre || outer.lines : space.startsWith('pre') || space === 'break-spaces';
  const spaces = space === '' ? isPre || outer.spaces : lines && space !== 'pre-line';
  return { lines, spaces, letters: lettersOf(element) ?? outer.letters };
}

function lettersOf(element: Element): Letters {
  const transform = declared(element, 'text-transform');
  if (transform === 'uppercase' || transform === 'lowercase') return transform === 'uppercase' ? 'upper' : 'lower';
  const variant = declared(element, 'font-variant') + declared(element, 'font-variant-caps');
  return variant.includes('small-caps') ? 'upper' : null;
}

function drawText(text: Text, look: Look): void {
  let words = text.data;
  if (look.letters !== null)
    words = look.letters === 'upper' ? words.toLocaleUpperCase('pt-BR') : words.toLocaleLowerCase('pt-BR');
  const parent = text.parentElement;
  if (words.trim() !== '' && parent !== null && drawingFont(parent).startsWith('wingdings'))
    words = [...words].map((letter) => tickOf(letter) ?? letter).join('');
  if (!look.lines || isBetweenBlocks(text)) {
    if (words !== text.data) text.data = words;
    return;
  }
  const nodes: (string | Element)[] = [];
  words.split(/\r\n?|\n/).forEach((line, index) => {
    if (index > 0) nodes.push(text.ownerDocument.createElement('br'));
    const begins = index > 0 || text.previousSibling === null || (text.previousSibling as Element).localName === 'br';
    nodes.push(look.spaces ? keptSpaces(line, begins) : line);
  });
  text.replaceWith(...nodes);
}

/**
 * Whether a text is white space between blocks, which belongs to the source of the HTML and not to
 * the text.
 */
function isBetweenBlocks(text: Text): boolean {
  const isBlock = (node: Node | null) =>
    node?.nodeType === 1 && /^(?:p|div|h[1-6]|ul|ol|li|table|tr|td)$/.test((node as Element).localName);
  return text.data.trim() === '' && (isBlock(text.previousSibling) || isBlock(text.nextSibling));
}

const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, pre, section, article, header, footer, hr, address';

/**
 * Makes blank lines empty paragraphs, because html-to-nodes.ts would drop them, and removes breaks
 * at the end of a block.
 */
function keepBlankLines(body: Element): void {
  for (const one of body.querySelectorAll('br.Apple-interchange-newline')) one.remove();
  for (const one of body.querySelectorAll('p')) if ((one.textContent ?? '').trim() === '') one.replaceChildren();
  for (const one of body.querySelectorAll('div')) {
    const isBlank = (one.textContent ?? '').trim() === '' && one.querySelector(BLOCKS) === null;
    const isShown = one.querySelector('br') !== null || (one.textContent ?? '').includes('\u00a0');
    if (isBlank && isShown) one.replaceWith(emptyLine(one));
  }
  for (const one of body.querySelectorAll('br')) {
    const [before, after] = [beside(one, 'previousSibling'), beside(one, 'nextSibling')];
    const ends = after === null && one.parentElement?.matches(BLOCKS) === true;
    if (ends && before !== null && !isBlock(before)) one.remove();
    else if (isBlock(before) && (isBlock(after) || isBreak(after))) one.replaceWith(emptyLine(one));
  }
}

function emptyLine(element: Element): Element {
  return element.ownerDocument.createElement('p');
}

/** The next sibling on this side that is drawn; null when there is none. */
function beside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let at = node[side];
  while (at !== null && (at.nodeType === 8 || (at.nodeType === 3 && (at.nodeValue ?? '').trim() === ''))) at = at[side];
  return at;
}

function isBlock(node: Node | null): boolean {
  return node?.nodeType === 1 && (node as Element).matches(BLOCKS);
}

function isBreak(node: Node | null): boolean {
  return node?.nodeType === 1 && (node as Element).localName === 'br';
}

/** Word's classes of paragraphs that are titles, and the headings that they become. */
const TITLES = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoSubtitle', 'h2'],
] as const;

/** Declarations of styles that mean a mark, and the element of each mark. */
const STYLED = [
  ['font-weight', /^(?:bold|[6-9]00)/, 'strong'],
  ['font-style', /^italic/, 'em'],
  ['text-decoration', /underline/, 'u'],
  ['text-decoration-line', /underline/, 'u'],
  ['text-decoration', /line-through/, 's'],
  ['text-decoration-line', /line-through/, 's'],
] as const;

/**
 * An element whose style takes back what its name says: Google Docs wraps a whole text in a `b`
 * that is not bold.
 */
const UNDONE = [
  ['b', 'font-weight', /^(?:normal|400)/],
  ['i', 'font-style', /^normal/],
] as const;

export type PastedText = {
  readonly blocks: RichBlock[];
  /** Whether the pasted text contained pictures, which a text can't hold. */
  readonly hasPictures: boolean;
  /**
   * Whether the text begins with an item of a list that became a line (S180). Such a text is
   * inserted on lines of its own.
   */
  readonly isApart: boolean;
};

/**
 * Reads HTML from the clipboard into blocks, within the same allow-list as `htmlToNodes`. Never
 * throws, for any input.
 */
export function readPasted(html: string, parser?: HtmlParser): PastedText {
  const body = parseForeign(html, parser);
  if (Array.isArray(body)) return { blocks: body, hasPictures: false, isApart: false };
  dropMarginalia(body);
  dropHidden(body);
  nameTitles(body);
  const signs = gatherWordLists(body);
  const hasPictures = spellPictures(body);
  drawWords(body);
  tidyLists(body);
  const isApart = spellSigns(body, signs);
  joinRows(body);
  markStyled(body);
  keepBlankLines(body);
  return { blocks: elementToNodes(body), hasPictures, isApart };
}

/**
 * Removes comments of reviewers, and the marks with which Word for the web ends a paragraph.
 * Neither is part of the text.
 */
function dropMarginalia(body: Element): void {
  for (const one of body.querySelectorAll('.MsoCommentReference')) one.remove();
  for (const one of body.querySelectorAll('.EOP')) if ((one.textContent ?? '').trim() === '') one.remove();
  for (const one of body.querySelectorAll('div'))
    if (/mso-element\s*:\s*comment-list/i.test(styleTextOf(one))) one.remove();
}

function nameTitles(body: Element): void {
  for (const [selector, name] of TITLES) for (const one of body.querySelectorAll(selector)) rename(one, name);
}

/**
 * Makes one line of each row of a table, with a bar between the cells, because a stored text has no
 * tables. A row of one cell keeps its blocks.
 */
function joinRows(body: Element): void {
  for (const row of body.querySelectorAll('tr')) {
    // A row of a table inside a cell becomes part of that cell.
    if (row.parentElement?.closest('td, th')) continue;
    const cells = [...row.children];
    const line = row.ownerDocument.createElement(cells.length > 1 ? 'p' : 'div');
    cells.forEach((cell, index) => {
      if (index > 0) line.append(' | ');
      if (cells.length > 1)
        for (const inner of cell.querySelectorAll('p, div, br, tr, h1, h2, h3, h4, h5, h6, blockquote, pre'))
          inner.replaceWith(' ', ...inner.childNodes, ' ');
      line.append(...cell.childNodes);
    });
    row.replaceWith(line);
  }
}

function markStyled(body: Element): void {
  for (const one of body.querySelectorAll('[data-style]')) {
    for (const [property, meaning, name] of STYLED) {
      if (!meaning.test(declared(one, property)) || (name === 'u' && one.closest('a'))) continue;
      const mark = one.ownerDocument.createElement(name);
      mark.append(...one.childNodes);
      one.append(mark);
    }
  }
  for (const [name, property, meaning] of UNDONE) {
    for (const one of body.querySelectorAll(name)) {
      if (meaning.test(declared(one, property))) one.replaceWith(...one.childNodes);
    }
  }
}
