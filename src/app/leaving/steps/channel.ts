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
