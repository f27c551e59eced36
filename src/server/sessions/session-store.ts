// Sessions live in PostgreSQL and can be ended there (default 1). The cookie holds a random, signed
// token, and the table holds the token's SHA-256. The CSRF token is derived from the session's
// token, so the server can compute it again, and it fits this session alone. The signature alone
// shows whether this server made the token, and for a person or a visitor. So an invented token
// costs no query, and request limits can be counted by the token.

import { INVITATION_DAYS } from '#contract/import.ts';
import { type Contact, inContact } from '#domain/judge-in-time.ts';
import { eq, sql, type SQL } from 'drizzle-orm';
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { APART_MS } from '../config/system-clock.ts';
import { type Database, sharerOfTenant } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import { logins, sessions } from '../db/schema/entering.ts';
import { unlessFull } from '../db/connections.ts';
import { personQuery, sessionPersonQuery, SessionPersonRow, SessionRow } from './session-person.ts';

const TOKEN_BYTES = 32;
/** Characters of a token's random part. The signature after it has as many. */
const RANDOM_LENGTH = 43;
const TOKEN = /^[\w-]{86}$/;
/** A session ends after this time, however often it is used (S156). */
const LIFE_MS = 90 * 86_400_000;
/** The last use of a session is stored at most once in this time. */
const TOUCH_EVERY_MS = 60_000;

export type SessionSecrets = { readonly token: string; readonly csrfToken: string };

/** `loginId` is null for a visitor's session. */
type StartedSession = SessionSecrets & { readonly loginId: string | null };

/** For whom a session was begun: a person who logged in, or a visitor who only has a CSRF token. */
export type SessionKind = 'person' | 'visitor';

export type LiveSession = {
  readonly tokenHash: Buffer;
  readonly csrfHash: string;
  readonly remember: boolean;
  /** How much longer the session lasts from a use now, in ms. */
  readonly lastsMs: number;
  /** null for a visitor's session. */
  readonly person: SessionPersonRow | null;
};

type NewSession = {
  readonly person: { readonly tenantId: number; readonly userId: number } | null;
  readonly remember: boolean;
  readonly now: number;
  /** The User-Agent of the browser, in a few words. */
  readonly device?: string | undefined;
};

