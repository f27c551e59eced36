// Sheets of sectors and people, and invitations. The caller waits for the answer, and nothing is
// kept on the device.

import type { ImportReport, InvitablePerson, InvitationAnswer } from '#contract/import.ts';
import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { readImportAnswer, readInvitablePeople, readInvitationAnswer } from '#contract/read-import.ts';
import type { Inviting } from '#contract/reference-writes.ts';
import { HEADERS } from '#contract/sync.ts';
import { IMPORT, type SheetKind } from '../text/manage/users.ts';
import { client, serverReply } from './client.ts';

const IMPORT_AT = { people: PATHS.importUsers, sectors: PATHS.importOrganizations } as const;

/** Where the sheet of today is downloaded. */
export const EXPORT_AT = { people: PATHS.exportUsers, sectors: PATHS.exportOrganizations } as const;

export type ImportFailure = { readonly kind: 'failed'; readonly message: string };
export type Conferred = { readonly kind: 'done'; readonly report: ImportReport | null };

type Asking = { readonly actorId: number };

/**
 * Has the server judge a sheet, or with the name of its judgement write it. `key`: of the writing,
 * so that twice is once.
 */
export async function sendSheet(
  sheet: { readonly kind: SheetKind; readonly file: string; readonly conference?: string },
  at: Asking & { readonly key: string | null },
): Promise<Conferred | ImportFailure> {
  const { kind, ...body } = sheet;
  const answer = await ask('POST', IMPORT_AT[kind], { ...at, body });
  if (answer.kind === 'failed') return answer;
  const read = readImportAnswer(answer.json);
  return read === null ? failed(IMPORT.unreadable) : { kind: 'done', report: read.report ?? null };
}

/** The people without a password whom this person may invite. */
export async function listInvitable(at: Asking): Promise<readonly InvitablePerson[] | ImportFailure> {
  const answer = await ask('GET', PATHS.invitations, at);
  return answer.kind === 'failed' ? answer : (readInvitablePeople(answer.json) ?? failed(IMPORT.unreadable));
}

/** Invites people by e-mail, or answers the slips to print. */
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
