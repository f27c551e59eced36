// The behaviour of the edited document: which nodes may contain which, Enter and Backspace in
// lists, and pasting.

import { excessOf, FOREIGN_TEXT_MAX, RICH_TEXT_MAX } from '#domain/rich-text.ts';
import { hasText } from '#domain/plain-text.ts';
import { Editor, Element, Node, type NodeEntry, Path, Range, Transforms } from 'slate';
import { leaveLists } from './format.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { readFragment } from './pasted-fragment.ts';
import { type PastedText, readPasted } from './pasted-html.ts';
import { textToBlocks } from './plain-text.ts';
import type {
  SlateHeading,
  SlateBlock,
  SlateElement,
  SlateInline,
  SlateItem,
  SlateLine,
  SlateList,
} from './slate-types.ts';
import { toSlate } from './slate-value.ts';

/** What is called when a paste leaves something out. */
type PasteMessages = {
  /** The text exceeds the bounds of a stored text (S23), and nothing is inserted. */
  readonly tooMuch?: () => void;
  /** The text contained pictures, which are not inserted. */
  readonly pictures?: () => void;
  /** Files were pasted or dropped without words. */
  readonly files?: (files: File[]) => void;
};

/**
 * Gives a Slate editor the product's rich text. No function here reads keys, so the composition of
 * accents and other scripts is never disturbed.
 */
export function withRichText(editor: Editor, told: PasteMessages = {}): Editor {
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
    // The line after a heading is a paragraph.
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

  // Slate's own `insertData` would insert nodes from the clipboard unchecked.
  editor.insertData = (data) => {
    const pasted = readClipboard(data);
    const html = pasted === null ? '' : nodesToHtml(pasted.blocks);
    if (pasted === null || excessOf(html) !== null) return told.tooMuch?.();
    const { blocks, hasPictures, isApart } = pasted;
    const files = [...(data.files ?? [])];
    // Spreadsheets also put their cells on the clipboard as a picture, so words take precedence
    // over files.
    if (files.length > 0 && !hasText(html)) return told.files?.(files);
    const insert = isApart ? insertApart : insertBlocks;
    if (blocks.length > 0 && (hasText(html) || !hasPictures)) insert(editor, toSlate(blocks));
    if (hasPictures) told.pictures?.();
  };

  // Shift+Enter breaks the line within its block.
  editor.insertSoftBreak = () => editor.insertText('\n');

  return editor;
}

/** The blocks on the clipboard; null when the text has more words than allowed. */
function readClipboard(data: DataTransfer): PastedText | null {
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const fragment = readFragment(data.getData('application/x-slate-fragment'));
  // A fragment of another editor is ignored when there is HTML beside it, which says more.
  if (fragment && (fragment.isOwn || html === ''))
    return { blocks: fragment.blocks, hasPictures: false, isApart: false };
  if (html !== '' && (text === '' || excessOf(html, FOREIGN_TEXT_MAX) === null)) return readPasted(html);
  if (text === '') return { blocks: [], hasPictures: false, isApart: false };
  return text.length > RICH_TEXT_MAX.length ? null : { blocks: textToBlocks(text), hasPictures: false, isApart: false };
}

/** Repairs a misplaced node. Returns true when something changed, so that Slate looks again. */
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

/** Enter inside an item: the rest of the item becomes the next item. */
function splitItem(editor: Editor): void {
  Transforms.splitNodes(editor, { match: (node) => Element.isElement(node) && node.type === 'item', always: true });
}

type Line = Extract<SlateElement, { type: 'paragraph' | 'heading' | 'line' }>;

/**
 * Replaces the selection with blocks, and puts the caret behind them. Words continue the line of
 * the caret. A list stays a list with its own numbers, also inside a text or an item of another
 * list.
 */
export function insertBlocks(editor: Editor, blocks: readonly SlateBlock[]): void {
  if (!editor.selection || blocks.length === 0) return;
  if (Range.isExpanded(editor.selection)) Transforms.delete(editor);
  const path = linePath(editor);
  if (path === null) return;
  const [only] = blocks.length === 1 ? blocks : [];
  const isEmpty = Node.string(Node.get(editor, path)) === '';
  Editor.withoutNormalizing(editor, () => {
    if (only && only.type !== 'list' && (isInItem(editor, path) || !isEmpty))
      return insertInlines(editor, only.children);
    const items = only?.type === 'list' ? siblingsOf(editor, { path, list: only }) : null;
    if (items !== null) return insertItems(editor, { path: Path.parent(path), items });
    if (isInItem(editor, path) && isEmpty && leaveItem(editor, { path: Path.parent(path), blocks })) return;
    insertBetween(editor, { path, blocks: [...blocks] });
  });
}

/**
 * Inserts blocks on lines of their own. Items of a pasted list that became lines are inserted so.
 */
export function insertApart(editor: Editor, blocks: readonly SlateBlock[]): void {
  if (!editor.selection) return;
  if (Range.isExpanded(editor.selection)) Transforms.delete(editor);
  const path = linePath(editor);
  const { anchor } = editor.selection;
  if (path === null) return;
  const [hasHead, hasTail] = [!Editor.isStart(editor, anchor, path), !Editor.isEnd(editor, anchor, path)];
  const line = { match: (_node: Node, at: Path) => Path.equals(at, path), always: true };
  Editor.withoutNormalizing(editor, () => {
    if (hasTail) {
      Transforms.splitNodes(editor, line);
      Transforms.select(editor, Editor.end(editor, path));
    }
    if (hasHead) Transforms.splitNodes(editor, line);
    insertBlocks(editor, blocks);
  });
}

