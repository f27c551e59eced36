import type { RespondChanges } from '#domain/decide-respond.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../../db/database.ts';
import { enqueueNotices, type NoticeFor } from './enqueue-notices.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { inOrder } from '../../queries/references.ts';
import type { Target } from './on-document.ts';
import { searchTextFor } from './search-text.ts';
import { replaceDestination, seenByOneOf } from './transfer-sql.ts';
import { insertFiles, insertLogs, type LogLine, type Writer } from './writing-sql.ts';

export type ResponseParts = {
  readonly target: Target;
  readonly changes: RespondChanges;
  /** Sanitised HTML; empty when only files were sent. */
  readonly content: string;
  readonly files: readonly ReceivedFile[];
  /** Written reason of a reassignment (rule A14). */
  readonly reason?: string;
};

/**
 * Writes all parts of a response in one statement. Answers the interaction's id, or null when none
 * was written.
 */
export async function applyResponse(tx: Transaction, response: ResponseParts): Promise<number | null> {
  const { changes } = response;
  const { document, writer } = response.target;
  const steps = [
    ...interactionSteps(writer, response),
    ...historySteps(writer, response),
    ...enqueueNotices(writer, noticesOf(response)),
  ];
  const sets = [
    sql`stored_status = ${changes.storedStatus}`,
    sql`last_activity_at = ${writer.moment.at}`,
    ...(changes.interaction ? [sql`interactions_count = interactions_count + 1`] : []),
    ...(response.files.length > 0 ? [sql`files_count = files_count + ${response.files.length}`] : []),
    ...(changes.extension === null ? [] : [sql`limit_date = ${changes.extension.limitDate}`]),
    ...seenAndFound(writer, response),
  ];
  const rows = await tx.rowsOf(
    v.object({ interaction_id: v.nullable(v.number()) }),
    sql`
    with ${sql.join(
      [
        ...steps,
        sql`changed as (update documents set ${sql.join(sets, sql`, `)}
      where tenant_id = ${writer.tenantId} and id = ${document.id})`,
      ],
      sql`, `,
    )}
    select ${changes.interaction ? sql`(select id from interaction)` : sql`null::bigint`} as interaction_id`,
  );
  return rows[0]?.interaction_id ?? null;
}

/**
 * A new responsible gets the notice of an arrival; the others whom the document concerns get the
 * notice of a reply (rule G10).
 */
function noticesOf({ changes, target }: ResponseParts): NoticeFor[] {
  const { createdBy, responsibleIds } = target.document;
  return [
    { notice: 'arrival', userIds: changes.transfer?.responsibleIds ?? [] },
    {
      notice: 'reply',
      userIds: changes.interaction ? [createdBy, ...(changes.transfer === null ? responsibleIds : [])] : [],
    },
  ];
}

function interactionSteps(writer: Writer, response: ResponseParts): SQL[] {
  if (!response.changes.interaction) return [];
  const { moment } = writer;
  const interaction = sql`interaction as (insert into interactions (tenant_id, document_id, creator_id, content, created_at,
      performed_at, clock_suspect, command_id)
    values (${writer.tenantId}, ${writer.document}, ${writer.userId}, ${response.content}, ${moment.at},
      ${moment.performedAt}, ${moment.clockSuspect}, ${moment.commandId}::uuid) returning id)`;
  if (response.files.length === 0) return [interaction];
  // What counts the bytes of files locks a row of the person. A creation has the tenant's counters
  // before that, so a reply takes them first too: in another order the two would wait for each
  // other.
  const counted = sql`counted as materialized (select tenant_id from counters where tenant_id = ${writer.tenantId} for update)`;
  const files = insertFiles(writer, {
    files: response.files,
    interaction: sql`(select i.id from interaction i, counted)`,
  });
  return [interaction, counted, sql`attached as (${files})`];
}

function historySteps(writer: Writer, { changes, reason }: ResponseParts): SQL[] {
  const { transfer, extension } = changes;
  const lines: LogLine[] = [];
  if (transfer !== null) lines.push({ action: 'transfer', ...transfer, ...(reason === undefined ? {} : { reason }) });
  if (extension !== null) lines.push({ action: 'extension', limitDate: extension.limitDate });
  return [
    ...(lines.length > 0 ? [sql`history as (${insertLogs(writer, lines)})`] : []),
    ...(transfer === null ? [] : replaceDestination(writer, transfer)),
  ];
}

/**
 * Whether a current responsible has seen the document, and the words by which it is found: both
 * depend on the responsibles.
 */
function seenAndFound(writer: Writer, { changes, target }: ResponseParts): SQL[] {
  const { actor, document, moving } = target;
  if (changes.transfer === null) {
    const seen = changes.interaction && document.responsibleIds.includes(writer.userId);
    return seen ? [sql`seen_by_responsible = true`] : [];
  }
  if (moving === null) throw new Error('a transfer names the people to whom the document goes');
  const people = inOrder(changes.transfer.responsibleIds, target.people);
  const sectors = inOrder(changes.transfer.organizationIds, target.organizations);
  const text = searchTextFor({
    ...moving,
    ticket: { acronym: actor.tenantAcronym, number: moving.number },
    responsibles: people.flatMap((person) => (person === null ? [] : [person])),
    sectors: [moving.origin, ...sectors],
  });
  return [
    sql`seen_by_responsible = ${seenByOneOf(writer, changes.transfer.responsibleIds)}`,
    sql`search_text = ${text}`,
  ];
}
