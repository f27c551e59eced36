import { plainTextOf } from '#domain/plain-text.ts';
import { ALLOWED_TAGS, excessOf, fontOf, FONTS, isAllowedHref, RICH_TEXT_MAX } from '#domain/rich-text.ts';
import createDOMPurify, { type DOMPurify, type WindowLike } from 'dompurify';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { sanitiseRichText } from './rich-text.ts';

describe('the sanitiser', () => {
  it.each([
    ['Olá, mundo', 'Olá, mundo'],
    ['<p>Segue <strong>o</strong> <em>ofício</em>.</p>', '<p>Segue <strong>o</strong> <em>ofício</em>.</p>'],
    [
      '<h1>a</h1><h6>b</h6><ul><li>x</li></ul><ol><li>y</li></ol>',
      '<h1>a</h1><h6>b</h6><ul><li>x</li></ul><ol><li>y</li></ol>',
    ],
    ['<u>a</u><s>b</s><br>', '<u>a</u><s>b</s><br>'],
    ['<span style="font-family: Open Sans">a</span>', '<span style="font-family: \'Open Sans\'">a</span>'],
    ['<span style="font-family: Source Sans 3">a</span>', '<span style="font-family: \'Source Sans 3\'">a</span>'],
    [
      '<span style="font-family: \'PT Serif\', serif; color: red">a</span>',
      '<span style="font-family: \'PT Serif\'">a</span>',
    ],
    ['<span style="font-family: Comic Sans MS">a</span>', '<span>a</span>'],
    ['<span style="background: url(https://x.example)">a</span>', '<span>a</span>'],
    ['<p style="font-family: Inter">a</p>', '<p>a</p>'],
    ['<a href="https://a.example/?b=1&amp;c">a</a>', '<a href="https://a.example/?b=1&amp;c">a</a>'],
    ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="//x.example" target="_blank" onclick="x()">a</a>', '<a>a</a>'],
    ['<p id="x" class="y" data-z="1" aria-label="w">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a', 'a'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg><script>alert(1)</script></svg>a', 'a'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>', ''],
    ['<iframe src="https://x.example"></iframe><form><input name=a></form>b', 'b'],
    ['<p>a\u202eb&#x200b;c\u00add</p>', '<p>abcd</p>'],
    ['a\u202eb', 'ab'],
    ['<div>a <b>b</b></div>', 'a b'],
    ['a &lt;b&gt; &amp; c', 'a &lt;b&gt; &amp; c'],
  ])('writes the allow-list only: %s', (html, clean) => {
    expect(sanitiseRichText(html)).toBe(clean);
  });

  it('changes nothing when it is run again', () => {
    const html =
      '<h2>Título</h2><p>a <span style="font-family: \'Source Sans 3\'">b</span> <a href="http://c.example">c</a></p>';
    expect(sanitiseRichText(sanitiseRichText(html))).toBe(html);
  });
});

const LONG = process.env['MALOTE_LONG'] === '1';

/** Pieces that are put together in any order, well-formed or not. */
const PIECES = [
  ...ALLOWED_TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  '<b>',
  '</b>',
  '<div>',
  '</div>',
  '<a href="https://a.example/?q=%22&amp;x=<">',
  "<a href='mailto:a@b.example'>",
  '</a>',
  '<span style="font-family: Lato">',
  '<p title="</p>">',
  '<br/>',
  'texto',
  'é',
  ' ',
  '&amp;',
  '&lt;b&gt;',
  '&',
  '"',
  "'",
  '>',
] as const;
const HOSTILE_PIECES = [
  ...PIECES,
  '<',
  '</',
  '<!-- x -->',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '</noscript>',
  '<template>',
  '</template>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mtext>',
  '<mglyph>',
  '<foreignObject>',
  '<desc>',
  '<annotation-xml encoding="text/html">',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<form>',
  '</form>',
  '<select>',
  '<option>',
  '</select>',
  '<iframe>',
  '<xmp>',
  '<plaintext>',
  '<img src=x onerror=x>',
  '<a href="javascript:x">',
  '<p onclick="x">',
  '<p title="<img src=x onerror=x>">',
  '<a title="',
  '<p/style="',
  '="',
  '/>',
  '\u0000',
] as const;

/**
 * The same allow-list in a library that walks the tree of a whole browser model: slower, and
 * independent of our code.
 */
