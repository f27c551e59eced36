// The behaviour of the edited document: which nodes may stand where, Enter and Backspace in lists,
// and pasting.

import { excessOf, FOREIGN_TEXT_MAX, RICH_TEXT_MAX } from '#domain/rich-text-bounds.ts';
import { hasText } from '#domain/plain-text.ts';
import { Editor, Element, Node, type NodeEntry, type Path, Range, Transforms } from 'slate';
import { leaveLists } from './format.ts';
import { insertApart, insertBlocks } from './insert-blocks.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { readFragment } from './pasted-fragment.ts';
import { type PastedText, readPasted } from './pasted-html.ts';
import { textToBlocks } from './plain-text.ts';
import type { SlateHeading } from './slate-types.ts';
import { toSlate } from './slate-value.ts';

/** What is told of a paste. */
export type PasteTold = {
  /** The text could never be sent (S23), and is not inserted. */
  readonly tooMuch?: () => void;
  /** Pictures stood in the text, which are not inserted. */
  readonly pictures?: () => void;
  /** Files came without words. */
  readonly files?: (files: File[]) => void;
};

/**
 * Teaches a Slate editor the product's rich text. Nothing here looks at keys, so composition is
 * never disturbed.
 */
export function withRichText(editor: Editor, told: PasteTold = {}): Editor {
  const { isInline, normalizeNode, insertBreak, deleteBackward } = editor;

  editor.isInline = (element) => element.type === 'link' || isInline(element);

  editor.normalizeNode = (entry, options) => {
    if (!repair(editor, entry)) normalizeNode(entry, options);
  };

  editor.insertBreak = () => {
    const line = currentLine(editor);
    if (line && Node.string(line[0]) === '') return leaveLists(editor);
    if (line) return splitItem(editor);
    insertBreak();
    // After a heading, writing goes on as text.
    const [block] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type === 'heading' });
    if (block && Node.string(block[0]) === '') {
      Transforms.unsetNodes<SlateHeading>(editor, 'level', { at: block[1] });
      Transforms.setNodes(editor, { type: 'paragraph' }, { at: block[1] });
    }
  };

  editor.deleteBackward = (unit) => {
    const { selection } = editor;
    const line = currentLine(editor);
    if (line && selection && Range.isCollapsed(selection) && Editor.isStart(editor, selection.anchor, line[1])) {
      const isFirst = line[1].at(-1) === 0;
      if (isFirst) return leaveLists(editor);
    }
    deleteBackward(unit);
  };

  // Slate's own would insert the nodes that a page put on the clipboard as they are.
  editor.insertData = (data) => {
    const pasted = readClipboard(data);
    const html = pasted === null ? '' : nodesToHtml(pasted.blocks);
    if (pasted === null || excessOf(html) !== null) return told.tooMuch?.();
    const { blocks, hasPictures, isApart } = pasted;
    const files = [...(data.files ?? [])];
    // Spreadsheets also bring their cells as a picture: words go before pictures.
    if (files.length > 0 && !hasText(html)) return told.files?.(files);
    const insert = isApart ? insertApart : insertBlocks;
    if (blocks.length > 0 && (hasText(html) || !hasPictures)) insert(editor, toSlate(blocks));
    if (hasPictures) told.pictures?.();
  };

  // Shift+Enter.
  editor.insertSoftBreak = () => editor.insertText('\n');

  return editor;
}

/** The blocks on the clipboard; null when the text has more words than allowed. */
function readClipboard(data: DataTransfer): PastedText | null {
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const fragment = readFragment(data.getData('application/x-slate-fragment'));
  // What another editor wrote is better read from the HTML that it wrote beside.
  if (fragment && (fragment.isOwn || html === ''))
    return { blocks: fragment.blocks, hasPictures: false, isApart: false };
  if (html !== '' && (text === '' || excessOf(html, FOREIGN_TEXT_MAX) === null)) return readPasted(html);
  if (text === '') return { blocks: [], hasPictures: false, isApart: false };
  return text.length > RICH_TEXT_MAX.length ? null : { blocks: textToBlocks(text), hasPictures: false, isApart: false };
}

/**
 * Repairs one misplaced node at a time. True when something changed and Slate should look again.
 */
function repair(editor: Editor, [node, path]: NodeEntry): boolean {
  if (!Element.isElement(node)) return false;
  const parent = path.length > 0 ? Node.parent(editor, path) : editor;
  const parentType = Element.isElement(parent) ? parent.type : null;
  if (node.type === 'item' && parentType !== 'list') return unwrap(editor, path);
  if (node.type === 'line' && parentType !== 'item') return retype(editor, path);
  if (node.type === 'link' && (Node.string(node) === '' || parentType === 'link')) return unwrap(editor, path);
  if (node.type === 'list') {
    for (const [child, childPath] of Node.children(editor, path)) {
      if (Element.isElement(child) && child.type !== 'item') {
        Transforms.wrapNodes(editor, { type: 'item', children: [] }, { at: childPath });
        return true;
      }
    }
  }
  if (node.type === 'item') {
    for (const [child, childPath] of Node.children(editor, path)) {
      if (!Element.isElement(child) || child.type === 'link') {
        Transforms.wrapNodes(editor, { type: 'line', children: [] }, { at: childPath });
        return true;
      }
      if (child.type === 'paragraph' || child.type === 'heading') {
        Transforms.setNodes(editor, { type: 'line' }, { at: childPath });
        return true;
      }
      if (child.type === 'item') return unwrap(editor, childPath);
    }
  }
  return false;
}

function unwrap(editor: Editor, path: Path): true {
  Transforms.unwrapNodes(editor, { at: path });
  return true;
}

function retype(editor: Editor, path: Path): true {
  Transforms.setNodes(editor, { type: 'paragraph' }, { at: path });
  return true;
}

function currentLine(editor: Editor): NodeEntry | undefined {
  if (!editor.selection) return undefined;
  const [line] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type === 'line' });
  return line;
}

/** Enter inside an item: the rest of the line becomes the next item. */
function splitItem(editor: Editor): void {
  Transforms.splitNodes(editor, { match: (node) => Element.isElement(node) && node.type === 'item', always: true });
}