export type SessionStore = {
  /**
   * Begins a session and its login. A visitor's session has no login and only carries a CSRF token.
   */
  start(session: NewSession): Promise<StartedSession>;
  /**
   * Begins a session and a login for a person who has just given the right password, and ends the
   * session `replacing`, which the browser had. Also records the time of the login: the clock check
   * of rule A4 compares with it. One transaction does all of this. Returns the person as the new
   * session has them; null when they were deactivated or got another password meanwhile.
   */
  enter(entry: {
    person: { tenantId: number; userId: number; passwordHash: string };
    remember: boolean;
    device: string;
    now: number;
    replacing: string | null;
  }): Promise<{ secrets: SessionSecrets; person: SessionPersonRow | null }>;
  /**
   * Tells from the signature alone for whom this server made the token; null when it did not make
   * it. The token's session may have ended.
   */
  kindOf(token: string): SessionKind | null;
  /**
   * The session behind a cookie, with its person's role, status and tenant read anew; null when it
   * has ended. `claimedLogin`: the login under which a write says that its work was done.
   * `isFromHere`: the request comes from our own pages, not from a link on another site. `sharer`:
   * the one whose share of the database connections this look-up uses (S158).
   */
  find(
    token: string,
    at: { now: number; countsAsUse: boolean; isFromHere: boolean; claimedLogin?: string | null; sharer: string },
  ): Promise<LiveSession | null>;
  /** The CSRF token that belongs to a session token. */
  csrfTokenOf(token: string): string;
  /**
   * Ends a session and its login, because the person leaves. Work done later does not count as made
   * under this login.
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
  const newSession = ({ person, remember, now, device }: NewSession) => {
    const random = randomBytes(TOKEN_BYTES).toString('base64url');
    const token = random + signatureOf(random, person === null ? 'visitor' : 'person');
    const csrfToken = csrfTokenOf(token);
    const at = new Date(now).toISOString();
    const row = {
      tokenHash: hashOf(token),
      csrfToken: hexHashOf(csrfToken),
      tenantId: person?.tenantId ?? null,
      userId: person?.userId ?? null,
      loginId: person === null ? null : randomUUID(),
      remember,
      device: device ?? null,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(now + (remember ? REMEMBER_MS : IDLE_MS)).toISOString(),
    };
    return { row, secrets: { token, csrfToken } };
  };
  /** Stores that the device of this login is in contact with the server, once a minute at most. */
  const keepContact = async (
    row: SessionPersonRow,
    { now, sharer }: { now: number; sharer: string },
  ): Promise<void> => {
    const { tenant_id: tenantId, login } = row;
    if (login === null) return;
    const contact = inContact(contactOf(login), now);
    if (contact === null) return;
    const [at, from, settled] = [contact.at, contact.from, contact.settledUntil].map((ms) =>
      ms === null ? null : new Date(ms).toISOString(),
    );
    await database.onceAsSystem(
      (tx) =>
        tx.execute(sql`update logins set contact_at = ${at}::timestamptz, contact_from = ${from}::timestamptz,
        settled_until = ${settled}::timestamptz where tenant_id = ${tenantId} and key = ${login.id}::uuid`),
      sharer,
    );
  };
  return {
    csrfTokenOf,
    kindOf,
    async start({ person, remember, now }) {
      const { row, secrets } = newSession({ person, remember, now });
      const { loginId } = row;
      if (person === null || loginId === null) {
        await database.onceAsSystem((tx) => tx.insert(sessions).values(row));
      } else {
        await database.asSystem(async (tx) => {
          await tx.insert(logins).values({ ...person, key: loginId, at: row.createdAt });
          await tx.insert(sessions).values(row);
        });
      }
      return { ...secrets, loginId };
    },
    async enter({ person, remember, device, now, replacing }) {
      const { row, secrets } = newSession({ person, remember, now, device });
      const { createdAt, loginId } = row;
      const [{ rowCount }, rows] = await database.asSystem(async (tx) => {
        // This update locks the person's row and compares its password hash with the one that was
        // checked. So a new password comes either before, and no session begins, or after, and ends
        // the session.
        const entered = tx.execute(sql`
          with ${replacing === null ? sql`` : sql`${endOf(replacing, createdAt)}, `}
            recorded as (update users set previous_login_at = last_login_at, last_login_at = ${createdAt}::timestamptz
              where tenant_id = ${person.tenantId} and id = ${person.userId} and password_hash = ${person.passwordHash}
              returning tenant_id, id),
            begun as (insert into logins (tenant_id, key, user_id, at)
              select tenant_id, ${loginId}::uuid, id, ${createdAt}::timestamptz from recorded)
          insert into sessions (token_hash, csrf_token, tenant_id, user_id, login_id, remember, device, created_at, last_used_at,
              expires_at)
            select ${row.tokenHash}, ${row.csrfToken}, tenant_id, id, ${loginId}::uuid, ${remember}::boolean, ${device}::text,
              ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${row.expiresAt}::timestamptz from recorded`);
        const seen = tx.lastRowsOf(SessionPersonRow, personQuery({ ...person, loginId }));
        return Promise.all([entered, seen]);
      });
      return { secrets, person: rowCount === 1 ? (rows[0] ?? null) : null };
    },
    async find(token, { now, countsAsUse, isFromHere, claimedLogin = null, sharer }) {
      const tokenHash = hashOf(token);
      const at = new Date(now).toISOString();
      const rows = await database.onceAsSystem(
        (tx) => tx.rowsOf(SessionRow, sessionPersonQuery({ tokenHash, now: at, claimedLogin })),
        sharer,
      );
      const row = rows[0];
      if (row === undefined) return null;
      if (row.user_id !== null && isFromHere) await unlessFull(keepContact(row, { now, sharer }));
      const end = Math.min(now + (row.remember ? REMEMBER_MS : IDLE_MS), Date.parse(row.began_at) + LIFE_MS);
      if (countsAsUse && isFromHere && now - Date.parse(row.last_used_at) > TOUCH_EVERY_MS) {
        const expiresAt = new Date(end).toISOString();
        const touched = database.onceAsSystem(
          (tx) => tx.update(sessions).set({ lastUsedAt: at, expiresAt }).where(eq(sessions.tokenHash, tokenHash)),
          sharer,
        );
        await unlessFull(touched);
      }
      return {
        tokenHash,
        csrfHash: row.csrf_token,
        remember: row.remember,
        lastsMs: end - now,
        person: row.user_id === null ? null : row,
      };
    },
    async end(token, now) {
      await database.onceAsSystem((tx) =>
        tx.execute(sql`with ${endOf(token, new Date(now).toISOString())} select count(*) from left_login`),
      );
    },
  };
}

/** When a login's device was in contact with the server (epoch ms), from the login's row. */
function contactOf({ contact_at, contact_from, settled_until }: NonNullable<SessionPersonRow['login']>): Contact {
  const [at, from, settledUntil] = [contact_at, contact_from, settled_until].map((instant) =>
    instant === null ? null : Date.parse(instant),
  );
  return { at: at ?? null, from: from ?? null, settledUntil: settledUntil ?? null };
}

