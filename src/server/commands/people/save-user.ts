import type { UserInput, UserPatch } from '#contract/reference-writes.ts';
import { ActiveStatus } from '#contract/scalars.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import type { CommandCall } from '../../call/command-call.ts';
import {
  bumpScope,
  endSessions,
  guardHigherFields,
  guardOneself,
  guardPassword,
  guardSuperAdmins,
  hashNewPassword,
  noteChanges,
  uniqueEmail,
  withinPeopleQuota,
} from './user-rules.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { replaceRoles, resolveRoles } from './resolve-roles.ts';
import { asStored } from '../frame/stored-text.ts';
import { tellPerson } from '../../db/tell-person.ts';
import { queueInvitations } from '../../sessions/password-reset.ts';
import { noPassword } from '../../sessions/passwords.ts';

type Input = v.InferOutput<typeof UserInput>;
type Patch = v.InferOutput<typeof UserPatch>;
type ChangeCall = CommandCall<Patch> & {
  /** Hash of the session that stays when a person changes their own password. */
  readonly sessionHash: Buffer | null;
};

export const OWN_SECTOR = 'Escolha o seu setor.';
const INVITED = 'Quem recebe um convite cria a própria senha. Deixe este campo em branco.';
const OWN_EMAIL = 'O seu próprio e-mail você troca no Perfil, com a sua senha.';

/** An empty text clears the field (null); undefined leaves it unchanged. */
const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

/** POST /api/users (rules B2, B8, H6, H7). */
export async function createUser(call: CommandCall<Input>): Promise<Done> {
  const { actor } = call;
  const { email, password = '', invite } = asStored(call.body);
  if (invite === undefined && call.body.password === undefined)
    throw problems.invalid({ password: [REFUSAL_TEXT.required] });
  if (invite !== undefined && password !== '') throw problems.invalid({ password: [INVITED] });
  // The password is hashed before the transaction begins, because hashing takes long.
  const passwordHash = invite === undefined ? await hashNewPassword(password, { actor, email }) : noPassword();
  return once(call, {
    ...saving(call, { kind: 'user', table: 'users', id: null }),
    effect: async (tx, tell) => {
      const { name, last_name, organization_id, status, roles: named, job_title, registration } = asStored(call.body);
      const roles = await resolveRoles(tx, { actor, roles: named });
      await guardSector(tx, { actor, organizationId: organization_id });
      const made = { sealing_key: randomBytes(32), created_at: new Date(call.now).toISOString() };
      const office = { job_title: orNull(job_title), registration: orNull(registration) };
      const columns = {
        name,
        last_name,
        email,
        organization_id,
        status,
        password_hash: passwordHash,
        ...office,
        ...made,
      };
      const id = await withinPeopleQuota(tx, { actor, field: 'status' }, () =>
        uniqueEmail(() => writeRow(tx, { table: 'users', id: null, tenantId: actor.tenantId, columns })),
      );
      await replaceRoles(tx, { actor, userId: id, roles });
      tell('user_created', { about: [id] });
      if (invite === 'mail') {
        await queueInvitations(tx, { tenantId: actor.tenantId, userIds: [id], now: call.now });
        tell('authn_token_created', { about: [id], reason: 'invitation' });
      }
      return saved('users', id);
    },
  });
}

