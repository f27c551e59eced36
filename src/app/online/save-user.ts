import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { HEADERS } from '#contract/sync.ts';
import { client, serverReply } from './client.ts';

export type NewUser = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly number[];
  readonly organization_id: number;
  readonly status: ActiveStatus;
};

/** What of a person never enters a queue. An absent field stays as it is. */
export type UserAccess = { readonly password?: string; readonly roles?: readonly number[] };

/** Who asks, and the key under which the server keeps the effect: the same press sent twice has one effect. */
export type SavingUser = { readonly actorId: number; readonly key: string };

/** `offline`: no answer came, so the effect is unknown; asking again under the same key settles it. */
export type UserSaved =
  | { readonly kind: 'done' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly errors: Readonly<Record<string, readonly string[]>> };

/** Creates a person with their first password. */
export function createUser(user: NewUser, at: SavingUser): Promise<UserSaved> {
  return write({ method: 'POST', body: { ...user } }, at);
}

/** Changes a person's password or roles. */
export function changeAccess(change: { userId: number; access: UserAccess }, at: SavingUser): Promise<UserSaved> {
  return write({ method: 'PUT', body: { user_ids: [change.userId], ...change.access } }, at);
}

async function write(
  call: { method: 'POST' | 'PUT'; body: Record<string, unknown> },
  { actorId, key }: SavingUser,
): Promise<UserSaved> {
  const headers = { [HEADERS.idempotencyKey]: key, [HEADERS.actingUser]: String(actorId) };
  const answer = serverReply(await client.request({ ...call, path: PATHS.users, headers }));
  if (answer === null) return { kind: 'offline' };
  if (answer.status < 300) return { kind: 'done' };
  const body = readErrorBody(answer.json);
  const message = answer.status >= 500 ? TROUBLE : (body?.message ?? TROUBLE);
  const errors = body?.errors ?? {};
  return { kind: 'refused', errors: Object.keys(errors).length === 0 ? { document: [message] } : errors };
}

const TROUBLE = 'O servidor não conseguiu atender agora. Nada do que você escreveu se perdeu: tente de novo.';
