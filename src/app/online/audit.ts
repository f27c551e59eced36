// Reads the audit from the server. Nothing of it is stored on the device.

import type { AuditPage } from '#contract/accesses.ts';
import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { readAuditPage } from '#contract/read-audit.ts';
import { HEADERS } from '#contract/sync.ts';
import type { AccessKind } from '#domain/accesses.ts';
import { AUDIT, type AuditTab } from '../text/manage/audit.ts';
import { client, serverReply } from './client.ts';

/** What the reader asks for. `id`: a document's number or a person's id, by the tab. */
export type AuditQuestion = {
  readonly tab: AuditTab;
  readonly id: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly kind: AccessKind | null;
  readonly page: number;
};

export type AuditAnswer =
  | { readonly kind: 'page'; readonly page: AuditPage }
  | { readonly kind: 'failed'; readonly message: string };

function pathOf({ tab, id }: AuditQuestion): string {
  if (tab === 'atos') return PATHS.auditActs;
  return tab === 'documento' ? PATHS.auditDocument(id ?? 0) : PATHS.auditPerson(id ?? 0);
}

function queryOf({ from, to, kind, page }: AuditQuestion): Record<string, string> {
  return {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(kind === null ? {} : { kind }),
    ...(page > 1 ? { page: String(page) } : {}),
  };
}

/** The address that downloads the same answer as CSV. */
export function sheetAddress(asked: AuditQuestion): string {
  const query = new URLSearchParams({ ...queryOf({ ...asked, page: 1 }), format: 'csv' });
  return `${pathOf(asked)}?${query.toString()}`;
}

/** Asks for one page of the audit. The server records that this person asked. */
export async function askAudit(asked: AuditQuestion, actorId: number): Promise<AuditAnswer> {
  const failed = (message: string): AuditAnswer => ({ kind: 'failed', message });
  const answer = await client.request({
    method: 'GET',
    path: pathOf(asked),
    query: queryOf(asked),
    headers: { [HEADERS.actingUser]: String(actorId) },
  });
  const reply = serverReply(answer);
  if (reply === null) return failed(AUDIT.unanswered);
  const said = readErrorBody(reply.json);
  if (reply.status === 401) return failed(AUDIT.needsLogin);
  if (reply.status === 404) return failed(said?.type === 'not_found' ? AUDIT.notFound[asked.tab] : AUDIT.unreadable);
  if (reply.status >= 300) {
    const sentences = Object.values(said?.errors ?? {}).flat();
    return failed(sentences.length > 0 ? sentences.join(' ') : (said?.message ?? AUDIT.unanswered));
  }
  const page = readAuditPage(reply.json);
  return page === null ? failed(AUDIT.unreadable) : { kind: 'page', page };
}
