import { type FormPair, pairsOf } from '#contract/form.ts';
import { PATHS } from '#contract/paths.ts';
import { type Inviting, UserEdit, UserInput } from '#contract/reference-writes.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { directWrite, type WriteRefused } from './direct-write.ts';

export type NewUser = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  /** Absent where the person is invited. */
  readonly password?: string;
  readonly invite?: Inviting;
  readonly roles: readonly number[];
  readonly organization_id: number;
  readonly status: ActiveStatus;
};

/** What of a person never enters a queue. An absent field stays as it is. */
export type UserAccess = { readonly password?: string; readonly roles?: readonly number[] };

/**
 * Who asks, and the key under which the server keeps the effect: the same press sent twice has one
 * effect.
 */
export type SavingUser = { readonly actorId: number; readonly key: string };

export type UserSaved = { readonly kind: 'done' } | WriteRefused;

/** Creates a person with their first password, or invites them to choose it. */
export function createUser(user: NewUser, at: SavingUser): Promise<UserSaved> {
  return write({ method: 'POST', fields: pairsOf(UserInput, user) }, at);
}

/** Changes a person's password or roles. */
export function changeAccess(change: { userId: number; access: UserAccess }, at: SavingUser): Promise<UserSaved> {
  return write({ method: 'PUT', fields: pairsOf(UserEdit, { user_ids: [change.userId], ...change.access }) }, at);
}

async function write(
  call: { method: 'POST' | 'PUT'; fields: readonly FormPair[] },
  { actorId, key }: SavingUser,
): Promise<UserSaved> {
  const answer = await directWrite({ ...call, path: PATHS.users, key, userId: actorId });
  return answer.kind === 'done' ? { kind: 'done' } : answer;
}
