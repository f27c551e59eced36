// The behaviour of the edited document: which nodes may stand where, Enter and Backspace in lists, and pasting.

import { excessOf, FOREIGN_TEXT_MAX, RICH_TEXT_MAX } from '#domain/rich-text-bounds.ts';
import type { RichBlock } from '#domain/rich-text.ts';
import { Editor, Element, Node, type NodeEntry, type Path, Range, Transforms } from 'slate';
import { leaveLists } from './format.ts';
import { insertBlocks } from './insert-blocks.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { pastedToNodes } from './pasted-html.ts';
import { textToBlocks } from './plain-text.ts';
import type { SlateHeading } from './slate-types.ts';
import { toSlate } from './slate-value.ts';

/** Longest fragment in base64 that Slate itself puts on the clipboard. A longer one comes from elsewhere. */
const FRAGMENT_MAX = 4 * RICH_TEXT_MAX.length;

/**
 * Teaches a Slate editor the product's rich text. Nothing here looks at keys, so composition is never disturbed. A pasted
 * text that could never be sent (S23) is not inserted, and `onTooMuch` is called.
 */
export function withRichText(editor: Editor, onTooMuch: () => void = () => undefined): Editor {
  const { isInline, normalizeNode, insertBreak, deleteBackward, insertData } = editor;

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

  editor.insertData = (data) => {
    const fragment = data.getData('application/x-slate-fragment');
    if (fragment !== '' && fragment.length <= FRAGMENT_MAX) return insertData(data);
    const blocks = pastedBlocks(data);
    if (blocks === null || excessOf(nodesToHtml(blocks)) !== null) return onTooMuch();
    if (blocks.length > 0) insertBlocks(editor, toSlate(blocks));
  };

  return editor;
}

/** Null when the text has more words than allowed. */
function pastedBlocks(data: DataTransfer): RichBlock[] | null {
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (html !== '' && (text === '' || excessOf(html, FOREIGN_TEXT_MAX) === null)) return pastedToNodes(html);
  return text.length > RICH_TEXT_MAX.length ? null : textToBlocks(text);
}

/** Repairs one misplaced node at a time. True when something changed and Slate should look again. */
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
