// Whether acts on this device wait for their undo time (S221). The choice says nothing about a
// person.

import { watchedValue } from '#ui/base/watched-value.ts';
import { deviceStorage } from './web-storage.ts';

const NAME = 'malote-undo';
const chosen = watchedValue<boolean>(deviceStorage.get(NAME) !== 'off');

/** The choice of this device; screens follow it. */
export const undoChoice = { current: chosen.current, subscribe: chosen.subscribe };

export function chooseUndo(isOn: boolean): void {
  if (isOn) deviceStorage.remove(NAME);
  else deviceStorage.set(NAME, 'off');
  chosen.set(isOn);
}
