import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { excessOf, RICH_TEXT_MAX } from './rich-text.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const parser = new new JSDOM('').window.DOMParser();
const nested = (depth: number) => `${'<ul><li>'.repeat(depth)}fundo${'</li></ul>'.repeat(depth)}`;
const ARTICLE =
  '<h3>Art. 12</h3><p><strong>Caput.</strong> O <span style="font-family: \'Lato\'">órgão</span> responde em ' +
  '<em>dez</em> dias, conforme a <a href="https://leis.example/?n=1&amp;ano=2026">Lei nº 1</a>.</p>' +
  `<ol><li>inciso<ul><li>alínea</li></ul></li></ol>`;

describe('a letter is within the bounds', () => {
  it.each([
    ['empty', ''],
    ['plain words', 'Segue o ofício, 1 < 2 e 3 > 2.'],
    ['an ordinance of 500 articles', ARTICLE.repeat(500)],
    ['2,000 paragraphs', '<p>Parágrafo.</p>'.repeat(2000)],
    [
      '2,000 paragraphs and items that are never closed',
      `${'<p>Parágrafo.'.repeat(2000)}<ul>${'<li>item'.repeat(2000)}</ul>`,
    ],
    ['lists 10 deep', nested(10)],
    ['lists 60 deep', nested(60)],
    ['every word of the longest text in bold', '<strong>palavra</strong> '.repeat(8000)],
    ['breaks and images without an end', '<br><img src="a.png" alt="x"><hr/>'.repeat(500)],
    [
      'what Word brings along',
      `<html xmlns:o="urn:o"><head><style><!-- p {margin: 0} <b> --></style><title>a<b></title></head><body>` +
        '<!--[if gte mso 9]><xml><w:x>false</w:x></xml><![endif]-->' +
        '<p class=MsoNormal style=\'font-family:"Arial",sans-serif\'><![if !supportLists]>1.<![endif]>a<o:p></o:p></p>'.repeat(
          500,
        ),
    ],
  ])('%s', (_what, html) => {
    expect(excessOf(html)).toBeNull();
  });
});

describe('a text that would hold whatever parses it is refused', () => {
  it.each([
    ['one letter too long', 'a'.repeat(RICH_TEXT_MAX.length + 1), 'text_too_long'],
    ['lists 1,000 deep', '<ul><li>'.repeat(1000), 'text_too_complex'],
    ['lists 65 deep', nested(65), 'text_too_complex'],
    ['60,000 signs', '<'.repeat(60_000), 'text_too_complex'],
    ['formatting left open in each paragraph', '<p><b id=1></p>'.repeat(200), 'text_too_complex'],
    ['ends in comments', '<b><!--</b>-->'.repeat(200), 'text_too_complex'],
    ['ends in comments that end early', '<b><!--></b>-->'.repeat(200), 'text_too_complex'],
    ['ends in comments that seem to end early', '<b><!--!></b>-->'.repeat(200), 'text_too_complex'],
    ['formatting after a comment that ends at once', `${'<!-->'}${'<b>'.repeat(200)}`, 'text_too_complex'],
    ['ends in attributes', '<b title="</b>">'.repeat(200), 'text_too_complex'],
    ['ends in attributes that seem to be ended', '<b ="><b>" title=">"></b>'.repeat(200), 'text_too_complex'],
    ['ends of another name', '<b></b\u00a0>'.repeat(200), 'text_too_complex'],
    ['names with letters that only look like others', '<lin\u212a>'.repeat(200), 'text_too_complex'],
    ['ends in a script', '<b><script><!--<script></script></b></script>'.repeat(200), 'text_too_complex'],
    ['ends in a style', '<b><style></b></style>'.repeat(200), 'text_too_complex'],
    [
      'formatting left open that each paragraph would repeat',
      `<p>${'<b id=1>'.repeat(60)}</p>${'<p>x</p>'.repeat(5000)}`,
      'text_too_complex',
    ],
    [
      'formatting left open that each break would repeat',
      `<p>${'<b id=1>'.repeat(60)}</p>${'x<br>'.repeat(5000)}`,
      'text_too_complex',
    ],
    ['ends out of order', '<b><i></b></i>'.repeat(200), 'text_too_complex'],
    ['elements of another language', `<svg>${'<b/>'.repeat(200)}`, 'text_too_complex'],
  ])('%s', (_what, html, excess) => {
    expect(excessOf(html)).toBe(excess);
  });
});

it('no text within a depth is nested deeper for a browser or for the parser of the server', () => {
  const names = [
    'b',
    'i',
    'a',
    'p',
    'li',
    'ul',
    'div',
    'span',
    'table',
    'td',
    'style',
    'title',
    'textarea',
    'script',
    'svg',
    'form',
    'select',
  ];
  const piece = fc.oneof(
    fc.constantFrom(
      ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} id=1>`, `<${name} title="</b>">`]),
    ),
    fc.constantFrom(
      'a',
      '<',
      '</',
      '<!--',
      '-->',
      '--!>',
      '<!-->',
      '<!',
      '<?',
      '>',
      '"',
      '=',
      ' ',
      '/',
      '<![CDATA[',
      ']]>',
      '<br>',
      '<b ="',
      '\u00a0',
    ),
  );
  const depth = 6;
  const judged = { within: 0 };
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.nat(3)), { maxLength: 12 }), (pieces) => {
      const html = pieces.map(([one, times]) => one.repeat(times + 1)).join('');
      if (excessOf(html, { ...RICH_TEXT_MAX, depth }) !== null) return;
      judged.within += 1;
      // html, body, and what a table puts between itself and a cell.
      expect(depthOf(parser.parseFromString(html, 'text/html').documentElement)).toBeLessThanOrEqual(3 * depth + 2);
      // The deepest element may hold an empty one: a line break, or the paragraph that an end tag
      // alone makes.
      expect(depthForServer(html)).toBeLessThanOrEqual(depth + 1);
    }),
    { numRuns: LONG ? 200_000 : 3000 },
  );
  expect(judged.within).toBeGreaterThan(300);
});

it.each([
  '<',
  '<a',
  '<a ',
  '<a b=',
  '<!--',
  '<style>',
  '</',
  '<p>',
  '<b></b>',
  '<a b="',
  "<a b='c' ",
  '<![CDATA[',
  '&',
  '<title></',
])('judges 200,000 letters of %j in one pass', (piece) => {
  // A scan that starts again at each opening tag takes minutes for these.
  const before = performance.now();
  excessOf(piece.repeat(200_000 / piece.length), { length: 200_000, tags: 200_000, depth: 200_000, carried: Infinity });
  expect(performance.now() - before).toBeLessThan(5000);
});

function depthOf(element: Element): number {
  return 1 + Math.max(0, ...[...element.children].map(depthOf));
}

function depthForServer(html: string): number {
  let open = 0;
  let deepest = 0;
  const server = new Parser({
    onopentagname: () => (deepest = Math.max(deepest, (open += 1))),
    onclosetag: () => (open -= 1),
  });
  server.end(html);
  return deepest;
}
