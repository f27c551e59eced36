import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { createEditor, Editor, Transforms } from 'slate';
import { withHistory } from 'slate-history';
import { withReact } from 'slate-react';
import { describe, expect, it } from 'vitest';
import { formatAt, readAddress, setFont, setHeading, setLink, toggleList, toggleMark } from './format.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import { insertApart, insertBlocks, withRichText } from './with-rich-text.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import type { SlateBlock } from './slate-types.ts';
import { fromSlate, toSlate } from './slate-value.ts';

const parser = new new JSDOM().window.DOMParser();

function open(html: string): Editor {
  const editor = withRichText(withHistory(withReact(createEditor())));
  editor.children = toSlate(htmlToNodes(html, parser));
  Editor.normalize(editor, { force: true });
  Transforms.select(editor, Editor.range(editor, []));
  return editor;
}

function htmlOf(editor: Editor): string {
  return nodesToHtml(fromSlate(editor.children as SlateBlock[]));
}

const atEnd = (editor: Editor) => Transforms.select(editor, Editor.end(editor, []));

describe('lists', () => {
  it('makes a list of paragraphs and headings, changes its kind, and leaves it', () => {
    const editor = open('<p>a</p><h2>b</h2>');
    toggleList(editor, false);
    expect(htmlOf(editor)).toBe('<ul><li>a</li><li>b</li></ul>');
    toggleList(editor, true);
    expect(htmlOf(editor)).toBe('<ol><li>a</li><li>b</li></ol>');
    toggleList(editor, true);
    expect(htmlOf(editor)).toBe('<p>a</p><p>b</p>');
  });

  it('leaves with one item only, and the others stay', () => {
    const editor = open('<ul><li>a</li><li>b</li><li>c</li></ul>');
    Transforms.select(editor, Editor.start(editor, [0, 1]));
    toggleList(editor, false);
    expect(htmlOf(editor)).toBe('<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>');
  });

  it('Enter makes the next item, and on an empty one ends the list', () => {
    const editor = open('<ul><li>ab</li></ul>');
    Transforms.select(editor, { path: [0, 0, 0, 0], offset: 1 });
    editor.insertBreak();
    expect(htmlOf(editor)).toBe('<ul><li>a</li><li>b</li></ul>');
    atEnd(editor);
    editor.insertBreak();
    editor.insertBreak();
    editor.insertText('c');
    expect(htmlOf(editor)).toBe('<ul><li>a</li><li>b</li></ul><p>c</p>');
  });

  it('Backspace at the start of an item makes it a paragraph', () => {
    const editor = open('<ul><li>a</li><li>b</li></ul>');
    Transforms.select(editor, Editor.start(editor, [0, 1]));
    editor.deleteBackward('character');
    expect(htmlOf(editor)).toBe('<ul><li>a</li></ul><p>b</p>');
  });
});

