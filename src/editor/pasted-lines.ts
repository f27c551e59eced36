// Lines of the clipboard that HTML shows and the reader of blocks would not: each blank line becomes an empty paragraph.

const BLOCKS =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, table, blockquote, pre, section, article, header, footer, hr, address';

/** Makes blank lines empty paragraphs, and removes breaks that no line follows. */
export function keepBlankLines(body: Element): void {
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

/** The next thing on this side that is drawn. */
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
