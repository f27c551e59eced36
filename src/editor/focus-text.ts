import type { Editor } from 'slate';
import { ReactEditor } from 'slate-react';

/**
 * Gives the focus back to the text. Slate does nothing when it believes that it still has the
 * focus, so the element is focused too.
 */
export function focusText(editor: Editor): void {
  ReactEditor.focus(editor);
  const element = ReactEditor.toDOMNode(editor, editor);
  if (element.ownerDocument.activeElement !== element) element.focus({ preventScroll: true });
}
