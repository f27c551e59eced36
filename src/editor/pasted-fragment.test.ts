import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nodesToHtml } from './nodes-to-html.ts';
import { readFragment } from './pasted-fragment.ts';

const encode = (nodes: unknown) => btoa(encodeURIComponent(JSON.stringify(nodes)));
const read = (nodes: unknown) => {
  const fragment = readFragment(encode(nodes));
  return fragment === null ? null : nodesToHtml(fragment.blocks);
};
const text = (words: string) => ({ text: words });

describe('a fragment of an editor', () => {
  it.each<[string, unknown[], string]>([
    [
      'what this editor writes',
      [
        { type: 'heading', level: 2, children: [text('a')] },
        {
          type: 'list',
          ordered: true,
          children: [
            {
              type: 'item',
              children: [
                { type: 'line', children: [text('b')] },
                {
                  type: 'list',
                  ordered: false,
                  children: [{ type: 'item', children: [{ type: 'line', children: [text('c')] }] }],
                },
              ],
            },
            { type: 'item', children: [{ type: 'line', children: [text('d')] }] },
          ],
        },
        {
          type: 'paragraph',
          children: [
            { text: 'e', strong: true, font: 'Lato' },
            { type: 'link', href: 'https://a.example', children: [text('f')] },
          ],
        },
      ],
      `<h2>a</h2><ol><li>b<ul><li>c</li></ul></li><li>d</li></ol><p><span style="font-family: 'Lato'"><strong>e</strong></span><a href="https://a.example">f</a></p>`,
    ],
    [
      'words of one item',
      [
        {
          type: 'list',
          ordered: true,
          children: [{ type: 'item', children: [{ type: 'line', children: [text('a')] }] }],
        },
      ],
      '<p>a</p>',
    ],
    [
      'unknown blocks',
      [
        {
          type: 'table',
          children: [
            { type: 'row', children: [text('a')] },
            { type: 'row', children: [text('b')] },
          ],
        },
      ],
      '<p>a</p><p>b</p>',
    ],
    [
      'unknown inlines',
      [{ type: 'paragraph', children: [text('a '), { type: 'mention', children: [text('b')] }, text(' c')] }],
      '<p>a b c</p>',
    ],
    [
      'addresses, levels, fonts and marks out of the list',
      [
        {
          type: 'paragraph',
          children: [
            { type: 'link', href: 'javascript:alert(1)', children: [text('a')] },
            { text: 'b', font: 'x"', strong: 'yes', hidden: true },
          ],
        },
        { type: 'heading', level: 9, children: [text('c')] },
      ],
      '<p>ab</p><p>c</p>',
    ],
    [
      'nodes in the wrong places',
      [
        { type: 'item', children: [text('a')] },
        { type: 'list', children: [text('b'), { type: 'line', children: [text('c')] }] },
      ],
      '<ul><li>a</li></ul><ul><li>b</li><li>c</li></ul>',
    ],
    ['what is no node', [null, 3, 'x', [text('y')], { children: 'z' }, { text: 4 }], ''],
  ])('%s', (_what, nodes, html) => {
    expect(read(nodes)).toBe(html);
  });

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no list', encode({ type: 'paragraph' })],
    ['nested without an end', btoa(`${'[{"children":'.repeat(5000)}[]${'}]'.repeat(5000)}`)],
    ['longer than any text', 'a'.repeat(800_001)],
  ])('is not read: %s', (_what, encoded) => {
    expect(readFragment(encoded)).toBeNull();
  });

  it('no fragment makes the reading throw, and none brings a tag or an address that is not allowed', () => {
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.record({ text: fc.constantFrom('a', '<b>', '') }),
        fc.record({
          type: fc.constantFrom('list', 'item', 'line', 'paragraph', 'heading', 'link', 'image', '__proto__', 7),
          href: fc.constantFrom('javascript:x', 'https://a.example', 1),
          level: fc.constantFrom(1, 7, '2'),
          ordered: fc.constantFrom(true, 'x'),
          children: fc.array(tie('node'), { maxLength: 4 }),
        }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (nodes) => {
        const html = read(nodes) ?? '';
        expect(html.replace(/<\/?(?:p|h1|ol|ul|li|br|a|a href="https:\/\/a\.example")>/g, '')).not.toMatch(/[<>]/);
      }),
      { numRuns: 300 },
    );
  });
});
