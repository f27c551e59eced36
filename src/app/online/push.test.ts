// What a page does with a notice that the service worker has received, and which page ends the
// browser's subscription.

import 'fake-indexeddb/auto';
import type { FromWorker } from '#contract/worker-messages.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveDevice } from './logout.ts';
import { startPush } from './push.ts';

const NOTICE: FromWorker = {
  type: 'notice',
  title: 'Novo documento PMVI042',
  body: '',
  href: '/admin/view-document/1',
};

let worker: EventTarget;
/** Frequencies of the notes that were started. */
let notes: number[];

/** The parts of Web Audio that a sound is made of. */
beforeEach(() => {
  worker = new EventTarget();
  notes = [];
  class Part extends EventTarget {
    readonly gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    readonly connect = () => undefined;
    readonly close = async () => undefined;
  }
  class Note extends Part {
    readonly #frequency: number;
    constructor(_audio: unknown, { frequency }: { frequency: number }) {
      super();
      this.#frequency = frequency;
    }
    readonly start = () => void notes.push(this.#frequency);
    readonly stop = () => undefined;
  }
  vi.stubGlobal('AudioContext', Part);
  vi.stubGlobal('GainNode', Part);
  vi.stubGlobal('OscillatorNode', Note);
  vi.stubGlobal('navigator', { serviceWorker: worker });
  vi.stubGlobal('reportError', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const say = (data: FromWorker) => worker.dispatchEvent(new MessageEvent('message', { data }));

test('a notice is shown with a sound of two notes, and without a sound once it is switched off', async () => {
  const shown: FromWorker[] = [];
  const end = startPush({ userId: 7, open: () => undefined, show: (notice) => void shown.push(notice) });
  await updateDeviceFacts({ notificationSound: false });
  say(NOTICE);
  // The page asks for the facts before this does, and as often.
  await readDeviceFacts();
  await readDeviceFacts();
  expect([shown, notes]).toEqual([[NOTICE], []]);
  await updateDeviceFacts({ notificationSound: true });
  say(NOTICE);
  await vi.waitFor(() => expect(notes).toEqual([660, 880]));
  expect(shown).toEqual([NOTICE, NOTICE]);
  end();
});

test('a pressed notice opens its address, and neither is heard once the person has left', async () => {
  const opened: string[] = [];
  const shown: FromWorker[] = [];
  const end = startPush({
    userId: 7,
    open: (href) => void opened.push(href),
    show: (notice) => void shown.push(notice),
  });
  say({ type: 'open', href: '/admin/view-document/1' });
  end();
  say({ type: 'open', href: '/admin/view-document/2' });
  say(NOTICE);
  expect([opened, shown]).toEqual([['/admin/view-document/1'], []]);
});

/** Gives this browser a subscription. Resolves when it is ended. */
function subscribed(): Promise<void> {
  return new Promise((ended) => {
    const subscription = { unsubscribe: async () => ended() };
    const registration = { pushManager: { getSubscription: async () => subscription } };
    Object.assign(worker, { getRegistration: async () => registration });
  });
}

const entered = (userId: number) => rememberPerson({ userId, name: 'A', lastName: 'L', tenantName: 'Vale do Ipê' });

test('a person who leaves ends the subscription of this browser', async () => {
  const ended = subscribed();
  await entered(7);
  await leaveDevice({ userId: 7, discardUnsent: false });
  await expect(ended).resolves.toBeUndefined();
});

test('an old page that leaves after another person has entered leaves them their subscription', async () => {
  let hasEnded = false;
  const ended = subscribed();
  void ended.then(() => (hasEnded = true));
  await entered(8);
  await leaveDevice({ userId: 7, discardUnsent: false });
  expect(hasEnded).toBe(false);
  // The person's own leaving comes after whatever the old page did.
  await leaveDevice({ userId: 8, discardUnsent: false });
  await expect(ended).resolves.toBeUndefined();
});
