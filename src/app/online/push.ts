// Push on this device (rule G10; S16): its person asks for it, and it is made anew at their next
// login and for no other person.

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { sharedDevice } from '../device/shared-device.ts';
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

/** Called by the person's own gesture, because the browser asks for permission first. */
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

/**
 * Works without a network too: what the server still sends then reaches no device, and the server
 * forgets it.
 */
export function turnOffPush(userId: number): Promise<PushState> {
  return inTurn<PushState>(async () => {
    await remember(userId, false);
    await dropPush();
    await tellServer(userId, null);
    return 'off';
  });
}

/**
 * After a start or a login: a person who asked for push has it, and another person does not get
 * theirs. Without a network the server knows it from before, or hears of it at the next start.
 */
export function settlePush(userId: number): Promise<void> {
  return inTurn(async () => {
    if (!isSupported()) return;
    if (sharedDevice.current() !== null) return dropPush();
    if (!(await wants(userId))) return dropPush();
    if (Notification.permission !== 'granted') throw new Error('the browser blocks the push its person asked for');
    await subscribe(userId);
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one after the other: settling at the start must not come after the person's next gesture.
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether the server knows the subscription now. */
async function subscribe(userId: number): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(await optionsOf()));
  return tellServer(userId, subscription);
}

/** The browser refuses a value that is not a key. */
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
