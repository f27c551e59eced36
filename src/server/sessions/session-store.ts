// Sessions live in PostgreSQL and can be ended there (default 1). The cookie holds a random, signed token, and the table
// its SHA-256. The CSRF token is derived from the session's token, so that it can be given again and belongs to this
// session alone. The signature shows before any query whether this server made the token, and for a person or a visitor:
// an invented token costs no look-up, and limits can be counted by the token.

import { and, eq, sql } from 'drizzle-orm';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { logins, sessions } from '../db/schema/entering.ts';
import { users } from '../db/schema/people.ts';
import { sessionPersonQuery, SessionRow, type SessionPersonRow } from './session-person.ts';
import { unlessFull } from '../reporting/unavailable.ts';

const TOKEN_BYTES = 32;
/** Characters of the random part, and of the signature that follows it. */
const RANDOM_LENGTH = 43;
const TOKEN = /^[\w-]{86}$/;
const IDLE_MS = 120 * 60_000;
const REMEMBER_MS = 30 * 86_400_000;
/** The last use is stored at most this often. */
const TOUCH_EVERY_MS = 60_000;

export type SessionSecrets = { readonly token: string; readonly csrfToken: string };

/** A session that has just begun. `loginId` is null for a visitor's. */
export type StartedSession = SessionSecrets & { readonly loginId: string | null };

/** For whom a session was begun: a person who logged in, or a visitor who only has a CSRF token. */
export type SessionKind = 'person' | 'visitor';

export type LiveSession = {
  readonly tokenHash: Buffer;
  readonly csrfHash: string;
  readonly remember: boolean;
  /** null for a session without a login. */
  readonly person: SessionPersonRow | null;
};

export type SessionStore = {
  /** Begins a session and its login. A session without a person only carries a CSRF token. */
  start(session: {
    person: { tenantId: number; userId: number } | null;
    remember: boolean;
    now: number;
  }): Promise<StartedSession>;
  /**
   * For whom this server made the token, by its signature alone; null when it did not make it. The session may be over.
   */
  kindOf(token: string): SessionKind | null;
  /**
   * The session behind a cookie, with its person's role, status and tenant read anew; null when it is over.
   * `claimedLogin` is the login that a write names.
   */
  find(
    token: string,
    at: { now: number; countsAsUse: boolean; claimedLogin?: string | null },
  ): Promise<LiveSession | null>;
  /** The CSRF token that belongs to a session token. */
  csrfTokenOf(token: string): string;
  /**
   * Ends a session because its person leaves or another login replaces it on that device. No work can be made under its
   * login from then on.
   */
  end(token: string, now: number): Promise<void>;
};

export function createSessionStore(options: { database: Database; secret: string }): SessionStore {
  const { database, secret } = options;
  const csrfTokenOf = (token: string): string =>
    createHmac('sha256', secret).update(`csrf:${token}`).digest('base64url');
  const signatureOf = (random: string, kind: SessionKind): string =>
    createHmac('sha256', secret).update(`session:${kind}:${random}`).digest('base64url');
  const kindOf = (token: string): SessionKind | null => {
    if (!TOKEN.test(token)) return null;
    const signature = Buffer.from(token.slice(RANDOM_LENGTH));
    const isFor = (kind: SessionKind): boolean =>
      timingSafeEqual(signature, Buffer.from(signatureOf(token.slice(0, RANDOM_LENGTH), kind)));
    return isFor('person') ? 'person' : isFor('visitor') ? 'visitor' : null;
  };
  return {
    csrfTokenOf,
    kindOf,
    async start({ person, remember, now }) {
      const random = randomBytes(TOKEN_BYTES).toString('base64url');
      const token = random + signatureOf(random, person === null ? 'visitor' : 'person');
      const csrfToken = csrfTokenOf(token);
      const at = new Date(now).toISOString();
      const loginId = person === null ? null : randomUUID();
      const row = {
        tokenHash: hashOf(token),
        csrfToken: hexHashOf(csrfToken),
        tenantId: person?.tenantId ?? null,
        userId: person?.userId ?? null,
        loginId,
        remember,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: new Date(now + (remember ? REMEMBER_MS : IDLE_MS)).toISOString(),
      };
      if (person === null || loginId === null) {
        await database.onceAsSystem((tx) => tx.insert(sessions).values(row));
      } else {
        await database.asSystem(async (tx) => {
          await tx.insert(logins).values({ ...person, key: loginId, at });
          await tx.insert(sessions).values(row);
        });
      }
      return { token, csrfToken, loginId };
    },
    async find(token, { now, countsAsUse, claimedLogin = null }) {
      const tokenHash = hashOf(token);
      const at = new Date(now).toISOString();
      const rows = await database.onceAsSystem((tx) =>
        tx.rowsOf(SessionRow, sessionPersonQuery({ tokenHash, now: at, claimedLogin })),
      );
      const row = rows[0];
      if (row === undefined) return null;
      if (countsAsUse && now - Date.parse(row.last_used_at) > TOUCH_EVERY_MS) {
        const expiresAt = new Date(now + (row.remember ? REMEMBER_MS : IDLE_MS)).toISOString();
        const touched = database.onceAsSystem((tx) =>
          tx.update(sessions).set({ lastUsedAt: at, expiresAt }).where(eq(sessions.tokenHash, tokenHash)),
        );
        await unlessFull(touched);
      }
      return {
        tokenHash,
        csrfHash: row.csrf_token,
        remember: row.remember,
        person: row.user_id === null ? null : row,
      };
    },
    async end(token, now) {
      await database.onceAsSystem((tx) =>
        tx.execute(sql`
          with ended as (delete from sessions where token_hash = ${hashOf(token)} returning tenant_id, login_id)
          update logins l set ended_at = ${new Date(now).toISOString()}::timestamptz from ended
          where l.tenant_id = ended.tenant_id and l.key = ended.login_id`),
      );
    },
  };
}

/** Records a login, with which the clock check of rule A4 compares. */
export async function recordLogin(
  database: Database,
  login: { tenantId: number; userId: number; now: number },
): Promise<void> {
  await database.onceAsSystem((tx) =>
    tx
      .update(users)
      .set({ previousLoginAt: sql`${users.lastLoginAt}`, lastLoginAt: new Date(login.now).toISOString() })
      .where(and(eq(users.tenantId, login.tenantId), eq(users.id, login.userId))),
  );
}

/** The hash in hexadecimal. The check of a CSRF token compares it with the table. */
export function hexHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
