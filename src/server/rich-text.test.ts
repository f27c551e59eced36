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
    ['<div>a <b>b</b></div>', 'a b'],
    ['a &lt;b&gt; &amp; c', 'a &lt;b&gt; &amp; c'],
  ])('%s', (html, clean) => {
    expect(sanitiseRichText(html)).toBe(clean);
  });

  it('changes nothing when run again', () => {
    const html =
      '<h2>Título</h2><p>a <span style="font-family: \'Source Sans 3\'">b</span> <a href="http://c.example">c</a></p>';
    expect(sanitiseRichText(sanitiseRichText(html))).toBe(html);
  });
});
