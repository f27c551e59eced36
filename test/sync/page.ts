// A page over the real mirror and the model server, with its triggers, its event stream and its
// network in the test's hand.

import type { CommandContext } from '#commands/frame/context.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { Mirror } from '#mirror/store/schema.ts';
import type { PageSignal } from '#sync/page-signals.ts';
import type { OpenStream } from '#sync/live.ts';
import type { Locks } from '#sync/runtime.ts';
import { startSync, type Sync } from '#sync/start-sync.ts';
import { createClock } from '../fakes/clock.ts';
import { createDice } from '../fakes/dice.ts';
import { createLocks } from '../fakes/locks.ts';
import { sessionFor } from '../fakes/model-server/present.ts';
import { createNetwork, type Fate, type Session } from '../fakes/network.ts';
import { addDocument, buildModel, START_MS } from './town.ts';

const running: { sync: Sync; mirror: Mirror }[] = [];

/** Stops every page of a test and deletes its mirror. */
export async function closePages(): Promise<void> {
  for (const { sync, mirror } of running.splice(0)) {
    sync.stop();
    mirror.close();
    await mirror.delete();
  }
}

/** The fault of every request, or of each by its path. */
type FateOf = Fate | ((path: string) => Fate);

/** Ana's page, logged in, on a server that has no document until `made` adds one of hers. */
export async function page({ visible = true, fate = 'passes' }: { visible?: boolean; fate?: FateOf } = {}) {
  const clock = createClock(START_MS);
  const dice = createDice(7);
  const model = buildModel(() => clock.now());
  const asked: string[] = [];
  const state = { visible, online: true, fate, movedMs: 0, onAnswer: async (): Promise<void> => undefined };
  const network = createNetwork({ model: () => model, wait: (ms) => clock.advance(ms) });
  const jar: { session: Session } = { session: { userId: 1, csrf: 'c' } };
  const mirror = new Mirror(`malote-page-${running.length}-${Math.random().toString(36).slice(2)}`);
  await writeMeta(mirror, { name: 'session', value: sessionFor(model, 1) });
  const listeners = new Set<(signal: PageSignal) => void>();
  const streams: Parameters<OpenStream>[1][] = [];
  const reach = network.fetchFor({
    jar,
    fate(request) {
      asked.push(`${request.method} ${request.path}`);
      return typeof state.fate === 'function' ? state.fate(request.path) : state.fate;
    },
  });
  const reported: unknown[] = [];
  const own = createLocks().of('tab');
  const broken = new Map<string, Error>();
  const locks: Locks = {
    async request(name, take) {
      for (const [start, error] of broken) if (name.startsWith(start)) throw error;
      return own.request(name, take);
    },
  };
  /** A request for a lock whose name starts so throws `error`, until it is null again. */
  const breakLock = (start: string, error: Error | null): void => {
    if (error === null) broken.delete(start);
    else broken.set(start, error);
  };
  const runtime = {
    mirror,
    userId: 1,
    baseUrl: '',
    clock: () => clock.now() + state.movedMs,
    random: dice.random,
    newId: dice.uuid,
    setTimer: clock.setTimer,
    seemsOnline: () => state.online,
    locks,
    owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
    log: () => undefined,
    report: (error: unknown) => void reported.push(error),
    fetch: (async (input, init) => {
      const answer = await reach(input, init);
      await state.onAnswer();
      return answer;
    }) as typeof fetch,
  };
  const sync = startSync({
    runtime,
    parts: {
      page: {
        isVisible: () => state.visible,
        listen(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      signals: { announce: () => undefined, listen: () => () => undefined },
      openStream(_url, on) {
        streams.push(on);
        return { close: () => undefined };
      },
      tellWorker: () => false,
    },
  });
  running.push({ sync, mirror });
  const signal = (one: PageSignal) => {
    for (const listener of listeners) listener(one);
  };
  const context: CommandContext = {
    mirror,
    session: sessionFor(model, 1),
    clock: () => clock.now(),
    newId: dice.uuid,
    wake: () => void sync.drainNow().catch(() => undefined),
    offsetMs: async () => 0,
  };
  const seen = () => mirror.documents.count();
  const made = (title: string): void => addDocument(model, { title });
  return { clock, model, asked, state, jar, mirror, sync, signal, streams, context, seen, made, reported, breakLock };
}
