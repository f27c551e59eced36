// Push on this device (rule G10, S16). A person turns it on; from then on, each of their logins
// here renews the subscription, and no other person's does.

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { sharedDevice } from '../device/shared-device.ts';
import { changeDeviceFacts } from '../device/use-device-facts.ts';
import { client, serverReply } from './client.ts';
import type { FromWorker } from '#contract/worker-messages.ts';

/** `failed`: the server or the browser's push service could not be reached. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on' | 'failed';

export async function readPushState(userId: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = (await wants(userId)) && (await subscriptionHere()) !== null;
  return isOn ? 'on' : 'off';
}

/** Turns push on. Must run in a gesture of the person, because the browser asks for permission. */
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
 * Turns push off, also without a network: the subscription ends in the browser, and the server
 * forgets it when a push fails.
 */
export function turnOffPush(userId: number): Promise<PushState> {
  return inTurn<PushState>(async () => {
    await remember(userId, false);
    await dropPush(userId);
    await tellServer(userId, null);
    return 'off';
  });
}

/**
 * After a start or a login: renews the subscription of a person who turned push on; otherwise ends
 * the one that another person left. Without a network the server is told at the next start.
 */
function settlePush(userId: number): Promise<void> {
  return inTurn(async () => {
    if (!isSupported()) return;
    if (sharedDevice.current() !== null) return dropPush(userId);
    if (!(await wants(userId))) return dropPush(userId);
    if (Notification.permission !== 'granted') throw new Error('the browser blocks the push its person asked for');
    await subscribe(userId);
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs changes of the subscription one after the other, so that the settling of a start can't undo
 * a later gesture.
 */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Subscribes in the browser and tells the server. Returns whether the server stored it. */
async function subscribe(userId: number): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(await optionsOf()));
  return tellServer(userId, subscription);
}

/** The server's public key. Without one the value is invalid, and `subscribe` throws. */
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

/** The browser's push subscription on this device; null when there is none, or no push. */
async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  const registration = (await worker?.getRegistration()) as { pushManager?: PushManager } | undefined;
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Ends the subscription in the browser. An old page may try so after another person has logged in:
 * the subscription is that person's then, and stays.
 */
export async function dropPush(userId: number): Promise<void> {
  const { lastPerson } = await readDeviceFacts();
  if (lastPerson === null || lastPerson.userId === userId) await (await subscriptionHere())?.unsubscribe();
}

// Push while a person's screens are open: settles the subscription, and passes on the worker's
// messages.

export type PushScreen = {
  readonly userId: number;
  readonly open: (href: string) => void;
  readonly show: (notice: FromWorker & { readonly type: 'notice' }) => void;
};

/** Starts passing on. Returns the function that ends it. */
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

const NOTES_HZ = [660, 880] as const;
const NOTE_S = 0.14;
const LOUDNESS = 0.08;

/**
 * Plays two soft notes. Stays silent where the browser requires a touch of the page before any
 * sound.
 */
function chime(): void {
  const audio = new AudioContext();
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.connect(audio.destination);
  const end = NOTES_HZ.length * NOTE_S;
  volume.gain.setValueAtTime(LOUDNESS, end - NOTE_S / 2);
  volume.gain.linearRampToValueAtTime(0, end);
  NOTES_HZ.forEach((frequency, index) => {
    const note = new OscillatorNode(audio, { frequency });
    note.connect(volume);
    note.start(index * NOTE_S);
    note.stop((index + 1) * NOTE_S);
    if (index === NOTES_HZ.length - 1) note.addEventListener('ended', () => void audio.close());
  });
}
