// Whether an act waits on this device for its undo time (S221). It tells nothing about any person.

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
