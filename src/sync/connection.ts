// What this device knows of its connection, from real answers only: `navigator.onLine` lies (experience, trap 13). One lost
// answer is "unstable", the second in a row "offline". Kept in the mirror so that every screen, tab and the worker agree.

import { readMeta, writeMeta } from '#mirror/store/meta.ts';
import { releaseHeld } from '#mirror/outbox/outbox.ts';
import type { MetaValues } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { durably } from '#mirror/store/storage.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import type { Reachability } from './client.ts';
import type { Answer, Reply } from './reply.ts';

export type ConnectionState = MetaValues['connection'];

export type Connection = {
  state(): Promise<ConnectionState>;
  /** Takes note of what an answer tells of the network and of the session. */
  heard(answer: Answer): Promise<void>;
  /** Takes note of what a probe found. */
  probed(reached: Reachability): Promise<void>;
  /** The person has logged in: what waited for it may go. */
  loggedIn(nowMs: number): Promise<void>;
};

const FIRST: ConnectionState = { auth: 'ok', network: 'ok' };

export function createConnection(mirror: Mirror): Connection {
  let lost = 0;

  async function change(part: Partial<ConnectionState>): Promise<void> {
    await durably(mirror, {
      tables: ['meta'],
      work: async () => {
        const known = await readMeta(mirror, 'connection');
        const before = known ?? FIRST;
        const next = { ...before, ...part };
        const same = known !== undefined && next.auth === before.auth && next.network === before.network;
        if (!same) await writeMeta(mirror, { name: 'connection', value: next });
      },
    });
  }

  return {
    state: async () => (await readMeta(mirror, 'connection')) ?? FIRST,
    async heard(answer) {
      if (answer.kind === 'failure') {
        if (answer.reason === 'aborted') return;
        lost += 1;
        return change({ network: lost > 1 ? 'offline' : 'unstable' });
      }
      lost = 0;
      if (isOurs(answer)) return change({ network: 'ok', ...(endsSession(answer) ? { auth: 'needs-login' } : {}) });
      const told = toldBy(answer);
      if (told !== null) return change({ network: told });
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

/** No session, or somebody else's: either way this profile waits for its person (trap 7, I4). */
function endsSession(reply: Reply): boolean {
  return reply.status === 401 || readErrorBody(reply.json)?.type === 'actor_mismatch';
}

/** What a strange answer says of the network; null for a refusal, which may be meant for the one request: a probe tells. */
function toldBy({ redirected, status }: Reply): 'unstable' | 'portal' | null {
  if (redirected || status < 400 || status === 407 || status === 511) return 'portal';
  return status >= 500 ? 'unstable' : null;
}

/** Whether our server said it: its JSON, or an empty success. */
function isOurs(reply: Reply): boolean {
  if (reply.redirected) return false;
  if (reply.status === 204 || reply.status === 419 || reply.status === 429) return true;
  if (reply.status >= 400) return readErrorBody(reply.json) !== null;
  return reply.json !== undefined;
}