function createReference(): DOMPurify {
  const created = createDOMPurify(new JSDOM('').window as unknown as WindowLike);
  created.setConfig({
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: ['style', 'href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: true,
  });
  created.addHook('uponSanitizeAttribute', (element, attribute) => {
    const tag = element.nodeName.toLowerCase();
    if (attribute.attrName === 'style') {
      const family = /(?:^|;)\s*font-family\s*:([^;]*)/i.exec(attribute.attrValue)?.[1] ?? '';
      const font = tag === 'span' ? fontOf(family) : null;
      attribute.attrValue = font === null ? '' : `font-family: '${font}'`;
      attribute.keepAttr = font !== null;
    } else attribute.keepAttr = attribute.attrName === 'href' && tag === 'a' && isAllowedHref(attribute.attrValue);
  });
  return created;
}

const purifier = createReference();
const domParser = new new JSDOM('').window.DOMParser();

it.each([
  ['words in bold', '<strong>palavra</strong> '],
  ['signs', '&'],
  ['smaller signs', '&lt;'],
  ['attributes', '<p a b c d e f g h i j k l m n o p>'],
  ['paragraphs', '<p>Parágrafo.</p>'],
  ['cells', '<table><tr><td>a</td></tr></table>'],
  ['ends of nothing', '</b></i>........'],
  ['lists as deep as they may be', `${'<ul><li>'.repeat(60)}x${'</li></ul>'.repeat(60)}.........`],
])('the sanitiser takes little time for the longest text that is not refused: %s', (_what, piece) => {
  const tags = piece.split('<').length - 1;
  const html = piece.repeat(Math.floor(Math.min(RICH_TEXT_MAX.length / piece.length, RICH_TEXT_MAX.tags / tags)));
  expect(excessOf(html)).toBeNull();
  // It takes tens of milliseconds; quadratic work would take minutes.
  const before = performance.now();
  sanitiseRichText(html);
  expect(performance.now() - before).toBeLessThan(5000);
});

describe('the sanitiser compared with DOMPurify in a whole browser model', () => {
  it('leaves nothing of any input that DOMPurify would take out, also when it is written and read once more', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 40 }), (pieces) => {
        const clean = sanitiseRichText(pieces.join(''));
        expectAllowed(clean);
        expectAllowed(parse(parse(clean).innerHTML).innerHTML);
        purifier.sanitize(clean);
        // DOMPurify makes the body itself.
        expect(purifier.removed.map(nameOfRemoved).filter((name) => name !== 'BODY')).toEqual([]);
        expect(wordsOf(sanitiseRichText(clean))).toBe(wordsOf(clean));
      }),
      { numRuns: LONG ? 50_000 : 300 },
    );
  });

  it('keeps the same words of a text without hidden elements, however it is nested', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        expect(wordsOf(sanitiseRichText(html))).toBe(wordsOf(purifier.sanitize(html)));
      }),
      { numRuns: LONG ? 20_000 : 200 },
    );
  });

  it('leaves a well-formed text as DOMPurify does, letter by letter', () => {
    fc.assert(
      fc.property(wellFormed(), (html) => {
        const clean = sanitiseRichText(html);
        expect(clean).toBe(purifier.sanitize(html));
        expect(sanitiseRichText(clean)).toBe(clean);
      }),
      { numRuns: LONG ? 20_000 : 200 },
    );
  });
});

/**
 * Text as an editor writes it: each tag closed, in order, with elements in between that the
 * allow-list drops.
 */
function wellFormed(): fc.Arbitrary<string> {
  const { blocks } = fc.letrec<{ blocks: string; list: string; inline: string }>((tie) => ({
    inline: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('texto', 'a &amp; b', '&lt;p&gt;', 'nº&nbsp;1', '<br>', ' ', '"'),
      fc
        .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'b', 'span'), tie('inline'))
        .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc
        .tuple(fc.constantFrom(...FONTS, 'Comic Sans'), tie('inline'))
        .map(([font, inner]) => `<span style="color: red; font-family: '${font}', serif">${inner}</span>`),
      fc
        .constantFrom(
          'https://a.example/?b=1&amp;c=%22',
          'mailto:a@b.example',
          'javascript:x',
          '/a',
          ' http://a.example ',
        )
        .map((href) => `<a target="_blank" href="${href}">elo</a>`),
    ),
    list: fc
      .tuple(
        fc.constantFrom('ul', 'ol'),
        fc.array(fc.oneof({ depthSize: 'small' }, tie('inline'), tie('list')), { maxLength: 3 }),
      )
      .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`),
    blocks: fc
      .array(
        fc.oneof(
          fc
            .tuple(fc.constantFrom('p', 'h1', 'h4', 'div', 'p class="MsoNormal"'), tie('inline'))
            .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
          tie('list'),
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join('\n')),
  }));
  return blocks;
}

function parse(html: string): HTMLElement {
  return domParser.parseFromString(html, 'text/html').body;
}

function expectAllowed(html: string): void {
  for (const element of parse(html).querySelectorAll('*')) {
    expect(ALLOWED_TAGS).toContain(element.localName);
    for (const { name, value } of element.attributes) {
      expect(`${element.localName} ${name}=${value}`).toMatch(
        /^(a href=(https?:\/\/|mailto:)|span style=font-family: ')/i,
      );
    }
  }
}

function nameOfRemoved(one: DOMPurify['removed'][number]): string {
  return 'element' in one ? one.element.nodeName : `${one.from.nodeName}@${one.attribute?.name}`;
}

function wordsOf(html: string): string {
  return plainTextOf(html).replaceAll(' ', '');
}
