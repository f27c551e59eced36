// What chats, mails, pages and word processors say by the look of their words.

import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { nodesToHtml } from './nodes-to-html.ts';
import { readPasted } from './pasted-html.ts';
import { htmlToNodes } from './html-to-nodes.ts';

const parser = new new JSDOM().window.DOMParser();
const read = (html: string) => {
  const { blocks, hasPictures } = readPasted(html, parser);
  const written = nodesToHtml(blocks);
  expect(nodesToHtml(htmlToNodes(written, parser))).toBe(written);
  return { html: written, hasPictures };
};

describe('lines and spaces', () => {
  it.each([
    [
      'a chat',
      '<span style="white-space: pre-wrap;">Bom dia\nSegue a foto\n\nna rua</span>',
      '<p>Bom dia<br>Segue a foto<br><br>na rua</p>',
    ],
    ['pre', '<pre>um\n  dois\n\ttrês  fim</pre>', '<p>um<br>\u00a0 dois<br>\u00a0 \u00a0 três \u00a0fim</p>'],
    ['pre-line', '<div style="white-space:pre-line">um\n   dois</div>', '<p>um<br>dois</p>'],
    [
      'what is normal within',
      '<div style="white-space:pre">a\nb<span style="white-space:normal">c\nd</span></div>',
      '<p>a<br>bc d</p>',
    ],
    ['blocks within', '<div style="white-space:pre-wrap">\n<p>a</p>\n<p>b</p>\n</div>', '<p>a</p><p>b</p>'],
    ['the writing of the HTML', '<p>a\n  b</p>', '<p>a b</p>'],
    [
      'blank lines of Gmail',
      '<div><div>Bom dia,</div><div><br></div><div>Segue<br></div></div>',
      '<p>Bom dia,</p><p><br></p><p>Segue</p>',
    ],
    [
      'blank lines of Outlook',
      '<div>a</div><br><br><div>b</div><div>&nbsp;</div><div>c</div>',
      '<p>a</p><p><br></p><p><br></p><p>b</p><p><br></p><p>c</p>',
    ],
    ['two breaks', 'a<br><br>b', '<p>a<br><br>b</p>'],
    ['the break that a browser adds', '<p>a</p><br class="Apple-interchange-newline">', '<p>a</p>'],
    ['characters that are not seen', '<p>a\u202eb\u200bc\u00add</p>', '<p>abcd</p>'],
  ])('%s', (_what, html, clean) => {
    expect(read(html).html).toBe(clean);
  });
});

describe('letters', () => {
  it.each([
    [
      '10<sup>3</sup> m<sup>2</sup>, n<sup>o</sup> 5, 1<sup>a</sup>, H<sub>2</sub>O, 2<sup>10</sup>',
      '10³ m², nº 5, 1ª, H₂O, 2¹⁰',
    ],
    ['10<sup>-6</sup>, x<sup>n+1</sup>, 5<span style="vertical-align:super">2</span>', '10⁻⁶, xⁿ⁺¹, 5²'],
    [
      '10<sup>2,5</sup> Marca<sup>®</sup> nota<sup>[1]</sup> <sup>ver o anexo</sup>',
      '10^2,5 Marca® nota[1] ver o anexo',
    ],
    [
      '<span style="text-transform:uppercase">atenção</span> <span style="font-variant:small-caps">Lei</span>',
      'ATENÇÃO LEI',
    ],
    [
      '<span style="font-family:Wingdings">ü</span> visto <span style="font-family:Wingdings">\uf0fe</span>',
      '✓ visto ☑',
    ],
    [
      'a<span style="display:none">b</span><span style="mso-hide:all">c</span><span style="font-size:0">d</span><span hidden>e</span>',
      'a',
    ],
    [
      'a<span style="position:absolute;width:1px;height:1px;overflow:hidden">b</span><span style="visibility:hidden">c</span>',
      'a',
    ],
  ])('%s', (html, words) => {
    expect(read(html).html).toBe(`<p>${words}</p>`);
  });
});

describe('pictures', () => {
  it.each([
    [
      'emoji of chats and mails',
      '<p>foto <img class="emoji" alt="🚧" src="data:x"> e <img data-emoji="👍" alt="👍"></p>',
      '<p>foto 🚧 e 👍</p>',
      false,
    ],
    [
      'an emoji without a character',
      '<p>a <img class="c-emoji" alt=":x:"> <img class="emoji" alt=":ok:"></p>',
      '<p>a :ok:</p>',
      true,
    ],
    [
      'a picture of Word',
      '<p>a</p><p><![if !vml]><img width=200 height=80 src="file:///C:/x.png" alt="brasão"><![endif]></p><p>b</p>',
      '<p>a</p><p><br></p><p>b</p>',
      true,
    ],
    ['a dot that counts readers', '<p>a<img width="1" height="1" src="https://a.example/x"></p>', '<p>a</p>', false],
    [
      'boxes of tasks',
      '<ul><li role="checkbox" aria-checked="true"><img alt="marcado"><p>a</p></li><li role="checkbox" aria-checked="false"><img><p>b</p></li></ul>',
      '<p>☑ a</p><p>☐ b</p>',
      false,
    ],
  ])('%s', (_what, html, clean, hasPictures) => {
    expect(read(html)).toEqual({ html: clean, hasPictures });
  });
});

describe('tables', () => {
  it.each([
    [
      'rows',
      '<table><tr><th>Item</th><th>Valor</th></tr><tr><td><p>a</p><p>b</p></td><td></td></tr></table>',
      '<p>Item | Valor</p><p>a b |</p>',
    ],
    [
      'a frame of one cell, as mails have',
      '<table><tr><td><p>a</p><p>b</p><ul><li>c</li></ul></td></tr><tr><td>d</td></tr></table>',
      '<p>a</p><p>b</p><ul><li>c</li></ul><p>d</p>',
    ],
    [
      'rows in such a frame',
      '<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
      '<p>a | b</p>',
    ],
  ])('%s', (_what, html, clean) => {
    expect(read(html).html).toBe(clean);
  });
});