/**
 * The items of `list`, if they can join the list at the caret and keep their signs; null otherwise.
 */
function siblingsOf(editor: Editor, { path, list }: { path: Path; list: SlateList }): SlateItem[] | null {
  if (!isInItem(editor, path)) return null;
  const item = Path.parent(path);
  const outer = Node.get(editor, Path.parent(item)) as SlateList;
  const isAlone = outer.children.length === 1 && isEmptyItem(editor, item);
  // Items are only inserted at the one line of an item, not within an item of several parts.
  if (path.at(-1) !== 0 || outer.children[item.at(-1) ?? 0]?.children.length !== 1) return null;
  return outer.ordered === list.ordered && (!list.ordered || isAlone) ? list.children : null;
}

/** Puts items between the words before the caret and those after it. */
function insertItems(editor: Editor, { path, items }: { path: Path; items: SlateItem[] }): void {
  const point = editor.selection?.anchor;
  if (point === undefined) return;
  const [hasHead, hasTail] = [!Editor.isStart(editor, point, path), !Editor.isEnd(editor, point, path)];
  Transforms.splitNodes(editor, { match: (_node, at) => Path.equals(at, path), always: true });
  const first = Path.next(path);
  Transforms.insertNodes<SlateElement>(editor, items, { at: first });
  const tail = [...Path.parent(path), (first.at(-1) ?? 0) + items.length];
  Transforms.select(editor, Editor.end(editor, Path.previous(tail)));
  if (!hasTail) Transforms.removeNodes(editor, { at: tail });
  if (!hasHead) Transforms.removeNodes(editor, { at: path });
}

/**
 * Replaces the empty last item of a list with blocks behind the list. Returns false, and changes
 * nothing, for any other item.
 */
function leaveItem(editor: Editor, { path, blocks }: { path: Path; blocks: readonly SlateBlock[] }): boolean {
  const outer = Path.parent(path);
  const { length } = (Node.get(editor, outer) as SlateList).children;
  if (path.at(-1) !== length - 1 || !isEmptyItem(editor, path)) return false;
  const parts = isInItem(editor, outer) ? blocks.map(asPart) : blocks;
  const first = Path.next(outer);
  Transforms.insertNodes<SlateElement>(editor, [...parts], { at: first });
  Transforms.select(editor, Editor.end(editor, [...Path.parent(outer), (first.at(-1) ?? 0) + parts.length - 1]));
  Transforms.removeNodes(editor, { at: length === 1 ? outer : path });
  return true;
}

function insertBetween(editor: Editor, { path, blocks }: { path: Path; blocks: SlateBlock[] }): void {
  const point = editor.selection?.anchor;
  if (point === undefined) return;
  const hasHead = !Editor.isStart(editor, point, path);
  const hasTail = !Editor.isEnd(editor, point, path);
  if (hasHead && blocks[0]?.type === 'paragraph') insertInlines(editor, (blocks.shift() as Line).children);
  const last = hasTail && blocks.at(-1)?.type === 'paragraph' ? (blocks.pop() as Line) : undefined;
  // Splits the line at the caret in two. A half that stays empty is removed at the end.
  Transforms.splitNodes(editor, { match: (_node, at) => Path.equals(at, path), always: true });
  const tail = Editor.pathRef(editor, Path.next(path));
  const parts = isInItem(editor, path) ? blocks.map(asPart) : blocks;
  Transforms.insertNodes<SlateElement>(editor, parts, { at: Path.next(path) });
  const tailPath = tail.unref();
  if (tailPath === null) return;
  if (last !== undefined) {
    Transforms.select(editor, Editor.start(editor, tailPath));
    insertInlines(editor, last.children);
  } else if (parts.length > 0) Transforms.select(editor, Editor.end(editor, Path.previous(tailPath)));
  if (!hasTail && last === undefined && parts.length > 0) Transforms.removeNodes(editor, { at: tailPath });
  if (!hasHead) dropLine(editor, path);
}

/** Removes an empty line, unless the item would then have no line before its list. */
function dropLine(editor: Editor, path: Path): void {
  if (!isInItem(editor, path)) return Transforms.removeNodes(editor, { at: path });
  const next = Node.has(editor, Path.next(path)) ? Node.get(editor, Path.next(path)) : null;
  if (next === null || (Element.isElement(next) && next.type === 'list')) return;
  Transforms.removeNodes(editor, { at: path });
}

/** A block in the form that it has inside an item. */
function asPart(block: SlateBlock): SlateLine | SlateList {
  return block.type === 'list' ? block : { type: 'line', children: block.children };
}

/** Inserts words at the caret. */
function insertInlines(editor: Editor, children: readonly SlateInline[]): void {
  const words = children.filter((child) => 'type' in child || child.text !== '');
  if (words.length > 0) Transforms.insertNodes(editor, words, { select: true });
}

function linePath(editor: Editor): Path | null {
  const [entry] = Editor.nodes(editor, {
    match: (node) => Element.isElement(node) && ['paragraph', 'heading', 'line'].includes(node.type),
    mode: 'lowest',
  });
  return entry?.[1] ?? null;
}

function isInItem(editor: Editor, path: Path): boolean {
  const parent = Node.parent(editor, path);
  return Element.isElement(parent) && parent.type === 'item';
}

function isEmptyItem(editor: Editor, path: Path): boolean {
  const item = Node.get(editor, path) as SlateItem;
  return item.children.length === 1 && item.children[0]?.type === 'line' && Node.string(item) === '';
}
