// Who is inside, and what entering leaves behind.

import { bigint, boolean, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, ref, tenantId, instant, now } from './columns.ts';
import { users } from './people.ts';

/** Server-side sessions (hardening, default 1): the cookie holds a random token, the table its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** SHA-256 of the CSRF token bound to this session. */
    csrfToken: text('csrf_token').notNull(),
    tenantId: bigint('tenant_id', { mode: 'number' }),
    userId: ref(),
    remember: boolean().notNull().default(false),
    createdAt: now(),
    lastUsedAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }),
    index('sessions_user').on(table.tenantId, table.userId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

/** Solved challenges, good once (contract page). */
export const usedChallenges = pgTable('used_challenges', {
  signature: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Failed logins of the last minute, by e-mail and address (hardening, default 5). */
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
  },
  (table) => [foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] })],
);
