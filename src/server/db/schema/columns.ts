// What the tables share. Every table carries the tenant. Keys and foreign keys are composite
// (tenant_id, id), so that a row can't point into another tenant even when a query forgets the
// tenant (rule H8; default 15). `rev` is the number of the tenant's change in which a row was last
// written (src/sync/promises.md, One number). History (interactions, logs, views, receipts) is
// append-only: the working role has neither UPDATE nor DELETE there.

import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity();
export const ref = () => bigint({ mode: 'number' });
export const tenantId = () => bigint('tenant_id', { mode: 'number' }).notNull();
export const rev = () => bigint({ mode: 'number' }).notNull().default(0);
export const instant = () => timestamp({ withTimezone: true, mode: 'string', precision: 3 });
export const now = () => instant().notNull().defaultNow();
