// Push on this device (rule G10; S16): asked for by its person, made anew at their next login, nobody else's.

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { changeDeviceFacts } from '../device/use-device-facts.ts';
import { client, serverReply } from './client.ts';
import { dropPush, subscriptionHere } from './drop-push.ts';

/** `failed`: the server or the browser's push service could not be reached. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on' | 'failed';

export async function readPushState(userId: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = (await wants(userId)) && (await subscriptionHere()) !== null;
  return isOn ? 'on' : 'off';
}

/** By the person's own gesture: the browser asks first. */
export async function turnOnPush(userId: number): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  return inTurn<PushState>(async () => {
    const isKnown = await subscribe(userId).catch((error: unknown) => {
      reportError(error);
      return false;
    });
    if (isKnown) await remember(userId, true);
    return isKnown ? 'on' : 'failed';
  });
}

/** Without a network too: what the server still sends then finds nobody, and it forgets the device. */
export function turnOffPush(userId: number): Promise<PushState> {
  return inTurn<PushState>(async () => {
    await remember(userId, false);
    await dropPush();
    await tellServer(userId, null);
    return 'off';
  });
}

/**
 * After a start or a login: whoever asked for it has it, whoever did not gets nobody else's. Without a network the server
 * knows it from before, or hears of it at the next start.
 */
export function settlePush(userId: number): Promise<void> {
  return inTurn(async () => {
    if (!isSupported()) return;
    if (!(await wants(userId))) return dropPush();
    if (Notification.permission !== 'granted') throw new Error('the browser blocks the push its person asked for');
    await subscribe(userId);
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what is settled at the start must not come after what its person does next. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether the server knows of it now. */
async function subscribe(userId: number): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(await optionsOf()));
  return tellServer(userId, subscription);
}

/** A key that is none is refused by the browser. */
async function optionsOf(): Promise<PushSubscriptionOptionsInit> {
  const answer = serverReply(await client.request({ method: 'GET', path: PATHS.pushPublicKey }));
  const key = (answer?.json as { public_key?: unknown } | undefined)?.public_key;
  return { userVisibleOnly: true, applicationServerKey: String(key) };
}

async function tellServer(userId: number, subscription: PushSubscription | null): Promise<boolean> {
  const answer = serverReply(
    await client.request({
      method: 'PATCH',
      path: PATHS.pushToken,
      headers: { [HEADERS.actingUser]: String(userId) },
      body: { fcm_token: subscription === null ? null : JSON.stringify(subscription) },
    }),
  );
  return answer?.status === 204;
}

async function wants(userId: number): Promise<boolean> {
  return (await readDeviceFacts()).pushWantedBy.includes(userId);
}

async function remember(userId: number, wanted: boolean): Promise<void> {
  const others = (await readDeviceFacts()).pushWantedBy.filter((one) => one !== userId);
  await changeDeviceFacts({ pushWantedBy: wanted ? [...others, userId] : others });
}
