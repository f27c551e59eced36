import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { renamed } from '../commands/documents/renamed.ts';
import { lockRows } from '../commands/frame/lock-rows.ts';
import type { Tell } from '../once/idempotency.ts';
import { guardSuperAdmins } from '../commands/people/guard-super-admins.ts';
import { noteChanges } from '../commands/people/note-changes.ts';
import { replaceRoles } from '../commands/people/resolve-roles.ts';
import { bumpScope, endSessions } from '../commands/people/scope.ts';
import type { Transaction } from '../db/database.ts';
import { tellPerson } from '../db/tell-person.ts';
import type { ChangeStamp } from '../once/change-counter.ts';
import type { Actor } from '../policies/actor.ts';
import { noPassword } from '../sessions/passwords.ts';
import type { WrittenPerson } from './plan-people.ts';

type Applying = {
  readonly actor: Actor;
  readonly now: number;
  readonly tell: Tell;
  readonly rows: readonly WrittenPerson[];
};
type Old = WrittenPerson & { readonly id: number };

/**
 * Writes the people of a sheet; answers the rows that changed. The lines were judged in this
 * transaction.
 */
export async function applyPeople(tx: Transaction, of: Applying): Promise<ChangeStamp['touched']> {
  const made = await insertPeople(tx, { ...of, rows: of.rows.filter((row) => row.id === null) });
  const old = of.rows.filter((row): row is Old => row.id !== null);
  const users = await lockRows(tx, { actor: of.actor, table: 'users', ids: old.map((row) => row.id) });
  const documents = old.length === 0 ? [] : await changePeople(tx, { ...of, rows: old });
  return { users: [...made, ...users], documents };
}

/** All new people by two statements, because a sheet has hundreds of them. None has a password. */
async function insertPeople(tx: Transaction, { actor, now, tell, rows }: Applying): Promise<number[]> {
  if (rows.length === 0) return [];
  const { tenantId } = actor;
  const given = rows.map(({ name, last_name, email, status, organization_id }, place) => ({
    place,
    name,
    last_name,
    email,
    status,
    organization_id,
    password_hash: noPassword(),
    sealing_key: randomBytes(32).toString('hex'),
  }));
  const made = await tx.rowsOf(
    v.object({ id: v.number(), email: v.string() }),
    sql`insert into users (tenant_id, name, last_name, email, status, organization_id, password_hash, sealing_key, created_at)
      select ${tenantId}::bigint, g.name, g.last_name, g.email, g.status, g.organization_id, g.password_hash,
        decode(g.sealing_key, 'hex'), ${new Date(now).toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place bigint, name text, last_name text, email text,
        status text, organization_id bigint, password_hash text, sealing_key text)
      order by g.place returning id, email`,
  );
  const ids = new Map(made.map((row) => [row.email, row.id]));
  const roles = rows.flatMap((row) =>
    row.roles.map((role, at) => ({ user: ids.get(row.email), role: role.id, at: at + 1 })),
  );
  await tx.execute(sql`insert into user_roles (tenant_id, user_id, role_id, position)
    select ${tenantId}::bigint, g."user", g.role, g.at
    from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as g ("user" bigint, role bigint, at integer)`);
  const about = made.map((row) => row.id);
  tell('user_created', { about });
  return about;
}

/**
 * Changes people as the form does (rules B10–B12; S151, S155); answers the documents that show
 * another name.
 */
async function changePeople(
  tx: Transaction,
  { actor, now, tell, rows }: Omit<Applying, 'rows'> & { readonly rows: readonly Old[] },
): Promise<number[]> {
  const idsOf = (chosen: (row: Old) => boolean): number[] => rows.filter(chosen).map((row) => row.id);
  const fields = new Set<string>();
  for (const { id, name, last_name } of rows.filter((row) => row.changed.names)) {
    const noted = await noteChanges(tx, { actor, id, now, written: { name, last_name } });
    for (const field of noted.fields) fields.add(field);
  }
  const given = rows.map(({ id, name, last_name, status, organization_id }) => ({
    id,
    name,
    last_name,
    status,
    organization_id,
  }));
  await tx.execute(sql`update users u set name = g.name, last_name = g.last_name, status = g.status,
      organization_id = g.organization_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, name text, last_name text, status text,
      organization_id bigint) where u.tenant_id = ${actor.tenantId} and u.id = g.id`);
  for (const { id, roles } of rows.filter((row) => row.changed.roles)) {
    await replaceRoles(tx, { actor, userId: id, roles });
    await tellPerson(tx, { tenantId: actor.tenantId, userId: id, changed: ['roles'], by: 'another', now });
  }
  const [moved, reRoled, off] = [
    idsOf(({ changed }) => changed.sector && !changed.roles),
    idsOf(({ changed }) => changed.roles),
    idsOf(({ changed }) => changed.off),
  ];
  await bumpScope(tx, { actor, ids: [...moved, ...reRoled] });
  if (moved.length > 0) tell('authz_change', { about: moved, reason: 'sector' });
  if (reRoled.length > 0) tell('authz_change', { about: reRoled, reason: 'roles' });
  const kept = idsOf(({ changed }) => !changed.off);
  if (kept.length > 0) tell('user_updated', { about: kept, fields: [...fields] });
  if (off.length > 0) {
    tell('user_archived', { about: off });
    tell('session_expired', { about: off, reason: 'archived' });
    await endSessions(tx, { actor, ids: off });
  }
  if (off.length > 0 || reRoled.length > 0) await guardSuperAdmins(tx, { actor, field: 'file' });
  return renamed(tx, { actor, users: idsOf(({ changed }) => changed.names || changed.sector) });
}
