// What this device knows of its connection, from real answers only, because `navigator.onLine` is
// wrong too often (src/app/experience.md, experience T13). One lost answer means "unstable", the
// second in a row "offline". The state is kept in the mirror, so that every screen, tab and the
// worker agree. Screens read it through mirror/questions/connection.ts.

import { durably, readMeta, writeMeta } from '#mirror/store/storage.ts';
import { releaseHeld } from '#mirror/outbox/waiting.ts';
import type { MetaValues } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { type Answer, type Reachability, readingOf } from './reading.ts';

export type ConnectionState = MetaValues['connection'];

export type ConnectionWatch = {
  state(): Promise<ConnectionState>;
  /**
   * Notes what an answer shows of the network and of the session. `login`: the login under which
   * the request was made. After another login, a refusal of that session says nothing of this one.
   */
  heard(answer: Answer, login?: string | null): Promise<void>;
  /** Notes what a probe found. */
  probed(reached: Reachability): Promise<void>;
  /** Notes that the person has logged in, and releases the commands that waited for a login. */
  loggedIn(nowMs: number): Promise<void>;
};

const FIRST: ConnectionState = { auth: 'ok', network: 'ok' };

export function createConnection(mirror: Mirror): ConnectionWatch {
  let lost = 0;

  /**
   * Writes the state only when it differs from the stored one, which is rare. A writing transaction
   * waits for all reads, and the page would wait for it.
   */
  async function change(part: Partial<ConnectionState>, login?: string | null): Promise<void> {
    // After a failed read the state is written in any case: the write opens the database again,
    // which the browser has closed.
    const seen = await readMeta(mirror, 'connection').catch(() => undefined);
    if (seen !== undefined && isSame({ ...seen, ...part }, seen)) return;
    await durably(mirror, {
      tables: ['meta'],
      work: async () => {
        if (login !== undefined && (await readMeta(mirror, 'session'))?.login_id !== login) return;
        const known = await readMeta(mirror, 'connection');
        const before = known ?? FIRST;
        const next = { ...before, ...part };
        if (known === undefined || !isSame(next, before)) await writeMeta(mirror, { name: 'connection', value: next });
      },
    });
  }

  return {
    state: async () => (await readMeta(mirror, 'connection')) ?? FIRST,
    async heard(answer, login) {
      const reading = readingOf(answer);
      if (reading.reply === null) {
        if (reading.failure.reason === 'aborted') return;
        lost += 1;
        return change({ network: lost > 1 ? 'offline' : 'unstable' });
      }
      lost = 0;
      switch (reading.kind) {
        case 'ours':
          return change({ network: 'ok' });
        case 'login':
          return change({ network: 'ok', auth: 'needs-login' }, login);
        case 'trouble':
          return change({ network: 'unstable' });
        case 'intercepted':
          // A refusal that may concern this request alone says nothing of the network.
          if (reading.by === 'portal') return change({ network: 'portal' });
      }
    },
    async probed(reached) {
      lost = reached === 'offline' ? lost + 1 : 0;
      await change({ network: reached });
    },
    async loggedIn(nowMs) {
      await change({ auth: 'ok' });
      await releaseHeld(mirror, { errorClass: 'identity', nowMs });
    },
  };
}

function isSame(one: ConnectionState, other: ConnectionState): boolean {
  return one.auth === other.auth && one.network === other.network;
}
