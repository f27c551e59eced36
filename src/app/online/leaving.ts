// One tab's "Sair" is every tab's: what is erased or sealed must stand on no screen of this device any more.

const CHANNEL = 'malote-leaving';

/** Tells the other tabs that this person leaves this device. */
export function announceLeaving(userId: number): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

/** Calls when this person has left in another tab; the answer ends it. */
export function listenLeaving(userId: number, onLeft: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === userId) onLeft();
  });
  return () => channel.close();
}
