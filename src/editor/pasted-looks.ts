// What the look of pasted words means for the words themselves. The look does not come with them, so what it says is
// written out: capitals, raised numbers, lines and spaces, ticks and emoji. What it hides does not come.

import { declared, drawingFont, tickOf } from './declared.ts';
import { keptSpaces } from './kept-spaces.ts';
import { spellRaised } from './raised-words.ts';

type Look = { readonly lines: boolean; readonly spaces: boolean; readonly letters: Letters };
type Letters = 'upper' | 'lower' | null;

/** Removes what its page or program did not show. */
export function dropHidden(body: Element): void {
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

/** Puts emoji that are drawn as pictures into words. True when other pictures are there, which can't come along. */
export function spellPictures(body: Element): boolean {
  let hasPictures = false;
  for (const picture of body.querySelectorAll('img')) {
    const words = picture.getAttribute('data-emoji') ?? picture.getAttribute('alt') ?? '';
    const isEmoji = EMOJI.test(words) || /(?:^|\s)emoji/.test(picture.className);
    // Mails count their readers by a picture of one dot.
    const isDot = [picture.getAttribute('width'), picture.getAttribute('height')].includes('1');
    if (isEmoji) picture.replaceWith(words);
    else {
      hasPictures ||= !isDot;
      picture.remove();
    }
  }
  return hasPictures;
}

/** Writes what the look of the words says. */
export function drawWords(body: Element): void {
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

/** White space between elements of their own lines is the writing of the HTML and not of the text. */
function isBetweenBlocks(text: Text): boolean {
  const isBlock = (node: Node | null) =>
    node?.nodeType === 1 && /^(?:p|div|h[1-6]|ul|ol|li|table|tr|td)$/.test((node as Element).localName);
  return text.data.trim() === '' && (isBlock(text.previousSibling) || isBlock(text.nextSibling));
}
