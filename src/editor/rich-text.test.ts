import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { hasText } from '#domain/plain-text.ts';
import { ALLOWED_TAGS, FONTS, type RichBlock, type RichInline, type RichText } from '#domain/rich-text.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import { nodesToHtml } from './nodes-to-html.ts';

const parser = new new JSDOM().window.DOMParser();
const read = (html: string) => htmlToNodes(html, parser);
const clean = (html: string) => nodesToHtml(read(html));

/** Every element and attribute of an HTML text, as `tag` or `tag@attribute=value`. */
function inventory(html: string): string[] {
  const elements = [...parser.parseFromString(html, 'text/html').body.querySelectorAll('*')];
  return elements.flatMap((one) => [
    one.localName,
    ...[...one.attributes].map(({ name, value }) => `${one.localName}@${name}=${value}`),
  ]);
}

function expectHarmless(html: string): void {
  for (const found of inventory(html)) {
    if (ALLOWED_TAGS.some((tag) => tag === found)) continue;
    expect(found).toMatch(/^(a@href=(https?:\/\/|mailto:)|span@style=font-family: ')/i);
  }
}

describe('loses everything but its words: %s', () => {
  it.each([
    ['<script>alert(1)</script>Oi', '<p>Oi</p>'],
    ['<img src=x onerror=alert(1)>Oi', '<p>Oi</p>'],
    ['<p onclick="alert(1)" style="position:fixed">Oi</p>', '<p>Oi</p>'],
    ['<a href="javascript:alert(1)">Oi</a>', '<p>Oi</p>'],
    ['<a href=" jAvAsCrIpT:alert(1)">Oi</a>', '<p>Oi</p>'],
    ['<a href="java\nscript:alert(1)">Oi</a>', '<p>Oi</p>'],
    ['<a href="data:text/html,x">Oi</a>', '<p>Oi</p>'],
    ['<style>*{display:none}</style>Oi', '<p>Oi</p>'],
    ['<svg><a href="https://x.example"><text>Oi</text></a></svg>b', '<p>b</p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['<iframe src="https://x.example">Oi</iframe>b', '<p>b</p>'],
    ['<form action=/x><input value=1><button>Oi</button></form>', '<p>Oi</p>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p><br></p>'],
    [
      '<span style="font-family: Roboto; background:url(//x)">Oi</span>',
      `<p><span style="font-family: 'Roboto'">Oi</span></p>`,
    ],
    ['<span style="font-family: \'Comic Sans\'">Oi</span>', '<p>Oi</p>'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('%s', (html, expected) => {
    const result = clean(html);
    expect(result).toBe(expected);
    expectHarmless(result);
  });

  it('keeps words that look like code as words', () => {
    const html = '<p>a style=b &lt;span style="x"&gt;</p>';
    expect(read(html)).toEqual([{ type: 'paragraph', children: [text('a style=b <span style="x">')] }]);
  });

  it('keeps many unfinished tags as words, in little time', () => {
    expect(read('<a'.repeat(50_000))).toEqual([{ type: 'paragraph', children: [text('<a'.repeat(50_000))] }]);
    expectHarmless(clean('<a'.repeat(50_000)));
  });

  it('keeps formatting down to a hundred elements, and only the words of what is nested deeper', () => {
    const nested = (depth: number) => `${'<b>'.repeat(depth)}fundo${'</b>'.repeat(depth)}`;
    expect(clean(nested(100))).toBe('<p><strong>fundo</strong></p>');
    expect(clean(nested(1500))).toBe('<p>fundo</p>');
  });

  it.each([
    ['lists', '<ul><li>'.repeat(5000)],
    ['formatting left open in each paragraph', '<p><b id=1></p>'.repeat(5000)],
    ['ends in comments', '<b><!--</b>-->'.repeat(5000)],
    ['ends in attributes', '<b title="</b>">'.repeat(5000)],
  ])('is not given to a parser when its nesting would hold it: %s', (_what, html) => {
    const asked: string[] = [];
    const spy = {
      parseFromString(given: string, type: 'text/html') {
        asked.push(given);
        return parser.parseFromString(given, type);
      },
    };
    expect(htmlToNodes(`${html}fim`, spy)).toEqual([{ type: 'paragraph', children: [expect.anything()] }]);
    expect(asked).toEqual([]);
  });

  it('lets through nothing but the allow-list', () => {
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<ul>',
      '<li>',
      '</ul>',
      '<ol>',
      '</li>',
      '<table><tr><td>',
      '</table>',
      '<a href="javascript:x">',
      '<a href="https://a.example/?q=%22&x">',
      '</a>',
      '<img src=x onerror=y>',
      '<h2>',
      '</h2>',
      '<br>',
      '<svg onload=x>',
      '</svg>',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      '<span style="font-family:Lato">',
      '</span>',
      '<div>',
      '</div>',
      ' ',
      '\n',
      '\u00a0',
      'texto',
      'e\u0301',
      '<',
      '>',
      '"',
      '&amp;',
      '&',
      '<template>',
      '<textarea>',
      '</textarea>',
      '<em>',
      '<u>',
      '</u>',
      '<s>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const nodes = read(pieces.join(''));
        const html = nodesToHtml(nodes);
        expectHarmless(html);
        expect(read(html)).toEqual(nodes);
      }),
      { numRuns: 400 },
    );
  });
});

describe('html-to-nodes keeps', () => {
  it('headings, marks, fonts, links and breaks', () => {
    expect(read('<h2>Aviso</h2><p>Um <b>forte</b><br><a href="https://a.example">elo <i>dois</i></a></p>')).toEqual([
      { type: 'heading', level: 2, children: [text('Aviso')] },
      {
        type: 'paragraph',
        children: [
          text('Um '),
          text('forte', 'strong'),
          { type: 'break' },
          { type: 'link', href: 'https://a.example', children: [text('elo '), text('dois', 'em')] },
        ],
      },
    ]);
  });

  it('nested lists, also those without an item around them', () => {
    const expected = '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>';
    expect(clean('<ul><li>a<ol><li>b</ol><li>c</ul>')).toBe(expected);
    expect(clean('<ul><li>a</li><ol><li>b</li></ol><li>c</li></ul>')).toBe(expected);
  });

  it('nested tables as paragraphs', () => {
    expect(clean('<table><tr><td>a<td><table><tr><td>b</table><td>c</table>')).toBe('<p>a</p><p>b</p><p>c</p>');
  });

  it('paragraphs in one item, joined by breaks', () => {
    expect(clean('<ul><li><p>a</p><p>b</p></li></ul>')).toBe('<ul><li>a<br>b</li></ul>');
  });

  it('composed accents and collapsed white space', () => {
    expect(read('<p>  Ofi\u0301cio\n  n\u00ba 1 </p>')).toEqual([
      { type: 'paragraph', children: [text('Ofício nº 1')] },
    ]);
  });

  it('blank lines, which still count as no text', () => {
    const html = clean('<p>a</p><p></p><p><br></p>');
    expect(html).toBe('<p>a</p><p><br></p><p><br></p>');
    expect(hasText(clean('<p> </p><p>&nbsp;</p>'))).toBe(false);
  });
});

it('nodes survive the way through HTML unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyBlock(), { maxLength: 6 }), (blocks) => {
      expect(read(nodesToHtml(blocks))).toEqual(blocks);
    }),
    { numRuns: 300 },
  );
});

