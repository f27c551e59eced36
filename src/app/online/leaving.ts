// "Sair" in one tab counts for every tab: data that is erased or sealed must stay on no screen of this device.

const CHANNEL = 'malote-leaving';

/** Tells the other tabs that this person leaves this device. */
export function announceLeaving(userId: number): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

/** Calls `onLeft` when this person has left in another tab; the returned function ends it. */
export function listenLeaving(userId: number, onLeft: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === userId) onLeft();
  });
  return () => channel.close();
}
