// A mark in the browser's text storage that a person has begun to leave. Text storage answers when
// the databases do not (S107). The device facts in the database replace the mark as soon as they
// can be written.

import { deviceStorage } from '../../device/web-storage.ts';

const NAME = 'malote-saindo';

/**
 * Sets the mark; null: no person is logged in. Where the text storage is blocked, leaving goes on
 * without it.
 */
export function markLeaving(userId: number | null): void {
  if (userId !== null) deviceStorage.set(NAME, String(userId));
}

export function unmarkLeaving(): void {
  deviceStorage.remove(NAME);
}

/**
 * The person (user id as text) who began to leave when the device could not store it; null for
 * none.
 */
export function markedLeaving(): string | null {
  return deviceStorage.get(NAME);
}

// "Sair" in one tab counts for every tab: data that is erased or sealed must stay on no screen of
// this device.

const LEAVING_CHANNEL = 'malote-leaving';

/** Calls `onLeft` when this person has left in another tab; the returned function ends it. */
export function listenLeaving(userId: number, onLeft: () => void): () => void {
  const channel = new BroadcastChannel(LEAVING_CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === userId) onLeft();
  });
  return () => channel.close();
}

/** Tells the other tabs that this person leaves this device. */
export function announceLeaving(userId: number): void {
  const channel = new BroadcastChannel(LEAVING_CHANNEL);
  channel.postMessage(userId);
  channel.close();
}