function text(value: string, ...marks: RichText['marks']): RichText {
  return { text: value, marks, font: null };
}

/**
 * Blocks in the one form the reader produces: words without spaces at the edges, no equal
 * neighbours.
 */
function anyBlock(): fc.Arbitrary<RichBlock> {
  const word = fc.constantFrom('sala', 'ação', '<b>', '&amp;', '"aspas"', 'nº\u00a01', 'a b');
  const run = fc.record({
    text: word,
    marks: fc.subarray<RichText['marks'][number]>(['strong', 'em', 'u', 's']),
    font: fc.constantFrom(null, ...FONTS),
  });
  const link = fc.record({
    type: fc.constant('link' as const),
    href: fc.constantFrom('https://a.example/?a=1&b=%22', 'mailto:a@b.example'),
    children: fc.array(run, { minLength: 1, maxLength: 2 }).filter(unequalRuns),
  });
  const inlines = fc
    .array(fc.oneof(run, link), { minLength: 1, maxLength: 4 })
    .filter(
      (nodes) => unequalRuns(nodes) && !nodes.some((node, at) => 'type' in node && 'type' in (nodes[at + 1] ?? {})),
    );
  const { block } = fc.letrec<{ block: RichBlock; list: RichBlock }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small' },
      fc.record({ type: fc.constant('paragraph' as const), children: inlines }),
      fc.record({
        type: fc.constant('heading' as const),
        level: fc.constantFrom(1, 2, 3, 4, 5, 6),
        children: inlines,
      }) as fc.Arbitrary<RichBlock>,
      tie('list'),
    ),
    list: fc.record({
      type: fc.constant('list' as const),
      ordered: fc.boolean(),
      items: fc.array(
        fc.record({
          type: fc.constant('item' as const),
          children: fc
            .tuple(inlines, fc.option(tie('list'), { depthSize: 'small', maxDepth: 2 }))
            .map(([line, list]) => (list ? [...line, list] : line)),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }) as unknown as fc.Arbitrary<RichBlock>,
  }));
  return block;
}

function unequalRuns(nodes: readonly RichInline[]): boolean {
  return nodes.every((node, at) => {
    const next = nodes[at + 1];
    if (!next || 'type' in node || 'type' in next) return true;
    return node.font !== next.font || node.marks.join() !== next.marks.join();
  });
}