describe('headings, marks, fonts, links', () => {
  it('sets and unsets a heading; Enter after it goes on as text', () => {
    const editor = open('<p>a</p>');
    setHeading(editor, 2);
    atEnd(editor);
    editor.insertBreak();
    editor.insertText('b');
    expect(htmlOf(editor)).toBe('<h2>a</h2><p>b</p>');
    Transforms.select(editor, Editor.range(editor, []));
    setHeading(editor, null);
    expect(htmlOf(editor)).toBe('<p>a</p><p>b</p>');
  });

  it('tells the state of the tools', () => {
    const editor = open(`<ol><li><span style="font-family: 'Lato'"><strong>a</strong></span></li></ol>`);
    expect(formatAt(editor)).toEqual({ marks: ['strong'], font: 'Lato', heading: null, list: 'ordered', link: null });
  });

  it('the default font is no font', () => {
    const editor = open('<p>a</p>');
    setFont(editor, 'Roboto');
    expect(htmlOf(editor)).toBe(`<p><span style="font-family: 'Roboto'">a</span></p>`);
    setFont(editor, 'Inter');
    expect(htmlOf(editor)).toBe('<p>a</p>');
  });

  it('links words, or writes the address where nothing is selected', () => {
    const editor = open('<p>elo</p>');
    expect(setLink(editor, 'prefeitura.example')).toBe(true);
    expect(htmlOf(editor)).toBe('<p><a href="https://prefeitura.example">elo</a></p>');
    const other = open('<p>a</p>');
    atEnd(other);
    setLink(other, 'https://b.example');
    expect(htmlOf(other)).toBe('<p>a<a href="https://b.example">https://b.example</a></p>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'palavra', '', 'a b.example'])(
    'refuses the address "%s"',
    (typed) => {
      expect(readAddress(typed)).toBeNull();
    },
  );

  it('completes mail addresses', () => {
    expect(readAddress('gabinete@vale.example')).toBe('mailto:gabinete@vale.example');
  });
});

describe('pasting', () => {
  /** What an editor holds after a paste, and how often it said that it was too much. */
  function paste(data: Readonly<Record<string, string>>): { html: string; refused: number } {
    const said = { refused: 0 };
    const editor = withRichText(withHistory(withReact(createEditor())), { tooMuch: () => (said.refused += 1) });
    editor.children = toSlate([]);
    Transforms.select(editor, Editor.start(editor, []));
    const transfer = { types: Object.keys(data), getData: (type: string) => data[type] ?? '' };
    editor.insertData(transfer as unknown as DataTransfer);
    return { html: htmlOf(editor), ...said };
  }

  it('takes the words as they are where the formatting is nested beyond any text', () => {
    const data = { 'text/html': '<ul><li>'.repeat(5000), 'text/plain': 'um\ndois' };
    expect(paste(data)).toEqual({ html: '<p>um</p><p>dois</p>', refused: 0 });
  });

  it.each([
    ['words', { 'text/plain': 'a'.repeat(200_001) }],
    ['paragraphs', { 'text/plain': 'a\n'.repeat(30_000) }],
    ['words beside hostile formatting', { 'text/html': '<b>'.repeat(5000), 'text/plain': 'a'.repeat(200_001) }],
    [
      'what says it comes from an editor like this',
      { 'application/x-slate-fragment': 'a'.repeat(1_000_000), 'text/plain': 'a'.repeat(200_001) },
    ],
  ])('leaves more than can be sent where it is, and says so: %s', (_what, data) => {
    expect(paste(data)).toEqual({ html: '<p><br></p>', refused: 1 });
  });

  it('takes 2,000 lines', () => {
    expect(paste({ 'text/plain': Array.from({ length: 2000 }, (_, at) => `linha ${at}`).join('\n') }).refused).toBe(0);
  });
});

describe('a list that is pasted', () => {
  const list = '<ol><li>um</li><li>dois</li></ol>';
  it.each([
    ['into nothing', { at: '<p></p>', offset: 0 }, `${list}`],
    ['behind words', { at: '<p>Segue:</p>', offset: 6 }, `<p>Segue:</p>${list}`],
    ['into words', { at: '<p>antes depois</p>', offset: 6 }, `<p>antes</p>${list}<p>depois</p>`],
    ['before words', { at: '<p>depois</p>', offset: 0 }, `${list}<p>depois</p>`],
    ['into a title', { at: '<h2>Título</h2>', offset: 6 }, `<h2>Título</h2>${list}`],
    ['into an item', { at: '<ol><li>a</li><li>b</li></ol>', offset: 1 }, `<ol><li>a${list}</li><li>b</li></ol>`],
    ['into an item with bullets', { at: '<ul><li>a</li></ul>', offset: 1 }, `<ul><li>a${list}</li></ul>`],
    ['into an empty item', { at: '<ol><li></li></ol>', offset: 0 }, list],
    ['into an empty item with a bullet', { at: '<ul><li></li></ul>', offset: 0 }, list],
  ])('stays a list with its numbers: %s', (_where, { at, offset }, expected) => {
    const editor = open(at);
    const [first] = Editor.nodes(editor, { at: [], match: (node) => 'text' in node });
    if (!first) throw new Error('no place for the caret');
    Transforms.select(editor, { path: first[1], offset });
    insertBlocks(editor, toSlate(htmlToNodes(list, parser)));
    editor.insertText('!');
    expect(htmlOf(editor)).toBe(expected.replace('dois', 'dois!'));
    expect(nodesToHtml(htmlToNodes(htmlOf(editor), parser))).toBe(htmlOf(editor));
  });

  it.each([
    ['behind words', { at: '<p>ab</p>', offset: 2 }, '<p>ab</p><p>7. x</p><p>8. y</p>'],
    ['into words', { at: '<p>ab</p>', offset: 1 }, '<p>a</p><p>7. x</p><p>8. y</p><p>b</p>'],
    ['before words', { at: '<p>ab</p>', offset: 0 }, '<p>7. x</p><p>8. y</p><p>ab</p>'],
    ['into an item', { at: '<ol><li>ab</li></ol>', offset: 1 }, '<ol><li>a<br>7. x<br>8. y<br>b</li></ol>'],
    ['into nothing', { at: '<p></p>', offset: 0 }, '<p>7. x</p><p>8. y</p>'],
  ])('has lines of its own where its signs are text: %s', (_where, { at, offset }, expected) => {
    const editor = open(at);
    const [first] = Editor.nodes(editor, { at: [], match: (node) => 'text' in node });
    if (!first) throw new Error('no place for the caret');
    Transforms.select(editor, { path: first[1], offset });
    insertApart(editor, toSlate(htmlToNodes('<p>7. x</p><p>8. y</p>', parser)));
    expect(htmlOf(editor)).toBe(expected);
  });

  it('adds bullets to bullets', () => {
    const editor = open('<ul><li>ab</li><li>c</li></ul>');
    Transforms.select(editor, { path: [0, 0, 0, 0], offset: 1 });
    insertBlocks(editor, toSlate(htmlToNodes('<ul><li>x</li><li>y</li></ul>', parser)));
    expect(htmlOf(editor)).toBe('<ul><li>a</li><li>x</li><li>y</li><li>b</li><li>c</li></ul>');
  });

  it('goes in with the paragraphs around it, whose words join those of the line', () => {
    const editor = open('<p>antes depois</p>');
    Transforms.select(editor, { path: [0, 0], offset: 6 });
    insertBlocks(editor, toSlate(htmlToNodes('<p>x</p><ul><li>y</li></ul><p>z </p>', parser)));
    expect(htmlOf(editor)).toBe('<p>antes x</p><ul><li>y</li></ul><p>zdepois</p>');
  });

  it('words of a link go into another link as words', () => {
    const editor = open('<p><a href="https://a.example">ab</a></p>');
    Transforms.select(editor, { path: [0, 1, 0], offset: 1 });
    insertBlocks(editor, toSlate(htmlToNodes('<p>x<a href="https://b.example">y</a></p>', parser)));
    expect(htmlOf(editor)).toBe('<p><a href="https://a.example">axyb</a></p>');
  });
});

it('no sequence of acts leaves a text that HTML would change', () => {
  const act = fc.oneof(
    fc.constantFrom(
      'break',
      'back',
      'bold',
      'ul',
      'ol',
      'h2',
      'p',
      'link',
      'font',
      'undo',
      'all',
      'fragment',
      'ol pasted',
    ),
    fc.record({ at: fc.nat(30), to: fc.nat(30) }),
    fc.constantFrom('x', 'y z').map((typed) => ({ typed })),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const editor = open('<p>um dois</p><ul><li>a<ol><li>b</li></ol></li><li>c</li></ul><h3>t</h3>');
      for (const one of acts) {
        if (typeof one !== 'string') {
          if ('typed' in one) editor.insertText(one.typed);
          else {
            const points = [...Editor.positions(editor, { at: [] })];
            const [anchor, focus] = [points[one.at % points.length], points[one.to % points.length]];
            if (anchor && focus) Transforms.select(editor, { anchor, focus });
          }
        } else if (one === 'break') editor.insertBreak();
        else if (one === 'back') editor.deleteBackward('character');
        else if (one === 'bold') toggleMark(editor, 'strong');
        else if (one === 'ul' || one === 'ol') toggleList(editor, one === 'ol');
        else if (one === 'h2' || one === 'p') setHeading(editor, one === 'h2' ? 2 : null);
        else if (one === 'link') setLink(editor, 'https://a.example');
        else if (one === 'font') setFont(editor, 'Lato');
        else if (one === 'undo') editor.undo();
        else if (one === 'all') Transforms.select(editor, Editor.range(editor, []));
        else {
          const pasted =
            one === 'ol pasted' ? '<ol><li>i<ul><li>j</li></ul></li></ol>' : '<h2>f</h2><ul><li>g</li></ul><p>h</p>';
          insertBlocks(editor, toSlate(htmlToNodes(pasted, parser)));
        }
      }
      const html = htmlOf(editor);
      expect(nodesToHtml(htmlToNodes(html, parser))).toBe(html);
    }),
    {
      numRuns: 200,
      examples: [[['ul', 'ul', { at: 19, to: 20 }, { typed: 'y z' }, 'fragment', { at: 17, to: 15 }, 'break']]],
    },
  );
});
