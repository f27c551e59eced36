// The inserts that several commands share, as parts of one statement, so that a command's whole
// effect takes one round trip.

import type { LogAction } from '#domain/document-types.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { ReceivedFile } from '../../files/receive-file.ts';
import type { Moment } from '../../call/command-call.ts';

/**
 * The person who writes, and the document. `document` is SQL: an id, or a value of the same
 * statement.
 */
export type Writer = {
  readonly tenantId: number;
  readonly userId: number;
  readonly document: SQL;
  readonly moment: Moment;
};

export type LogLine = {
  readonly action: LogAction;
  readonly limitDate?: CalendarDay;
  readonly responsibleIds?: readonly number[];
  readonly organizationIds?: readonly number[];
  readonly reason?: string;
  readonly offline?: boolean;
};

/** `insert into logs …` for one line; a `from` may follow. History is append-only. */
export function insertLog(writer: Writer, line: LogLine): SQL {
  return insertLogs(writer, [line]);
}

/** Several lines in one insert, so that their ids follow their order. */
export function insertLogs(writer: Writer, lines: readonly LogLine[]): SQL {
  const rows = lines.map((line) => logValues(writer, line));
  return sql`insert into logs (tenant_id, document_id, creator_id, action, limit_date, responsible_ids, organization_ids,
      reason, offline, created_at, performed_at, clock_suspect, command_id)
    ${sql.join(rows, sql` union all `)}`;
}

function logValues({ tenantId, userId, document, moment }: Writer, line: LogLine): SQL {
  return sql`select ${tenantId}::bigint, ${document}, ${userId}::bigint, ${line.action}::text,
    ${line.limitDate ?? null}::date, ${sql.param([...(line.responsibleIds ?? [])])}::bigint[],
    ${sql.param([...(line.organizationIds ?? [])])}::bigint[], ${line.reason ?? null}::text,
    ${line.offline ?? false}::boolean, ${moment.at}::timestamptz, ${moment.performedAt}::timestamptz,
    ${moment.clockSuspect}::boolean, ${moment.commandId}::uuid`;
}

/**
 * `insert into files …` for bytes that are already stored. `interaction` is SQL; null for the files
 * of the creation.
 */
export function insertFiles(writer: Writer, attached: { files: readonly ReceivedFile[]; interaction: SQL }): SQL {
  const rows = attached.files.map((file, position) => ({
    position,
    name: file.name,
    mime_type: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    storage_key: file.storageKey,
  }));
  return sql`insert into files (tenant_id, document_id, interaction_id, position, name, mime_type, size, sha256,
      storage_key, created_at)
    select ${writer.tenantId}::bigint, ${writer.document}, ${attached.interaction}, f.position, f.name, f.mime_type, f.size,
      f.sha256, f.storage_key, ${writer.moment.at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (position int, name text, mime_type text, size bigint, sha256 text, storage_key text)`;
}
