import { type AccessNote, recordAccesses } from '../accesses/record-access.ts';
import type { InvitablePerson, InvitationAnswer, InvitationInput } from '#contract/import.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { canChangeAccount } from '#domain/permissions.ts';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { sharerOfTenant, type Database, type Transaction } from '../db/database.ts';
import { anyOf, instantJson } from '../db/json.ts';
import type { Tell } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { issueSlips, linkPath, queueInvitations } from '../sessions/password-reset.ts';
import { INVITATION_MS, isLiveLink } from '../sessions/session-store.ts';
import { hasNoPassword } from '../sessions/passwords.ts';
import { readPeople, type Person } from './read-people.ts';

const Ends = v.object({ id: v.number(), until: v.string() });

/**
 * The people without a password whom the actor may invite: those whose password the actor could set
 * (S20).
 */
export function invitablePeople(
  database: Database,
  { actor, now }: { actor: Actor; now: number },
): Promise<InvitablePerson[]> {
  return database.asSystem(async (tx) => {
    const people = await readPeople(tx, { actor, where: sql`u.status = 'active' and ${hasNoPassword()}` });
    const ends = await tx.rowsOf(
      Ends,
      sql`select r.user_id as id, max(${instantJson('r.expires_at')}) as until from password_resets r
        where r.tenant_id = ${actor.tenantId} and r.invitation and r.used_at is null
          and ${isLiveLink(new Date(now).toISOString())} group by r.user_id`,
    );
    const until = new Map(ends.map((row) => [row.id, row.until]));
    return people
      .filter((person) => person.managed && isBelow(actor, person))
      .map((person) => ({ ...shown(person), invited_until: until.get(person.id) ?? null }));
  }, sharerOfTenant(actor.tenantId));
}

type Inviting = {
  readonly actor: Actor;
  readonly now: number;
  readonly log: FastifyBaseLogger;
  readonly body: v.InferOutput<typeof InvitationInput>;
};

/**
 * Invites people by e-mail, or returns slips: codes to hand out on paper (S209). Leaves out people
 * who have a password by now, or may not log in. An author can only invite people whose password
 * they could set, because the link sets it (S20).
 */
export async function invitePeople(database: Database, of: Inviting): Promise<InvitationAnswer> {
  const { actor, now, log, body } = of;
  const { answer, about } = await database.asSystem(async (tx) => {
    const people = await judged(tx, { actor, ids: [...new Set(body.user_ids)] });
    const userIds = people.map((person) => person.id);
    const { tenantId } = actor;
    if (body.by === 'mail') {
      const mailed = await queueInvitations(tx, { tenantId, userIds, now });
      return { answer: { mailed, slips: [] }, about: userIds };
    }
    const codes = await issueSlips(tx, { tenantId, userIds, now });
    const expires_at = new Date(now + INVITATION_MS).toISOString();
    const slips = people.map((person) => {
      const code = codes.get(person.id) ?? '';
      return { ...shown(person), code, path: linkPath(code, person.email), expires_at };
    });
    return { answer: { mailed: 0, slips }, about: userIds };
  });
  if (about.length > 0) {
    const note = invitedNote(about, body.by);
    await database.inTenant(actor.tenantId, (tx) => recordAccesses(tx, { actor, device: null, now }, [note]));
    logSecurity(log, { event: 'authn_token_created', user: actor.userId, about, reason: 'invitation' });
  }
  return answer;
}

const invitedNote = (about: readonly number[], by: Inviting['body']['by']): AccessNote => ({
  kind: 'act',
  act: 'invite-users',
  about,
  fields: [by],
});

type InvitingNew = Pick<Inviting, 'actor' | 'now'> & { readonly tell: Tell; readonly userIds: readonly number[] };

/**
 * Invites people by e-mail in the transaction that makes them. The caller has judged that they may
 * be invited. Returns how many messages were queued.
 */
export async function inviteNew(tx: Transaction, { actor, now, tell, userIds }: InvitingNew): Promise<number> {
  if (userIds.length === 0) return 0;
  const mailed = await queueInvitations(tx, { tenantId: actor.tenantId, userIds, now });
  await recordAccesses(tx, { actor, device: null, now }, [invitedNote(userIds, 'mail')]);
  tell('authn_token_created', { about: userIds, reason: 'invitation' });
  return mailed;
}

async function judged(tx: Transaction, { actor, ids }: { actor: Actor; ids: readonly number[] }): Promise<Person[]> {
  const people = await readPeople(tx, { actor, where: sql`u.id = ${anyOf(ids)}` });
  if (people.length < ids.length) throw problems.notFound();
  if (people.some((person) => !person.managed)) throw problems.forbidden();
  if (!people.every((person) => isBelow(actor, person)))
    throw problems.invalid({ user_ids: [REFUSAL_TEXT.higher_account] });
  const where = sql`u.id = ${anyOf(ids)} and u.status = 'active' and ${hasNoPassword()}`;
  return readPeople(tx, { actor, where });
}

const isBelow = (actor: Actor, person: Person): boolean => canChangeAccount(actor.roles, person.roles);

function shown({ id, name, last_name, email, acronym }: Person): Omit<InvitablePerson, 'invited_until'> {
  return { id, name, last_name, email, sector: acronym };
}
