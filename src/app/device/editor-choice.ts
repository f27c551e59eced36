// The editor that was chosen on this device. A text area works with every keyboard and screen
// reader; the editor with formatting does not. The choice says nothing about a person.

import { deviceStorage } from './web-storage.ts';
import { watchedValue } from '#ui/base/watched-value.ts';

export type EditorKind = 'rich' | 'simple';

const NAME = 'malote-editor';
const chosen = watchedValue<EditorKind>(deviceStorage.get(NAME) === 'simple' ? 'simple' : 'rich');

/** The chosen editor; screens follow it. */
export const editorChoice = { current: chosen.current, subscribe: chosen.subscribe };

export function chooseEditor(kind: EditorKind): void {
  deviceStorage.set(NAME, kind);
  chosen.set(kind);
}
