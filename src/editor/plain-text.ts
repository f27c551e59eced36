import type { RichBlock, RichInline, RichItem, RichList } from '#domain/rich-text.ts';
import { composed } from '#domain/text.ts';

/** Blocks as plain lines, list items with their sign: for the simple editor, for copying and for rescue. */
export function blocksToText(blocks: readonly RichBlock[]): string {
  return blocks.map((block) => (block.type === 'list' ? listText(block, '') : inlineText(block.children))).join('\n');
}

/** Plain lines as paragraphs, one per line, in NFC. */
export function textToBlocks(text: string): RichBlock[] {
  return text.split(/\r\n?|\n/).map((line): RichBlock => {
    const words = composed(line).trim();
    return { type: 'paragraph', children: words ? [{ text: words, marks: [], font: null }] : [] };
  });
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
