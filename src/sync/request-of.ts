// Command → request: one gesture is one request (src/sync/promises.md, Outbox command). Bodies are
// forms with the product's own field names, the same with and without files.

import { type FormPair, pairsOf } from '#contract/form.ts';
import { PATHS } from '#contract/paths.ts';
import { ReassignInput } from '#contract/reference-writes.ts';
import { creationPairs, deletionPairs, editPairs, switchPairs } from '#contract/row-forms.ts';
import { ROW_WRITES } from '#contract/row-writes.ts';
import { HEADERS, ViewInput } from '#contract/sync.ts';
import { StagedFilesInput } from '#contract/uploads.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import {
  type CommandFile,
  type CommandOf,
  type CommandOnRows,
  isRowCommand,
  type OutboxCommand,
  type RowCommand,
} from '#mirror/store/outbox-row.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';

export type WriteRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly FormPair[];
  /** Sent as `files[]`, in this order, after the fields. */
  readonly files: readonly CommandFile[];
};

/**
 * The request of a command, always a POST (`_method` says PATCH). Pure. `serverId`: the server's id
 * of the document that the command acts on; null for a creation. Returns null for a command on a
 * document that is not registered yet. A command on rows of reference data names its rows itself.
 */
export function requestOf(command: OutboxCommand, serverId: number | null): WriteRequest | null {
  const headers = headersOf(command);
  const { files } = command;
  const hashes = { files_sha256: files.map((file) => file.sha256) };
  if (command.type === 'create-document') {
    const fields = pairsOf(CreateDocumentInput, { ...command.payload, ...hashes });
    return { path: PATHS.documents, headers, files, fields };
  }
  if (isRowCommand(command)) {
    const request = rowRequestOf(command);
    return request === null ? null : { ...request, headers, files };
  }
  if (serverId === null) return null;
  if (command.type === 'record-view') {
    const { mark } = command.basedOn ?? {};
    const seen = mark === undefined ? {} : { based_on: { mark } };
    return {
      path: PATHS.documentViews(serverId),
      headers,
      files,
      fields: pairsOf(ViewInput, { ...command.payload, ...seen }),
    };
  }
  if (command.type === 'reassign-document') {
    const fields = pairsOf(ReassignInput, { ...command.payload, based_on: command.basedOn });
    return { path: PATHS.documentReassign(serverId), headers, files, fields };
  }
  const change = pairsOf(PatchDocumentInput, { ...changeOf(command), based_on: command.basedOn });
  const fields: FormPair[] = [['_method', 'PATCH'], ...change, ...pairsOf(PatchDocumentInput, hashes)];
  return { path: PATHS.document(serverId), headers, files, fields };
}

/**
 * The request of a command whose files were sent ahead: it names the files (S101). Its fields are
 * unchanged, so the server takes it for the same write.
 */
export function namingStaged({ fields, files, ...request }: WriteRequest): WriteRequest {
  const staged_files = files.map(({ id, name, sha256 }) => ({ id, name, sha256 }));
  return { ...request, fields: [...fields, ...pairsOf(StagedFilesInput, { staged_files })], files: [] };
}

function headersOf(command: OutboxCommand): Record<string, string> {
  return {
    [HEADERS.idempotencyKey]: command.id,
    [HEADERS.attempt]: String(command.attempts),
    [HEADERS.performedAt]: new Date(command.performedAtMs).toISOString(),
    [HEADERS.actingUser]: String(command.actorId),
    ...(command.loginId === null ? {} : { [HEADERS.login]: command.loginId }),
  };
}

type ChangeCommand = CommandOf<'respond'> | CommandOf<'complete-document'> | CommandOf<'reopen-document'>;

function changeOf(command: ChangeCommand) {
  switch (command.type) {
    case 'complete-document':
      return { ...command.payload, status: 'completed' } as const;
    case 'reopen-document':
      return { ...command.payload, status: 'under_review' } as const;
    case 'respond':
      return command.payload;
  }
}

/** Bytes of a kept file, read now; null when the device no longer has them. */
type ReadBlob = (fileId: string) => Promise<Blob | null>;

/**
 * The form of a request, built at the moment of sending from fresh Blobs: a stored Blob, File or
 * Request uploads nothing on some browsers (src/sync/promises.md, hazards 24, 25). Null when an
 * attachment's bytes are gone or are not what was picked.
 */
export async function bodyOf(request: WriteRequest, readBlob: ReadBlob): Promise<FormData | null> {
  const form = new FormData();
  for (const [name, value] of request.fields) form.append(name, value);
  for (const file of request.files) {
    const blob = await readBlob(file.id);
    if (blob === null || blob.size !== file.size) return null;
    form.append('files[]', blob, file.name);
  }
  return form;
}

/** Slowest link that is still waited for, in bytes per ms: 60 MB at 16 kB/s take an hour. */
const BYTES_PER_MS = 16;
/**
 * Slowest joining that is still waited for, in bytes per ms: files that were sent ahead do not
 * travel again, and the server joins their parts (S101).
 */
const JOINED_BYTES_PER_MS = 187;
const TIMEOUT_MS = 30_000;

/** How long the answer to the request of a command is waited for, in ms. */
export function timeoutOf({ files }: OutboxCommand, request: WriteRequest): number {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return TIMEOUT_MS + Math.ceil(bytes / (request.files.length === 0 ? JOINED_BYTES_PER_MS : BYTES_PER_MS));
}

/**
 * The address and the fields of a command on rows: a POST to the collection's address, where
 * `_method` says PUT for a change, PATCH for a switch and DELETE for a deletion (rule H12). Null
 * while one of its rows has no id. Pure.
 */
function rowRequestOf(command: RowCommand): { path: string; fields: readonly FormPair[] } | null {
  const { path } = ROW_WRITES[command.payload.collection];
  const hashes = command.files.map((file) => file.sha256);
  if (command.type === 'create-row') {
    const { collection, fields } = command.payload;
    return { path, fields: creationPairs(collection, { fields, hashes }) };
  }
  const ids = command.payload.row_keys.flatMap((key) => serverIdOfKey(key) ?? []);
  if (ids.length < command.payload.row_keys.length || ids.length === 0) return null;
  return { path, fields: fieldsOn(command, { ids, hashes }) };
}

function fieldsOn(command: CommandOnRows, { ids, hashes }: { ids: readonly number[]; hashes: readonly string[] }) {
  switch (command.type) {
    case 'update-row': {
      const { collection, fields } = command.payload;
      return editPairs(collection, { id: ids[0] ?? 0, fields, hashes });
    }
    case 'switch-rows':
      return switchPairs(command.payload.collection, { ids, status: command.payload.status });
    case 'delete-rows':
      return deletionPairs(command.payload.collection, ids);
  }
}
