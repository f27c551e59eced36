import type { ProfilePatch } from '#contract/reference-writes.ts';
import { opaquePassword } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { senderOf, storeImage } from '../../files/encode-image.ts';
import { once, type Done } from '../../once/idempotency.ts';
import type { Services } from '../../services/services.ts';
import { changedColumns } from '../frame/save-row.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { renamed } from '../documents/renamed.ts';
import { moveSector } from './save-user.ts';
import { bumpScope, endSessions, guardPassword, hashNewPassword, noteChanges, uniqueEmail } from './user-rules.ts';
import { asStored } from '../frame/stored-text.ts';
import { tellPerson } from '../../db/tell-person.ts';
import { proveForEmail } from './prove-password.ts';

export type ProfileCall = CommandCall<v.InferOutput<typeof ProfilePatch>> & {
  readonly services: Services;
  /** Hash of the session that stays when the password changes. */
  readonly sessionHash: Buffer | null;
  /** Address of the client. */
  readonly address: string;
};

/**
 * PATCH /api/profile (rules H5, H6, H7, H10). Only a Super Admin's sector moves; from others the
 * field is ignored.
 */
export async function updateProfile(call: ProfileCall): Promise<Done> {
  const { actor, files } = call;
  const body = asStored(call.body);
  const { userId: id } = actor;
  if (
    body.password !== '' &&
    body.password_confirmation !== undefined &&
    opaquePassword(body.password_confirmation) !== opaquePassword(body.password)
  ) {
    throw problems.invalid({ password_confirmation: ['As senhas não são iguais.'] });
  }
  await proveForEmail({ ...call, email: body.email, password: body.password_current });
  const { password } = body;
  const passwordHash =
    password === '' ? undefined : await hashNewPassword(password, { actor, email: body.email ?? null });
  const [image] = files;
  const stored =
    image === undefined
      ? undefined
      : await storeImage(call.services.files, { file: image, field: 'image', sender: senderOf(actor) });
  return once(call, {
    write: { type: 'update-profile', fields: call.body, fileHashes: files.map((file) => file.sha256) },
    changesPeople: true,
    effect: async (tx, tell) => {
      await lockOneself(tx, { actor });
      const organizationId = actor.superAdmin ? body.organization_id : undefined;
      const moved = await moveSector(tx, { actor, id, organizationId });
      if (passwordHash !== undefined) await guardPassword(tx, { actor, id, password: body.password });
      const { name, last_name, email } = body;
      const none = body.delete_image ? null : undefined;
      const picture = { image_key: stored?.storageKey ?? none, image_sha256: stored?.sha256 ?? none };
      const noted = await noteChanges(tx, { actor, id, now: call.now, written: body });
      const sets = changedColumns({
        name,
        last_name,
        email,
        ...picture,
        password_hash: passwordHash,
        notices:
          body.notices === undefined
            ? undefined
            : sql`coalesce(notices, '{}') || ${JSON.stringify(body.notices)}::jsonb`,
      });
      if (sets !== null) {
        await uniqueEmail(() =>
          tx.execute(sql`update users set ${sets} where tenant_id = ${actor.tenantId} and id = ${id}`),
        );
      }
      if (moved) {
        await bumpScope(tx, { actor, ids: [id] });
        tell('authz_change', { about: [id], reason: 'sector' });
      }
      if (noted.fields.length > 0) tell('user_updated', { about: [id], fields: noted.fields });
      if (passwordHash !== undefined) {
        tell('authn_password_change', { about: [id] });
        tell('session_expired', { about: [id], reason: 'password' });
        await endSessions(tx, { actor, ids: [id], ...(call.sessionHash === null ? {} : { keep: call.sessionHash }) });
      }
      const { emailBefore } = noted;
      await tellPerson(tx, {
        tenantId: actor.tenantId,
        userId: id,
        changed: [
          ...(passwordHash === undefined ? [] : ['password' as const]),
          ...(emailBefore === undefined ? [] : ['email' as const]),
        ],
        by: 'oneself',
        now: call.now,
        emailBefore,
      });
      const named = moved || name !== undefined || last_name !== undefined;
      const documents = named ? await renamed(tx, { actor, users: [id] }) : [];
      return { touched: { users: [id], documents }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/**
 * Locks the person's own row before the transaction takes the tenant's change number, even when
 * nothing changes. In the other order two transactions could block each other: a writer that holds
 * the row waits for the number.
 */
async function lockOneself(tx: Transaction, { actor }: { actor: Actor }): Promise<void> {
  await tx.execute(
    sql`select 1 from users where tenant_id = ${actor.tenantId} and id = ${actor.userId} for no key update`,
  );
}
