import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { htmlToNodes } from './html-to-nodes.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { fromSlate, toSlate } from './slate-value.ts';

const parser = new new JSDOM().window.DOMParser();
const through = (html: string) => nodesToHtml(fromSlate(toSlate(htmlToNodes(html, parser))));

describe('through the editor and out again', () => {
  it.each([
    '<h2>Aviso</h2><p>Um <strong>forte </strong><strong><em>dois</em></strong><br>linha</p>',
    `<p><span style="font-family: 'Lato'"><u>Sob</u></span> <a href="https://a.example/">elo</a> fim</p>`,
    '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d<br>e</li></ul><p><br></p>',
    '<p>a <s>b</s></p>',
  ])('%s', (html) => expect(through(html)).toBe(html));

  it('gives the caret a place in an empty text', () => {
    expect(toSlate([])).toEqual([{ type: 'paragraph', children: [{ text: '' }] }]);
  });

  it('drops the empty texts Slate puts round links', () => {
    const value = toSlate(htmlToNodes('<p><a href="mailto:a@b.example">x</a></p>', parser));
    const [paragraph] = value;
    if (paragraph?.type !== 'paragraph') throw new Error('expected a paragraph');
    paragraph.children = [{ text: '' }, ...paragraph.children, { text: '' }];
    expect(nodesToHtml(fromSlate(value))).toBe('<p><a href="mailto:a@b.example">x</a></p>');
  });

  it.each([
    ['empty ones are one empty item, as in the HTML', ['', ''], '<ul><li></li></ul>'],
    ['an empty one after words stays', ['a', ''], '<ul><li>a<br></li></ul>'],
    ['an empty one before words stays', ['', 'a'], '<ul><li><br>a</li></ul>'],
    [
      'a space before their break is dropped, and one after it is shown',
      ['a ', ' b'],
      '<ul><li>a<br>\u00a0b</li></ul>',
    ],
  ])('lines of one item: %s', (_what, texts, html) => {
    const lines = texts.map((text) => ({ type: 'line' as const, children: [{ text }] }));
    const list = { type: 'list' as const, ordered: false, children: [{ type: 'item' as const, children: lines }] };
    const written = nodesToHtml(fromSlate([list]));
    expect(written).toBe(html);
    expect(through(written)).toBe(html);
  });

  it.each([
    ['a  b', 'a \u00a0b'],
    ['  a', '\u00a0 a'],
    ['a\tb', 'a \u00a0 \u00a0b'],
    ['a\n b', 'a<br>\u00a0b'],
    ['a\u202eb\u200bc\u00add', 'abcd'],
  ])('sends what is shown: %j', (text, html) => {
    expect(nodesToHtml(fromSlate([{ type: 'paragraph', children: [{ text }] }]))).toBe(`<p>${html}</p>`);
  });

  it('keeps two spaces apart', () => {
    expect(fromSlate([{ type: 'paragraph', children: [{ text: 'a  b' }] }])).toEqual([
      { type: 'paragraph', children: [{ text: 'a \u00a0b', marks: [], font: null }] },
    ]);
  });
});
