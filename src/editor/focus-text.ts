import type { Editor } from 'slate';
import { ReactEditor } from 'slate-react';

/** Gives the focus back to the text. Slate skips this when it believes to have it still, so the element is asked too. */
export function focusText(editor: Editor): void {
  ReactEditor.focus(editor);
  const element = ReactEditor.toDOMNode(editor, editor);
  if (element.ownerDocument.activeElement !== element) element.focus({ preventScroll: true });
}
