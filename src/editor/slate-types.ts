// The editor's own document: Slate elements and texts. Only this room knows them; values that go in
// and out are HTML.

import type { BaseEditor } from 'slate';
import type { HistoryEditor } from 'slate-history';
import type { ReactEditor } from 'slate-react';
import type { Font, HeadingLevel } from '#domain/rich-text.ts';

export type MarkName = 'strong' | 'em' | 'u' | 's';

/** A run of text. A mark is present or absent, never false. */
export type SlateText = { text: string; font?: Font } & { [Mark in MarkName]?: true };

export type SlateLink = { type: 'link'; href: string; children: SlateText[] };
export type SlateInline = SlateText | SlateLink;

/**
 * The text of a list item. It is a block, because Slate allows either blocks or inlines as children
 * and an item may also hold a list.
 */
export type SlateLine = { type: 'line'; children: SlateInline[] };
export type SlateParagraph = { type: 'paragraph'; children: SlateInline[] };
export type SlateHeading = { type: 'heading'; level: HeadingLevel; children: SlateInline[] };
export type SlateItem = { type: 'item'; children: (SlateLine | SlateList)[] };
export type SlateList = { type: 'list'; ordered: boolean; children: SlateItem[] };

export type SlateBlock = SlateParagraph | SlateHeading | SlateList;
export type SlateElement = SlateBlock | SlateItem | SlateLine | SlateLink;

declare module 'slate' {
  interface CustomTypes {
    Editor: BaseEditor & ReactEditor & HistoryEditor;
    Element: SlateElement;
  }
}
