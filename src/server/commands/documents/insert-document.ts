import { DOCUMENT_FIELDS, SENT_FIELDS, type SentField } from '#contract/document-fields.ts';
import type { CreateDocumentInput } from '#contract/writes.ts';
import type { CreateChanges } from '#domain/decide-create.ts';
import { fold } from '#domain/search.ts';
import type { Tag } from '#domain/tags.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueNotices } from './enqueue-notices.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import type { Creation } from '../../queries/load-creation.ts';
import { inOrder } from '../../queries/references.ts';
import type { Moment } from '../../call/command-call.ts';
import { searchTextFor } from './search-text.ts';
import { replaceDestination } from './transfer-sql.ts';
import { insertFiles, insertLog, type Writer } from './writing-sql.ts';

export type NewDocument = {
  readonly actor: Actor;
  readonly moment: Moment;
  readonly creation: Creation;
  readonly changes: CreateChanges;
  readonly files: readonly ReceivedFile[];
  /** Texts in their stored form, `content` sanitised. */
  readonly fields: CreateDocumentInput;
  readonly tags: readonly Tag[];
};

/** The columns that a creation fills as it was sent (src/contract/document-fields.ts). */
const SENT_COLUMNS = columnsOf(
  SENT_FIELDS.flatMap((name) => {
    const field = DOCUMENT_FIELDS[name];
    return 'column' in field ? [{ name, type: sql.raw(field.column) }] : [];
  }),
);

function columnsOf(columns: readonly { name: SentField; type: SQL }[]) {
  const listed = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
  return {
    names: listed(columns.map(({ name }) => sql.raw(name))),
    valuesOf: (sent: Pick<CreateDocumentInput, SentField>): SQL =>
      listed(columns.map(({ name, type }) => sql`${sent[name] ?? null}::${type}`)),
  };
}

/**
 * Writes a document and everything it starts with in one statement; answers its id and number. The
 * number is taken late, in this statement, because taking it locks the tenant's counter until the
 * commit.
 */
export async function insertDocument(tx: Transaction, made: NewDocument): Promise<{ id: number; number: number }> {
  const { actor, moment, changes, fields, files } = made;
  const writer: Writer = {
    tenantId: actor.tenantId,
    userId: actor.userId,
    document: sql`(select id from document)`,
    moment,
  };
  const { responsibleIds, organizationIds } = changes;
  const exceptionReason = changes.isException ? fields.exception_reason || null : null;
  const sent = { ...fields, is_exception: changes.isException, exception_reason: exceptionReason };
  const tags = made.tags.map((tag, position) => ({ position, title: tag.title, type: tag.type, user_id: tag.userId }));
  const mentioned = made.tags.flatMap((tag) => (tag.userId === null ? [] : [tag.userId]));
  const noticed = enqueueNotices(writer, [
    { notice: 'arrival', userIds: responsibleIds },
    { notice: 'mention', userIds: mentioned },
  ]);
  const rows = await tx.rowsOf(
    v.object({ id: v.number(), number: v.number() }),
    sql`
    with numbered as (update counters set last_document_number = last_document_number + 1
        where tenant_id = ${actor.tenantId} returning last_document_number as number),
      document as (insert into documents (tenant_id, number, stored_status, ${SENT_COLUMNS.names}, subject_id, created_by,
          origin_organization_id, content, files_count, created_at, last_activity_at, performed_at, clock_suspect, command_id, mark,
          search_text)
        select ${actor.tenantId}::bigint, numbered.number, 'pending', ${SENT_COLUMNS.valuesOf(sent)},
          ${fields.document_subject_id}::bigint, ${actor.userId}::bigint, ${actor.organizationId}::bigint, ${fields.content}::text, ${files.length}::int, ${moment.at}::timestamptz, ${moment.at}::timestamptz,
          ${moment.performedAt}::timestamptz, ${moment.clockSuspect}::boolean, ${moment.commandId}::uuid,
          coalesce(${moment.commandId}::uuid, gen_random_uuid()),
          ${searchText(made)} from numbered returning id, number),
      ${sql.join(replaceDestination(writer, changes), sql`, `)},
      tagged as (insert into document_tags (tenant_id, document_id, position, title, type, user_id)
        select ${actor.tenantId}::bigint, ${writer.document}, t.position, t.title, t.type, t.user_id
        from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as t (position int, title text, type text, user_id bigint)),
      attached as (${insertFiles(writer, { files, interaction: sql`null::bigint` })}),
      ${sql.join(
        [
          ...noticed,
          sql`log as (${insertLog(writer, { action: 'creation', limitDate: fields.limit_date, responsibleIds, organizationIds })})`,
        ],
        sql`, `,
      )}
    select id, number from document`,
  );
  const inserted = rows[0];
  if (inserted === undefined) throw new Error(`tenant ${actor.tenantId} has no counters`);
  return inserted;
}

/**
 * The words for the search: the ticket, which only the statement knows, and the other words, folded
 * by the domain.
 */
function searchText({ actor, creation, changes, fields, tags }: NewDocument): SQL {
  const origin = creation.organizations.find((one) => one.id === actor.organizationId) ?? null;
  const people = inOrder(changes.responsibleIds, creation.people);
  const rest = searchTextFor({
    title: fields.title,
    physicalDocumentNumber: fields.physical_document_number,
    ticket: null,
    subject: creation.subject?.name ?? '',
    tags: tags.map((tag) => tag.title),
    responsibles: people.flatMap((person) => (person === null ? [] : [person])),
    sectors: [origin, ...inOrder(changes.organizationIds, creation.organizations)],
  });
  return sql`${fold(actor.tenantAcronym)}::text || lpad(numbered.number::text, greatest(3, length(numbered.number::text)), '0')
    || ' ' || ${rest}::text`;
}
