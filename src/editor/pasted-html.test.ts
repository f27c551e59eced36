import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { nodesToHtml } from './nodes-to-html.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import { readPasted } from './pasted-html.ts';

const parser = new new JSDOM().window.DOMParser();
const paste = (html: string) => nodesToHtml(readPasted(html, parser).blocks);

/** An item of a list as Word writes it. */
function wordItem(level: number, at: { sign: string; words: string }): string {
  return `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${at.sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${at.words}<o:p></o:p></p>`;
}

describe('from Word', () => {
  it('paragraphs with signs become lists, each level inside its item', () => {
    const html =
      '<p class=MsoNormal>Segue:</p>' +
      wordItem(1, { sign: '·', words: 'a' }) +
      wordItem(2, { sign: 'o', words: 'b' }) +
      wordItem(1, { sign: '·', words: 'c' }) +
      '<p class=MsoNormal>Fim</p>';
    expect(paste(html)).toBe('<p>Segue:</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>Fim</p>');
  });

  it('signs that count as the stored list does become a numbered list, and others stay as text', () => {
    const html = wordItem(1, { sign: '1.', words: 'um' }) + '<p>e</p>' + wordItem(1, { sign: 'a)', words: 'dois' });
    expect(paste(html)).toBe('<ol><li>um</li></ol><p>e</p><p>a) dois</p>');
  });

  it('titles, blank lines and comments of reviewers', () => {
    const html =
      '<p class=MsoTitle>Portaria 12</p><p class=MsoSubtitle>Férias</p><p class=MsoNormal><o:p>&nbsp;</o:p></p>' +
      '<p class=MsoNormal>Texto<span class=MsoCommentReference>[A1]</span></p>' +
      "<div style='mso-element:comment-list'><p>Rever isto</p></div>";
    expect(paste(html)).toBe('<h1>Portaria 12</h1><h2>Férias</h2><p><br></p><p>Texto</p>');
  });

  it('a row of a table becomes a line', () => {
    const html =
      '<table><tr><td><p>Item</p></td><td><p><b>Valor</b></p></td></tr><tr><td>1</td><td>R$ 10<br>por dia</td></tr></table>';
    expect(paste(html)).toBe('<p>Item | <strong>Valor</strong></p><p>1 | R$ 10 por dia</p>');
  });
});

describe('marks that are written as styles', () => {
  it.each([
    ['<span style="font-weight:700">a</span>', '<p><strong>a</strong></p>'],
    ['<span style="font-weight: 400; font-style: italic">a</span>', '<p><em>a</em></p>'],
    ['<span style="text-decoration-line: underline line-through">a</span>', '<p><u><s>a</s></u></p>'],
    ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>a <b>b</b></p></b>', '<p>a <strong>b</strong></p>'],
    [
      '<a href="https://x.example"><span style="text-decoration:underline">a</span></a>',
      '<p><a href="https://x.example">a</a></p>',
    ],
  ])('%s', (html, clean) => {
    expect(paste(html)).toBe(clean);
  });
});

it('no pasted text makes the reading throw, and what it gives is read again as the same', () => {
  const piece = fc.constantFrom(
    '<p style="mso-list:l0 level1 lfo1">',
    '<p style="mso-list:l1 level3">',
    '<p class=MsoTitle>',
    '<b style="font-weight:400">',
    '<span style="font-weight:bold">',
    ...'<td> <tr> <table> </td> </tr> </table> </b> </span> </p> <ul> <li> </ul> <br> <div>'.split(' '),
    '<script>x</script>',
    '&nbsp;',
    'texto',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const html = paste(pieces.join(''));
      expect(nodesToHtml(htmlToNodes(html, parser))).toBe(html);
      expect(html).not.toMatch(/script|mso-|<t[dr]/);
    }),
    { numRuns: 400 },
  );
});