/** SQL steps of a `with` clause that end a session and its login. */
function endOf(token: string, at: string): SQL {
  return sql`ended as (delete from sessions where token_hash = ${hashOf(token)} returning tenant_id, login_id),
    left_login as (update logins l set ended_at = ${at}::timestamptz from ended
      where l.tenant_id = ended.tenant_id and l.key = ended.login_id returning l.key)`;
}

/** The SHA-256 of a text, in hexadecimal. A session stores its CSRF token as this hash. */
export function hexHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * How long sessions and links for a new password last. An end that is further away was set while
 * the server's clock ran ahead. A session with such an end is shortened, and a link with such an
 * end no longer counts.
 */
const IDLE_MS = 120 * 60_000;
const REMEMBER_MS = 30 * 86_400_000;
export const LINK_MS = 60 * 60_000;
export const INVITATION_MS = INVITATION_DAYS * 86_400_000;

/** SQL condition: the password link of alias `r` has not ended. `now` is an ISO instant. */
export function isLiveLink(now: string): SQL {
  return sql`(r.expires_at > ${now}::timestamptz and not ${isFarLink(now)})`;
}

/**
 * SQL condition: the end of the password link of alias `r` is further away than such a link lasts.
 */
export function isFarLink(now: string): SQL {
  return sql`(r.expires_at > case when r.invitation then ${after(now, INVITATION_MS + APART_MS)}
    else ${after(now, LINK_MS + APART_MS)} end)`;
}

/**
 * An update that shortens at most `atMost` sessions whose end is further away than a session lasts.
 * Each gets the end of a session that was used now. Its beginning is set to now at the latest, so
 * that it ends however often it is used (S156).
 */
export function shortenSessions(now: string, atMost: number): SQL {
  const longest = sql`case when remember then ${after(now, REMEMBER_MS)} else ${after(now, IDLE_MS)} end`;
  const isFar = sql`expires_at > ${longest} + ${APART_MS / 1000} * interval '1 second'`;
  return sql`update sessions set expires_at = ${longest}, last_used_at = least(last_used_at, ${now}::timestamptz),
      created_at = least(created_at, ${now}::timestamptz)
    where ${isFar} and token_hash in (select token_hash from sessions where ${isFar} limit ${sql.raw(`${atMost}`)})`;
}

function after(now: string, ms: number): SQL {
  return sql`${new Date(Date.parse(now) + ms).toISOString()}::timestamptz`;
}

type Person = { readonly tenantId: number; readonly userId: number };

const OwnSession = v.object({
  id: v.nullable(v.string()),
  device: v.nullable(v.string()),
  began_at: v.string(),
  used_at: v.string(),
  current: v.boolean(),
});
/** The sessions of one person, as the person sees and ends them (S156). */
type OwnSession = v.InferOutput<typeof OwnSession>;

/**
 * At most 100 live sessions of a person: the current one first, then the most recently used. `id`
 * is the session's login.
 */
export async function ownSessions(
  database: Database,
  asked: Person & { readonly current: Buffer; readonly now: number },
): Promise<OwnSession[]> {
  return database.onceAsSystem(
    (tx) =>
      tx.rowsOf(
        OwnSession,
        sql`select s.login_id as id, s.device, ${instantJson('s.created_at')} as began_at,
          ${instantJson('s.last_used_at')} as used_at, s.token_hash = ${asked.current} as current
        from sessions s where s.tenant_id = ${asked.tenantId} and s.user_id = ${asked.userId}
          and s.expires_at > ${new Date(asked.now).toISOString()}::timestamptz
        order by current desc, s.last_used_at desc limit 100`,
      ),
    sharerOfTenant(asked.tenantId),
  );
}

/**
 * Ends the person's sessions except the current one, or only the session of `login`, and their
 * logins. Resolves to the number of sessions that ended.
 */
export async function endOtherSessions(
  database: Database,
  asked: Person & { readonly current: Buffer; readonly login: string | undefined; readonly now: number },
): Promise<number> {
  const one = asked.login === undefined ? sql`` : sql`and login_id = ${asked.login}::uuid`;
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`with ended as (delete from sessions where tenant_id = ${asked.tenantId} and user_id = ${asked.userId}
          and token_hash <> ${asked.current} ${one} returning tenant_id, login_id),
        left_login as (update logins l set ended_at = ${new Date(asked.now).toISOString()}::timestamptz from ended
          where l.tenant_id = ended.tenant_id and l.key = ended.login_id returning l.key)
      select (select count(*)::int from ended) as ended, (select count(*) from left_login) as logins`),
  );
  return Number(rows[0]?.['ended'] ?? 0);
}
