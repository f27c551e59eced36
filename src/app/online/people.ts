import { type FormPair, pairsOf } from '#contract/form.ts';
import { PATHS } from '#contract/paths.ts';
import { type Inviting, UserEdit, UserInput } from '#contract/reference-writes.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { directWrite, type WriteRefused } from './direct-write.ts';
import {
  type ImportedReport,
  type ImportReport,
  type PastImport,
  readImportedReport,
  readPastImports,
  type InvitablePerson,
  type InvitationAnswer,
  readImportAnswer,
  readInvitablePeople,
  readInvitationAnswer,
} from '#contract/import.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { HEADERS } from '#contract/sync.ts';
import { IMPORT, type SheetKind } from '../text/manage/users.ts';
import { client, serverReply } from './client.ts';

export type NewUser = {
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly job_title?: string;
  readonly registration?: string;
  /** Absent when the person is invited and chooses a password themselves. */
  readonly password?: string;
  readonly invite?: Inviting;
  readonly roles: readonly number[];
  readonly organization_id: number;
  readonly status: ActiveStatus;
};

/**
 * The parts of an account that may not enter the outbox (rule E4). An absent field stays unchanged.
 */
export type UserAccess = { readonly password?: string; readonly roles?: readonly number[] };

/** The person who saves, and the key under which a repeated write has one effect. */
type SavingUser = { readonly actorId: number; readonly key: string };

type UserSaved = { readonly kind: 'done' } | WriteRefused;

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

// Sheets of sectors and people, and invitations. The caller waits for the answer, and nothing is
// kept on the device.

const IMPORT_AT = { people: PATHS.importUsers, sectors: PATHS.importOrganizations } as const;

/** The addresses that download the present people and sectors as CSV. */
export const EXPORT_AT = { people: PATHS.exportUsers, sectors: PATHS.exportOrganizations } as const;

export type ImportFailure = { readonly kind: 'failed'; readonly message: string };
type Conferred = {
  readonly kind: 'done';
  readonly report: ImportReport | null;
  /** How many were invited; absent where that was not asked, and on a replay. */
  readonly invited: number | undefined;
};

type Asking = { readonly actorId: number };

/**
 * Has the server judge a sheet. With `conference`, the name of an earlier judgement, it writes the
 * sheet. `key`: makes a repeated writing have one effect; null for judging.
 */
export async function sendSheet(
  sheet: {
    readonly kind: SheetKind;
    readonly file: string;
    readonly conference?: string;
    readonly deactivate?: readonly number[];
    readonly invite?: boolean;
  },
  at: Asking & { readonly key: string | null },
): Promise<Conferred | ImportFailure> {
  const { kind, ...body } = sheet;
  const answer = await ask('POST', IMPORT_AT[kind], { ...at, body });
  if (answer.kind === 'failed') return answer;
  const read = readImportAnswer(answer.json);
  if (read === null) return failed(IMPORT.unreadable);
  return { kind: 'done', report: read.report ?? null, invited: read.invited };
}

/** The people without a password whom this person may invite. */
export async function listInvitable(at: Asking): Promise<readonly InvitablePerson[] | ImportFailure> {
  const answer = await ask('GET', PATHS.invitations, at);
  return answer.kind === 'failed' ? answer : (readInvitablePeople(answer.json) ?? failed(IMPORT.unreadable));
}

/** The past imports, without what each changed. */
export async function listPastImports(at: Asking): Promise<readonly PastImport[] | ImportFailure> {
  const answer = await ask('GET', PATHS.imports, at);
  return answer.kind === 'failed' ? answer : (readPastImports(answer.json) ?? failed(IMPORT.unreadable));
}

/** What the import `id` changed. */
export async function findImportedReport(id: number, at: Asking): Promise<ImportedReport | ImportFailure> {
  const answer = await ask('GET', PATHS.importReport(id), at);
  return answer.kind === 'failed' ? answer : (readImportedReport(answer.json) ?? failed(IMPORT.unreadable));
}

/** Invites people by e-mail, or returns their invitations for printing. */
export async function sendInvitations(
  asked: { readonly user_ids: readonly number[]; readonly by: Inviting },
  at: Asking,
): Promise<InvitationAnswer | ImportFailure> {
  const answer = await ask('POST', PATHS.invitations, { ...at, body: asked });
  return answer.kind === 'failed' ? answer : (readInvitationAnswer(answer.json) ?? failed(IMPORT.unreadable));
}

const failed = (message: string): ImportFailure => ({ kind: 'failed', message });

async function ask(
  method: 'GET' | 'POST',
  path: string,
  { actorId, key = null, body }: Asking & { readonly key?: string | null; readonly body?: object },
): Promise<{ readonly kind: 'answered'; readonly json: unknown } | ImportFailure> {
  const headers = {
    [HEADERS.actingUser]: String(actorId),
    ...(key === null ? {} : { [HEADERS.idempotencyKey]: key }),
  };
  const answer = await client.request({ method, path, headers, ...(body === undefined ? {} : { body: { ...body } }) });
  const reply = serverReply(answer);
  if (reply === null) return failed(IMPORT.unanswered);
  if (reply.status < 300) return { kind: 'answered', json: reply.json };
  if (reply.status === 401) return failed(IMPORT.needsLogin);
  const said = readErrorBody(reply.json);
  const sentences = Object.values(said?.errors ?? {}).flat();
  return failed(sentences.length > 0 ? sentences.join(' ') : (said?.message ?? IMPORT.unanswered));
}
