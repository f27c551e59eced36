// Saves the person's account and the organization while the person waits, because passwords and
// pictures of people may not enter the outbox (rule E4). The answer is stored at once, so that
// every screen shows it.

import { changePairsOf, pairsOf } from '#contract/form.ts';
import { readListedSession } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { type ProfileChange, ProfilePatch, type TenantChange, TenantPatch } from '#contract/reference-writes.ts';
import { readSessionUser, readTenant } from '#contract/read-person.ts';
import type { SessionUser } from '#contract/session.ts';
import { type OwnSession, readOwnSessions } from '#contract/session-calls.ts';
import { durably, readMeta, writeMeta } from '#mirror/store/storage.ts';
import { renamePerson } from '#mirror/store/person-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { refreshDeviceFacts } from '../device/use-device-facts.ts';
import { directWrite, type WriteRefused } from './direct-write.ts';
import { client, serverReply } from './client.ts';

type Author = { readonly mirror: Mirror; readonly session: SessionUser; readonly key: string };
export type SaveResult = { readonly kind: 'saved' } | WriteRefused;

/** Sends the changed fields of the person's account (PATCH /api/profile). */
export async function saveProfile(
  { mirror, session, key }: Author,
  change: ProfileChange & { readonly image: File | null },
): Promise<SaveResult> {
  const { image, ...fields } = change;
  const answer = await directWrite({
    path: PATHS.profile,
    method: 'PATCH',
    fields: pairsOf(ProfilePatch, fields),
    file: image === null ? null : { field: 'image', file: image },
    key,
    userId: session.id,
  });
  if (answer.kind !== 'done') return answer;
  const said = (answer.json as { user?: unknown }).user;
  const user = readSessionUser(said) ?? readListedSession(said, session.server_time);
  // A server with the product's own calls alone may answer without the whole person (S113). The
  // next pull brings the rest.
  if (user?.id === session.id && user.roles.length > 0)
    await keep(mirror, (kept) => {
      const isOlder = (user.rev ?? Infinity) < (kept.rev ?? -1);
      return isOlder ? kept : { ...user, login_id: user.login_id ?? kept.login_id };
    });
  return { kind: 'saved' };
}

/** Sends the changed fields of the organization (PATCH /api/tenants). */
export async function saveTenant(
  { mirror, session, key }: Author,
  change: TenantChange & { readonly logo: File | null },
): Promise<SaveResult> {
  const { logo, ...fields } = change;
  const answer = await directWrite({
    path: PATHS.tenants,
    method: 'PATCH',
    fields: changePairsOf(TenantPatch, fields),
    file: logo === null ? null : { field: 'logo', file: logo },
    key,
    userId: session.id,
  });
  if (answer.kind !== 'done') return answer;
  const tenant = readTenant((answer.json as { tenant?: unknown }).tenant);
  if (tenant !== null) await keep(mirror, (kept) => ({ ...kept, tenant }));
  return { kind: 'saved' };
}

/**
 * Stores a changed session, and the names that the device shows before a login. `change` gets the
 * stored session, which the feed may have renewed meanwhile. The server has saved the change by
 * then, so a device that can't store it only reports the error: the next pull brings the session.
 */
async function keep(mirror: Mirror, change: (kept: SessionUser) => SessionUser): Promise<void> {
  await store(mirror, change).catch(reportError);
}

async function store(mirror: Mirror, change: (kept: SessionUser) => SessionUser): Promise<void> {
  const session = await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const kept = await readMeta(mirror, 'session');
      const value = kept && change(kept);
      if (value !== undefined) await writeMeta(mirror, { name: 'session', value });
      return value;
    },
  });
  if (session === undefined) return;
  await renamePerson(session);
  await refreshDeviceFacts();
}

// The person's other logins (S156). Asked from the server each time, and not stored on the device.

/** The person's sessions; null without an answer, or from a server that does not list them. */
export async function listOwnSessions(): Promise<readonly OwnSession[] | null> {
  const answer = serverReply(await client.request({ method: 'GET', path: PATHS.ownSessions }));
  return answer === null || answer.status !== 200 ? null : readOwnSessions(answer.json);
}

/**
 * Ends the session of one login, or of all others when `login` is null. `password`: the person's
 * present one.
 */
export async function endOwnSessions(asked: {
  readonly login: string | null;
  readonly password: string;
  readonly userId: number;
  readonly key: string;
}): Promise<{ readonly kind: 'done' } | WriteRefused> {
  const { login, password, userId, key } = asked;
  const proof = [['password_current', password] as const];
  const fields = login === null ? proof : [['login', login] as const, ...proof];
  const answer = await directWrite({ path: PATHS.ownSessions, method: 'DELETE', fields, userId, key });
  return answer.kind === 'done' ? { kind: 'done' } : answer;
}
