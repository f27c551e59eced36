// The effects of the tools on the text. Every function leaves the document unchanged when there is
// no selection.

import { Editor, Element, Range, Transforms } from 'slate';
import { type Font, type HeadingLevel, isAllowedHref } from '#domain/rich-text.ts';
import type { MarkName, SlateElement, SlateHeading } from './slate-types.ts';
import { ReactEditor } from 'slate-react';

/** The formats at the selection, which the tools show as pressed. */
type Format = {
  readonly marks: readonly MarkName[];
  readonly font: Font;
  readonly heading: HeadingLevel | null;
  readonly list: 'ordered' | 'bulleted' | null;
  readonly link: string | null;
};

const markNames: readonly MarkName[] = ['strong', 'em', 'u', 's'];

export function formatAt(editor: Editor): Format {
  const marks = (editor.selection ? Editor.marks(editor) : null) as Partial<Record<string, unknown>> | null;
  const heading = above(editor, 'heading');
  const list = above(editor, 'list');
  const link = above(editor, 'link');
  return {
    marks: markNames.filter((mark) => marks?.[mark]),
    font: (marks?.['font'] as Font | undefined) ?? 'Inter',
    heading: heading?.type === 'heading' ? heading.level : null,
    list: list?.type === 'list' ? (list.ordered ? 'ordered' : 'bulleted') : null,
    link: link?.type === 'link' ? link.href : null,
  };
}

/** Turns a mark on or off for the selection, or for the text that is typed next. */
export function toggleMark(editor: Editor, mark: MarkName): void {
  if (!editor.selection) return;
  if (formatAt(editor).marks.includes(mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

/** Sets the font. The default font is stored as no font. */
export function setFont(editor: Editor, font: Font): void {
  if (!editor.selection) return;
  if (font === 'Inter') Editor.removeMark(editor, 'font');
  else Editor.addMark(editor, 'font', font);
}

/**
 * Makes the selected blocks headings of a level, or paragraphs when `level` is null. Blocks in
 * lists leave their lists first.
 */
export function setHeading(editor: Editor, level: HeadingLevel | null): void {
  if (!editor.selection) return;
  Editor.withoutNormalizing(editor, () => {
    leaveLists(editor);
    const match = (node: unknown) => isElement(node) && (node.type === 'paragraph' || node.type === 'heading');
    Transforms.unsetNodes<SlateHeading>(editor, 'level', { match });
    Transforms.setNodes(editor, level === null ? { type: 'paragraph' } : { type: 'heading', level }, { match });
  });
}

/**
 * Turns the selected blocks into a list of this kind. A list of the other kind changes its kind;
 * the items of a list of this kind leave it.
 */
export function toggleList(editor: Editor, ordered: boolean): void {
  if (!editor.selection) return;
  const list = above(editor, 'list');
  Editor.withoutNormalizing(editor, () => {
    if (list?.type === 'list' && list.ordered !== ordered) {
      Transforms.setNodes<SlateElement>(editor, { ordered }, { match: (node) => node === list });
      return;
    }
    if (list) return leaveLists(editor);
    const match = (node: unknown) => isElement(node) && (node.type === 'paragraph' || node.type === 'heading');
    Transforms.unsetNodes<SlateHeading>(editor, 'level', { match });
    Transforms.setNodes(editor, { type: 'line' }, { match });
    const isLine = (node: unknown) => isElement(node) && node.type === 'line';
    const lines = [...Editor.nodes(editor, { match: isLine })].map(([, path]) => Editor.pathRef(editor, path));
    for (const line of lines) {
      const path = line.unref();
      if (path) Transforms.wrapNodes(editor, { type: 'item', children: [] }, { at: path });
    }
    const isItem = (node: unknown) => isElement(node) && node.type === 'item';
    Transforms.wrapNodes(editor, { type: 'list', ordered, children: [] }, { match: isItem });
  });
}

/** Lifts the selected items out of all their lists and makes them paragraphs. */
export function leaveLists(editor: Editor): void {
  // Items stand outside a list between the two steps. Normalizing then would repair them too early.
  Editor.withoutNormalizing(editor, () => {
    while (above(editor, 'list')) {
      const before = depthOfSelection(editor);
      for (const type of ['list', 'item']) {
        Transforms.unwrapNodes(editor, {
          match: (node) => isElement(node) && node.type === type,
          split: true,
          mode: 'lowest',
        });
      }
      if (depthOfSelection(editor) >= before) break;
    }
    const match = (node: unknown) => isElement(node) && node.type === 'line';
    Transforms.setNodes<SlateElement>(editor, { type: 'paragraph' }, { match });
  });
}

/**
 * Links the selection; without one, inserts the address as a link. Returns false when the text
 * typed is no allowed address.
 */
export function setLink(editor: Editor, typed: string): boolean {
  if (!editor.selection) return false;
  const href = readAddress(typed);
  if (!href) return false;
  if (above(editor, 'link')) removeLink(editor);
  if (Range.isCollapsed(editor.selection)) {
    Transforms.insertNodes(editor, { type: 'link', href, children: [{ text: typed.trim() }] });
  } else {
    Transforms.wrapNodes(editor, { type: 'link', href, children: [] }, { split: true });
    Transforms.collapse(editor, { edge: 'end' });
  }
  return true;
}

/** Removes the link and keeps its words. */
export function removeLink(editor: Editor): void {
  Transforms.unwrapNodes(editor, { match: (node) => isElement(node) && node.type === 'link' });
}

/**
 * Reads an address as people type it: `site.gov.br` and `nome@site.gov.br` get their scheme. Null
 * when the text is not an allowed address.
 */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  if (isAllowedHref(text)) return text;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /\s/.test(text) || !text.slice(1, -1).includes('.')) return null;
  const href = text.includes('@') ? `mailto:${text}` : `https://${text}`;
  return isAllowedHref(href) ? href : null;
}

function above(editor: Editor, type: SlateElement['type']): SlateElement | null {
  if (!editor.selection) return null;
  const [entry] = Editor.nodes(editor, {
    at: Editor.unhangRange(editor, editor.selection),
    match: (node) => isElement(node) && node.type === type,
    mode: 'lowest',
  });
  return entry ? (entry[0] as SlateElement) : null;
}

function depthOfSelection(editor: Editor): number {
  return editor.selection?.anchor.path.length ?? 0;
}

function isElement(node: unknown): node is SlateElement {
  return Element.isElement(node);
}

/**
 * Gives the focus back to the text. Slate does nothing when it believes that it still has the
 * focus, so the element is focused too.
 */
export function focusText(editor: Editor): void {
  ReactEditor.focus(editor);
  const element = ReactEditor.toDOMNode(editor, editor);
  if (element.ownerDocument.activeElement !== element) element.focus({ preventScroll: true });
}
