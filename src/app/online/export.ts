// Calls for the export of everything, which is made and kept on the server (S239).

import { type ExportState, readExportAnswer } from '#contract/exports.ts';
import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { HEADERS } from '#contract/sync.ts';
import { EXPORT } from '../text/manage/export.ts';
import { client, serverReply } from './client.ts';

export type ExportReply =
  | { readonly kind: 'known'; readonly state: ExportState | null }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * `look` only asks for the state; `make` orders an export; `remove` cancels or deletes it. Each
 * call answers the state afterwards.
 */
export type ExportCall = 'look' | 'make' | 'remove';

export const EXPORT_FILE = PATHS.exportFile;

export async function callExport(call: ExportCall, actorId: number): Promise<ExportReply> {
  const failed = (message: string): ExportReply => ({ kind: 'failed', message });
  const headers = { [HEADERS.actingUser]: String(actorId) };
  const answer = await client.request({ path: PATHS.export, headers, ...requestOf(call) });
  const reply = serverReply(answer);
  if (reply === null) return failed(EXPORT.unanswered);
  if (reply.status === 401) return failed(EXPORT.needsLogin);
  if (reply.status === 404) return failed(EXPORT.unreadable);
  if (reply.status >= 300) return failed(readErrorBody(reply.json)?.message ?? EXPORT.unanswered);
  const read = readExportAnswer(reply.json);
  return read === null ? failed(EXPORT.unreadable) : { kind: 'known', state: read.export };
}

function requestOf(call: ExportCall) {
  if (call === 'look') return { method: 'GET' } as const;
  const body = new FormData();
  if (call === 'remove') body.append('_method', 'DELETE');
  return { method: 'POST', body } as const;
}
