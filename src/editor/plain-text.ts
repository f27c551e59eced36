import type { RichBlock, RichInline, RichItem, RichList } from '#domain/rich-text.ts';
import { composed, withoutStray } from '#domain/text.ts';

/**
 * Blocks as plain lines, with the signs of list items: for the simple editor, for copying, and
 * after a failure of the rich editor.
 */
export function blocksToText(blocks: readonly RichBlock[]): string {
  return blocks.map((block) => (block.type === 'list' ? listText(block, '') : inlineText(block.children))).join('\n');
}

/** Plain lines as paragraphs, one for each line, in NFC. Spaces before the words stay. */
export function textToBlocks(text: string): RichBlock[] {
  return text.split(/\r\n?|\n/).map((line): RichBlock => {
    const words = withoutSpacesAtEnd(composed(withoutStray(keptSpaces(line, true))));
    return { type: 'paragraph', children: words ? [{ text: words, marks: [], font: null }] : [] };
  });
}

function withoutSpacesAtEnd(line: string): string {
  return line.trim() === '' ? '' : line.trimEnd();
}

function listText({ ordered, items }: RichList, indent: string): string {
  return items.map((item, index) => itemText(item, `${indent}${ordered ? `${index + 1}.` : '-'} `)).join('\n');
}

function itemText({ children }: RichItem, sign: string): string {
  const indent = ' '.repeat(sign.length);
  let text = sign;
  for (const child of children) {
    text += 'type' in child && child.type === 'list' ? `\n${listText(child, indent)}` : inlineText([child]);
  }
  return text;
}

function inlineText(nodes: readonly RichInline[]): string {
  return nodes
    .map((node) => {
      if (!('type' in node)) return node.text;
      return node.type === 'break' ? '\n' : node.children.map((child) => child.text).join('');
    })
    .join('');
}

/**
 * A line of plain text as HTML that shows all of its spaces: a tab becomes four spaces, and a space
 * that HTML would collapse becomes a no-break space.
 */
export function keptSpaces(line: string, isAtStart: boolean): string {
  let isAfterSpace = isAtStart;
  let kept = '';
  for (const letter of line.replaceAll('\t', '    ')) {
    const shown = letter === ' ' && isAfterSpace ? '\u00a0' : letter;
    isAfterSpace = shown === ' ';
    kept += shown;
  }
  return kept;
}
