// A device over the real mirror and a server with the product's own calls alone, by real HTTP.

import type { CommandContext } from '#commands/frame/context.ts';
import { readListedSession } from '#contract/listed.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { SyncRuntime } from '#sync/runtime.ts';
import { syncParts } from '#sync/sync-parts.ts';
import { createClock } from '../fakes/clock.ts';
import { createDice } from '../fakes/dice.ts';
import { type ListServer, startListServer } from '../fakes/list-server/list-server.ts';
import { buildTown } from '../fakes/list-server/town.ts';
import { createLocks } from '../fakes/locks.ts';

const START_MS = Date.parse('2026-11-20T12:00:00.000Z');

/** The fault of a request. A number: no answer, and the request arrives after this many ms. */
export type Fate = 'passes' | 'request-lost' | 'answer-lost' | 'trouble' | number;

export type ListParts = ReturnType<typeof syncParts>;

const open: { server: ListServer; mirrors: Mirror[] }[] = [];

/** Stops every server of a test and deletes its mirrors. */
export async function closeTowns(): Promise<void> {
  for (const { server, mirrors } of open.splice(0)) {
    for (const mirror of mirrors) {
      mirror.close();
      await mirror.delete();
    }
    await server.close();
  }
}

/** A town on a server of its own. */
export async function town() {
  const clock = createClock(START_MS);
  const server = await startListServer(buildTown(() => new Date(clock.now())));
  const mirrors: Mirror[] = [];
  open.push({ server, mirrors });

  const held = new Set<Promise<unknown>>();

  /** A device of this person, logged in. `plant`: replaces parts of it. */
  async function device(userId = 1, plant: (parts: ListParts) => ListParts = (parts) => parts) {
    const mirror = new Mirror(`malote-lists-${open.length}-${mirrors.length}-${Math.random().toString(36).slice(2)}`);
    mirrors.push(mirror);
    const dice = createDice(mirrors.length);
    const jar = { userId, cookies: new Map<string, string>() };
    /** The fault of a request on its way; by default it passes. */
    const way = { fate: (_request: string): Fate => 'passes' };
    const runtime: SyncRuntime = {
      mirror,
      userId,
      baseUrl: server.url,
      clock: () => clock.now(),
      random: dice.random,
      newId: dice.uuid,
      setTimer: clock.setTimer,
      seemsOnline: () => true,
      locks: createLocks().of('tab'),
      tokenInCookie: async () => decodeURIComponent(jar.cookies.get('XSRF-TOKEN') ?? '') || null,
      owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
      log: () => undefined,
      report: () => undefined,
      async fetch(input, init) {
        const url = String(input instanceof Request ? input.url : input);
        const fate = way.fate(`${init?.method ?? 'GET'} ${url.slice(server.url.length)}`);
        if (fate === 'request-lost') throw new TypeError('Failed to fetch');
        const headers = new Headers(init?.headers);
        headers.set('Cookie', `session=${jar.userId}`);
        if (typeof fate === 'number') {
          const { signal: _ended, ...late } = { ...init, headers };
          clock.setTimer(() => {
            const arrival = fetch(url, late).finally(() => held.delete(arrival));
            held.add(arrival);
          }, fate);
          throw new TypeError('Failed to fetch');
        }
        if (fate === 'trouble') return new Response('Bad gateway', { status: 502 });
        const response = await fetch(url, { ...init, headers });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          jar.cookies.set(name, value);
        }
        if (fate === 'answer-lost') throw new TypeError('Failed to fetch');
        return response;
      },
    };
    const me = await (await fetch(`${server.url}/api/user`, { headers: { Cookie: `session=${userId}` } })).json();
    const session = readListedSession(me, new Date(clock.now()).toISOString());
    if (session === null) throw new Error('the server has no such person');
    await writeMeta(mirror, { name: 'session', value: session });
    const parts = plant(syncParts(runtime, { announce: () => undefined, listen: () => () => undefined }));
    const context: CommandContext = {
      mirror,
      session,
      clock: () => clock.now(),
      newId: dice.uuid,
      wake: () => undefined,
      offsetMs: async () => (await readMeta(mirror, 'clockOffsetMs')) ?? 0,
    };
    /** Sends until no command waits for time any more. */
    async function settle(): Promise<void> {
      for (let drains = 0; drains < 12; drains += 1) {
        const { nextDueMs } = await drain(parts);
        if (nextDueMs === null) return;
        clock.advance(Math.max(1_000, nextDueMs - clock.now()));
      }
    }
    return { mirror, jar, way, parts, context, pull: () => pull(parts), drain: () => drain(parts), settle };
  }

  return {
    clock,
    server,
    town: server.town,
    device,
    /** Lets time pass, and delayed requests arrive that are due by then. */
    async pass(ms: number) {
      clock.advance(ms);
      await Promise.all(held);
    },
    /** Lets the rest between two walks pass. */
    rest: () => clock.advance(3_600_000),
  };
}

export type ListDevice = Awaited<ReturnType<Awaited<ReturnType<typeof town>>['device']>>;