/** PUT /api/users (rules B2, B8, B10, B12, H5). */
export async function updateUser(call: ChangeCall, id: number): Promise<Done> {
  const { actor } = call;
  const { name, last_name, email, status, password, organization_id, job_title, registration } = asStored(call.body);
  const passwordHash = password === '' ? undefined : await hashNewPassword(password, { actor, email: email ?? null });
  const about = [id];
  return once(call, {
    ...saving(call, { kind: 'user', table: 'users', id }),
    effect: async (tx, tell) => {
      await lockRows(tx, { actor, table: 'users', ids: about });
      if (status === 'inactive') guardOneself({ actor, ids: about, field: 'status' });
      await guardHigherFields(tx, { actor, id, fields: { email, password, status, roles: call.body.roles } });
      if (passwordHash !== undefined) await guardPassword(tx, { actor, id, password });
      const noted = await noteChanges(tx, { actor, id, now: call.now, written: { name, last_name, email } });
      if (noted.emailBefore !== undefined && id === actor.userId) throw problems.invalid({ email: [OWN_EMAIL] });
      const moved = await moveSector(tx, { actor, id, organizationId: organization_id });
      const office = { job_title: orNull(job_title), registration: orNull(registration) };
      const columns = { name, last_name, email, status, password_hash: passwordHash, ...office };
      const write = () => uniqueEmail(() => writeRow(tx, { table: 'users', id, tenantId: actor.tenantId, columns }));
      await (status === 'active' ? withinPeopleQuota(tx, { actor, field: 'status' }, write) : write());
      const roleChanged = await changeRoles(tx, { actor, id, roles: call.body.roles });
      if (moved || roleChanged) {
        await bumpScope(tx, { actor, ids: about });
        tell('authz_change', { about, reason: roleChanged ? 'roles' : 'sector' });
      }
      tell(status === 'inactive' ? 'user_archived' : 'user_updated', { about, fields: noted.fields });
      if (passwordHash !== undefined) tell('authn_password_change', { about });
      if (status === 'inactive' || passwordHash !== undefined) {
        tell('session_expired', { about, reason: status === 'inactive' ? 'archived' : 'password' });
        await endSessions(tx, {
          actor,
          ids: about,
          ...(call.sessionHash === null ? {} : { keep: call.sessionHash }),
        });
      }
      if (status === 'inactive') await guardSuperAdmins(tx, { actor, field: 'status' });
      const { emailBefore } = noted;
      await tellPerson(tx, {
        tenantId: actor.tenantId,
        userId: id,
        changed: [
          ...(passwordHash === undefined ? [] : ['password' as const]),
          ...(emailBefore === undefined ? [] : ['email' as const]),
          ...(roleChanged ? ['roles' as const] : []),
        ],
        by: id === actor.userId ? 'oneself' : 'another',
        now: call.now,
        emailBefore,
      });
      const named = moved || name !== undefined || last_name !== undefined;
      return saved('users', id, { documents: named ? await renamed(tx, { actor, users: about }) : [] });
    },
  });
}

/**
 * Throws unless the sector is an existing, active one of the tenant; its row is locked until the
 * commit. A person who is no Super Admin may only name their own sector (rules B2, B12).
 */
async function guardSector(
  tx: Transaction,
  { actor, organizationId }: { actor: Actor; organizationId: number | null },
): Promise<void> {
  if (!actor.superAdmin && organizationId !== actor.organizationId) {
    throw problems.invalid({ organization_id: [OWN_SECTOR] });
  }
  if (organizationId === null) return;
  const rows = await tx.rowsOf(
    v.object({ status: ActiveStatus }),
    sql`select status from organizations
    where tenant_id = ${actor.tenantId} and id = ${organizationId} and deleted_at is null for share`,
  );
  const code = rows.length === 0 ? 'organization_unknown' : 'organization_inactive';
  if (rows[0]?.status !== 'active') throw problems.invalid({ organization_id: [REFUSAL_TEXT[code]] });
}

/**
 * Moves a person to another sector; what the person sees changes with it. A person may stay in an
 * inactive sector. Returns whether the sector changed.
 */
export async function moveSector(
  tx: Transaction,
  move: { actor: Actor; id: number; organizationId: number | null | undefined },
): Promise<boolean> {
  const { actor, id, organizationId } = move;
  if (organizationId === undefined) return false;
  const rows = await tx.rowsOf(
    v.object({ current: v.nullable(v.number()) }),
    sql`select organization_id as current from users
    where tenant_id = ${actor.tenantId} and id = ${id}`,
  );
  if (rows[0]?.current === organizationId) return false;
  await guardSector(tx, { actor, organizationId });
  await tx.execute(sql`update users set organization_id = ${organizationId}
    where tenant_id = ${actor.tenantId} and id = ${id}`);
  return true;
}

async function changeRoles(
  tx: Transaction,
  { actor, id, roles }: { actor: Actor; id: number; roles: Patch['roles'] },
): Promise<boolean> {
  if (roles === undefined) return false;
  const resolved = await resolveRoles(tx, { actor, roles });
  const { changed, lostSuperAdmin } = await replaceRoles(tx, { actor, userId: id, roles: resolved });
  if (changed) guardOneself({ actor, ids: [id], field: 'roles' });
  if (lostSuperAdmin) await guardSuperAdmins(tx, { actor, field: 'roles' });
  return changed;
}
