// Push behind a person's screens: settles their subscription, and passes on what the worker
// receives.

import type { FromWorker } from '#contract/worker-messages.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { chime } from '../device/chime.ts';
import { settlePush } from './push.ts';

export type PushScreen = {
  readonly userId: number;
  readonly open: (href: string) => void;
  readonly show: (notice: FromWorker & { readonly type: 'notice' }) => void;
};

/** Starts it; the returned function ends it. */
export function startPush({ userId, open, show }: PushScreen): () => void {
  // A denied permission or a missing token is only logged (rule J7).
  settlePush(userId).catch(reportError);
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  const listen = async ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'open') open(data.href);
    if (data.type !== 'notice') return;
    show(data);
    if ((await readDeviceFacts()).notificationSound) chime();
  };
  const heard = (event: MessageEvent<FromWorker>) => void listen(event);
  worker?.addEventListener('message', heard);
  return () => worker?.removeEventListener('message', heard);
}
