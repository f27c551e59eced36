import { LEAVING_CHANNEL } from './leaving.ts';

/** Tells the other tabs that this person leaves this device. */
export function announceLeaving(userId: number): void {
  const channel = new BroadcastChannel(LEAVING_CHANNEL);
  channel.postMessage(userId);
  channel.close();
}
