// Automatic numbering in the clipboards of the programs from which people copy: what is read is
// what was shown there.

import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { nodesToHtml } from './nodes-to-html.ts';
import { readPasted } from './pasted-html.ts';

const parser = new new JSDOM().window.DOMParser();
const paste = (html: string) => nodesToHtml(readPasted(html, parser).blocks);

/** An item as Word writes it: list, level, sign, words. */
function word(list: number, level: number, item: readonly [sign: string, words: string, font?: string]): string {
  const [sign, words, font = 'Calibri'] = item;
  return `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:${font};mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
}

/** An item as Word for the web writes it: each in a list and a frame of its own. */
function web(level: number, item: { at: number; kind: string; shape: string; words: string }): string {
  return `<div class="ListContainerWrapper SCXW1"><ol class="NumberListStyle1" role="list" start="${item.at}" style="list-style-type: ${item.kind};"><li data-leveltext="${item.shape}" data-listid="1" data-aria-posinset="${item.at}" data-aria-level="${level}" role="listitem"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${item.words}</span></span><span class="EOP">&nbsp;</span></p></li></ol></div>`;
}

describe('from Word', () => {
  it('articles, items, letters and paragraphs of an ordinance', () => {
    const html =
      word(0, 1, ['Art. 1º', 'Fica criada a comissão.']) +
      word(0, 1, ['Art. 2º', 'Compete à comissão:']) +
      word(1, 1, ['I –', 'vistoriar;']) +
      word(1, 1, ['II –', 'relatar:']) +
      word(2, 2, ['a)', 'danos;']) +
      word(2, 2, ['b)', 'prazos.']) +
      word(3, 1, ['§ 1º', 'O prazo é de trinta dias.']) +
      word(0, 1, ['Art. 3º', 'Vigora hoje.']);
    expect(paste(html)).toBe(
      '<p>Art. 1º Fica criada a comissão.</p><p>Art. 2º Compete à comissão:</p><p>I – vistoriar;</p><p>II – relatar:</p>' +
        '<p>a) danos;</p><p>b) prazos.</p><p>§ 1º O prazo é de trinta dias.</p><p>Art. 3º Vigora hoje.</p>',
    );
  });

  it.each([
    [
      'a list that goes on after a paragraph',
      `${word(0, 1, ['1.', 'um'])}${word(0, 1, ['2.', 'dois'])}<p>entre</p>${word(0, 1, ['3.', 'três'])}`,
      '<ol><li>um</li><li>dois</li></ol><p>entre</p><p>3. três</p>',
    ],
    ['a list that begins at 7', word(0, 1, ['7.', 'a']) + word(0, 1, ['8.', 'b']), '<p>7. a</p><p>8. b</p>'],
    [
      'numbers with numbers of the level above',
      word(0, 1, ['1.', 'um']) +
        word(0, 2, ['1.1.', 'dois']) +
        word(0, 2, ['1.2.', 'três']) +
        word(0, 1, ['2.', 'fim']),
      '<ol><li>um<br>1.1. dois<br>1.2. três</li><li>fim</li></ol>',
    ],
    [
      'one sign that is not in the row',
      word(0, 1, ['1.', 'um']) + word(0, 1, ['1-A.', 'meio']) + word(0, 1, ['2.', 'dois']),
      '<p>1. um</p><p>1-A. meio</p><p>2. dois</p>',
    ],
    [
      'two lists without a line between',
      word(0, 1, ['1.', 'um']) + word(4, 1, ['1.', 'outro']),
      '<ol><li>um</li></ol><ol><li>outro</li></ol>',
    ],
    [
      'bullets of symbol fonts, in letters',
      word(0, 1, ['§', 'a', 'Wingdings']) +
        word(0, 2, ['o', 'b', '"Courier New"']) +
        word(0, 1, ['§', 'c', 'Wingdings']),
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    [
      'ticks',
      word(0, 1, ['þ', 'feito', 'Wingdings']) + word(0, 1, ['ü', 'visto', 'Wingdings']),
      '<p>☑ feito</p><p>✓ visto</p>',
    ],
    [
      'bullets under letters',
      word(0, 1, ['a)', 'um']) + word(1, 2, ['·', 'dois', 'Symbol']),
      '<p>a) um</p><ul><li>dois</li></ul>',
    ],
    [
      'numbered titles',
      `<h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.1<span>&nbsp;&nbsp; </span></span>Do objeto</h1>`,
      '<h1>2.1 Do objeto</h1>',
    ],
    [
      'lists that Word writes as lists, as in mails',
      '<ol style="margin-top:0cm" start=3 type=a><li class=MsoNormal style="mso-list:l0 level1 lfo1">um</li><li>dois</li></ol>',
      '<p>c. um</p><p>d. dois</p>',
    ],
  ])('%s', (_what, html, clean) => {
    expect(paste(html)).toBe(clean);
  });
});

describe('from Word for the web', () => {
  it('the items of one list become one list', () => {
    const html =
      web(1, { at: 1, kind: 'decimal', shape: '%1.', words: 'um' }) +
      web(1, { at: 2, kind: 'decimal', shape: '%1.', words: 'dois' });
    expect(paste(html)).toBe('<ol><li>um</li><li>dois</li></ol>');
  });

  it('signs in their own shape, with the numbers of the levels above', () => {
    const html =
      web(1, { at: 4, kind: 'decimal', shape: 'Art. %1º', words: 'um' }) +
      web(2, { at: 1, kind: 'decimal', shape: '%1.%2.', words: 'dois' }) +
      web(2, { at: 2, kind: 'lower-alpha', shape: '%2)', words: 'três' });
    expect(paste(html)).toBe('<p>Art. 4º um</p><p>4.1. dois</p><p>b) três</p>');
  });
});

describe('from Google Docs, LibreOffice and pages', () => {
  it.each([
    [
      'a list from 3, with letters in a list of its own between the items',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><ol start="3"><li style="list-style-type:decimal" aria-level="1"><p role="presentation"><span>três</span></p></li><li style="list-style-type:decimal"><p>quatro</p></li><ol><li style="list-style-type:lower-alpha" aria-level="2"><p>letra</p></li></ol></ol></b>',
      '<p>3. três</p><p>4. quatro</p><p>a. letra</p>',
    ],
    [
      'letters under a list that is shown',
      '<ol><li><p>um</p></li><ol><li style="list-style-type:lower-alpha"><p>a</p></li><li style="list-style-type:lower-alpha"><p>b</p></li></ol><li><p>dois</p></li></ol>',
      '<ol><li>um<br>a. a<br>b. b</li><li>dois</li></ol>',
    ],
    [
      'LibreOffice: romans',
      '<ol type="I" start="4"><li><p>um</p></li><li><p>dois</p></li></ol>',
      '<p>IV. um</p><p>V. dois</p>',
    ],
    [
      'a value in the middle',
      '<ol><li>um</li><li value="5">cinco</li><li>seis</li></ol>',
      '<p>1. um</p><p>5. cinco</p><p>6. seis</p>',
    ],
    ['a list that counts down', '<ol reversed><li>a</li><li>b</li></ol>', '<p>2. a</p><p>1. b</p>'],
    ['letters past z', '<ol type="A" start="27"><li>a</li></ol>', '<p>AA. a</p>'],
    ['the short form of the style', '<ol style="list-style: upper-roman inside"><li>a</li></ol>', '<p>I. a</p>'],
    ['lists without signs', '<ul style="list-style: none"><li>a</li><li>b</li></ul>', '<p>a</p><p>b</p>'],
    [
      'a deeper level in an item without a sign',
      '<ul><li>a</li><li style="list-style-type:none"><ul><li>b</li></ul></li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'an item that is empty but for its list',
      '<ol start="2"><li><ol><li>a</li></ol></li></ol>',
      '<p>2.</p><ol><li>a</li></ol>',
    ],
    [
      'what is shown as it is stored',
      '<ol start="1" type="1"><li>a</li><li value="2">b</li></ol>',
      '<ol><li>a</li><li>b</li></ol>',
    ],
    [
      'lists in a row of a table',
      '<table><tr><td>Itens</td><td><ol start="2"><li>a</li><li>b</li></ol><ul><li>c</li></ul></td></tr></table>',
      '<p>Itens | 2. a 3. b • c</p>',
    ],
    ['a number beyond reason', '<ol start="99999999999999"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ])('%s', (_what, html, clean) => {
    expect(paste(html)).toBe(clean);
  });
});
