// Word processors write lists, bold words and titles in their own ways. This file writes them as the elements that
// html-to-nodes.ts reads. It only makes text from the clipboard more readable: what is allowed is decided there.

import type { RichBlock } from '#domain/rich-text.ts';
import { declared } from './declared.ts';
import { elementToNodes, type HtmlParser, parseForeign, styleTextOf } from './html-to-nodes.ts';
import { keepBlankLines } from './pasted-lines.ts';
import { spellSigns, tidyLists } from './pasted-lists.ts';
import { dropHidden, drawWords, spellPictures } from './pasted-looks.ts';
import { gatherWordLists, rename } from './word-lists.ts';

/** Word's own names of paragraphs that are titles. */
const TITLES = [
  ['p.MsoTitle', 'h1'],
  ['p.MsoSubtitle', 'h2'],
] as const;

/** A declaration of a style that means a mark, and the element that means the same. */
const STYLED = [
  ['font-weight', /^(?:bold|[6-9]00)/, 'strong'],
  ['font-style', /^italic/, 'em'],
  ['text-decoration', /underline/, 'u'],
  ['text-decoration-line', /underline/, 'u'],
  ['text-decoration', /line-through/, 's'],
  ['text-decoration-line', /line-through/, 's'],
] as const;

/** An element whose style takes back what its name says: Google Docs wraps a whole text in a `b` that is not bold. */
const UNDONE = [
  ['b', 'font-weight', /^(?:normal|400)/],
  ['i', 'font-style', /^normal/],
] as const;

export type PastedText = {
  readonly blocks: RichBlock[];
  /** Pictures stood in it, which a text can't hold. */
  readonly hasPictures: boolean;
  /** It begins with an item of a list that became a line (S180). */
  readonly isApart: boolean;
};

/** Reads HTML from the clipboard into blocks, within the same allow-list as `htmlToNodes`. Never throws, for any input. */
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

/** Comments of reviewers are not part of the text, nor are the signs at which Word for the web ends a paragraph. */
function dropMarginalia(body: Element): void {
  for (const one of body.querySelectorAll('.MsoCommentReference')) one.remove();
  for (const one of body.querySelectorAll('.EOP')) if ((one.textContent ?? '').trim() === '') one.remove();
  for (const one of body.querySelectorAll('div'))
    if (/mso-element\s*:\s*comment-list/i.test(styleTextOf(one))) one.remove();
}

function nameTitles(body: Element): void {
  for (const [selector, name] of TITLES) for (const one of body.querySelectorAll(selector)) rename(one, name);
}

/** A row of a table becomes one line, its cells parted by a bar: the text has no tables. One cell is no row. */
function joinRows(body: Element): void {
  for (const row of body.querySelectorAll('tr')) {
    // Rows of a table inside a cell go with their cell.
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
