// Sessions, and what a login leaves behind.

import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, id, ref, tenantId, instant, now } from './columns.ts';
import { users } from './people.ts';

/**
 * A login of a person on a device. The row outlives its session, because a device names the login
 * under which work was made, and such work may date from the login on (S34).
 */
export const logins = pgTable(
  'logins',
  {
    tenantId: tenantId(),
    key: uuid().notNull(),
    userId: ref().notNull(),
    at: instant().notNull(),
    /**
     * The last contact of the login with the server, updated once a minute; null for logins of
     * older versions that have had none since.
     */
    contactAt: instant(),
    /** When the present contact began: no pause since then was longer than 15 minutes (S157). */
    contactFrom: instant(),
    /**
     * Work that was done under this login before this moment would have been sent by now, because
     * the contact lasted long after it (S157).
     */
    settledUntil: instant(),
    /**
     * When the login ended, because its person left the device or another login took its place;
     * null while neither has happened.
     */
    endedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
);

/** Server-side sessions (default 1): the cookie holds a random token, the table its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** SHA-256 of the CSRF token that belongs to this session. */
    csrfToken: text('csrf_token').notNull(),
    tenantId: bigint('tenant_id', { mode: 'number' }),
    userId: ref(),
    /** The login that began the session; null for a visitor's. */
    loginId: uuid('login_id'),
    remember: boolean().notNull().default(false),
    /**
     * The User-Agent at the login in a few words; null for a visitor's, and for sessions of older
     * versions.
     */
    device: text(),
    createdAt: now(),
    lastUsedAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ columns: [table.tenantId, table.loginId], foreignColumns: [logins.tenantId, logins.key] }),
    // Finds a person's sessions. Rows that belong to a session refer to all three columns, so that
    // they also belong to the session's person.
    unique('sessions_person').on(table.tenantId, table.userId, table.tokenHash),
    index('sessions_expiry').on(table.expiresAt),
    // For deleting a login, which makes PostgreSQL look for the sessions that refer to it.
    index('sessions_login').on(table.tenantId, table.loginId),
  ],
);

/**
 * Web Push, one subscription per device (rule G10). It belongs to the device's session and goes
 * with it, however the session ends: logout, another password, deactivation, deletion, time (S16).
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    tenantId: tenantId(),
    id: id(),
    userId: ref().notNull(),
    sessionHash: bytea('session_hash').notNull(),
    /**
     * The address at which the push service takes messages for it. It identifies the device,
     * whichever person uses it.
     */
    endpoint: text().notNull(),
    /** Endpoint and keys, as JSON text. */
    subscription: text().notNull(),
    savedAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: 'push_subscriptions_session_fk',
      columns: [table.tenantId, table.userId, table.sessionHash],
      foreignColumns: [sessions.tenantId, sessions.userId, sessions.tokenHash],
    }).onDelete('cascade'),
    unique('push_subscriptions_endpoint').on(table.endpoint),
    unique('push_subscriptions_session').on(table.sessionHash),
    index('push_subscriptions_user').on(table.tenantId, table.userId),
  ],
);

/**
 * Key pairs with which devices seal work that stays on them (S94), handed out by a login. Each new
 * hash of the person's password begins another pair. `password_mark` is the SHA-256 of that hash,
 * as for calendars. Earlier pairs stay, because work may still be sealed with them.
 */
export const sealingKeys = pgTable(
  'sealing_keys',
  {
    tenantId: tenantId(),
    key: uuid().notNull(),
    userId: ref().notNull(),
    /** A point of P-256, uncompressed. */
    publicKey: bytea('public_key').notNull(),
    /** As PKCS8. */
    privateKey: bytea('private_key').notNull(),
    passwordMark: bytea('password_mark').notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    unique('sealing_keys_current').on(table.tenantId, table.userId, table.passwordMark),
  ],
);

/** Solved proofs of work (rule H1). A challenge that is here is not accepted a second time. */
export const usedChallenges = pgTable('used_challenges', {
  signature: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Failed logins of the last minute, by e-mail and address (default 5). */
export const loginFailures = pgTable('login_failures', { key: text().notNull(), at: instant().notNull() }, (table) => [
  index('login_failures_key').on(table.key, table.at),
]);

export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    tenantId: tenantId(),
    userId: ref().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /**
     * A hash of the account's password hash and e-mail when the link was made: another password or
     * e-mail ends the link (src/server/sessions/password-reset.ts).
     */
    mark: bytea().notNull(),
    /**
     * An invitation lasts longer than a link for a forgotten password
     * (src/server/sessions/session-store.ts).
     */
    invitation: boolean().notNull().default(false),
  },
  (table) => [foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] })],
);

/**
 * The calendar of deadlines that a person subscribes to, one per person. The address holds a random
 * token, the table its SHA-256. `password_mark` is the SHA-256 of the password hash at that time,
 * so that every new hash ends the subscription. A new hash comes with another password, and with a
 * login that renews the hash of a password as it was typed (S25).
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    tenantId: tenantId(),
    userId: ref().notNull(),
    tokenHash: bytea('token_hash').notNull(),
    passwordMark: bytea('password_mark').notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    unique('calendar_feeds_token').on(table.tokenHash),
  ],
);

/**
 * Commands that the server has seen and did not accept: in conflict, refused, or for lack of space.
 * The time of such a command, and of later ones on the same document, is still believed, because
 * they have waited since (S157).
 */
export const heldCommands = pgTable(
  'held_commands',
  {
    tenantId: tenantId(),
    actorId: ref().notNull(),
    key: uuid().notNull(),
    /** The path of the request that brought the command. */
    target: text().notNull(),
    /** When the command was done, as the server believed at its arrival. */
    performedAt: instant().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.actorId, table.key] }),
    foreignKey({ columns: [table.tenantId, table.actorId], foreignColumns: [users.tenantId, users.id] }),
    index('held_commands_target').on(table.tenantId, table.actorId, table.target),
    index('held_commands_age').on(table.at),
  ],
);
