// "Sair" in one tab counts for every tab: data that is erased or sealed must stay on no screen of this device.

/** The name of the channel that `announceLeaving` writes to. */
export const LEAVING_CHANNEL = 'malote-leaving';

/** Calls `onLeft` when this person has left in another tab; the returned function ends it. */
export function listenLeaving(userId: number, onLeft: () => void): () => void {
  const channel = new BroadcastChannel(LEAVING_CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === userId) onLeft();
  });
  return () => channel.close();
}
