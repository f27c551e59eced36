import { guardOf } from '#contract/document-state.ts';
import type { ReassignInput } from '#contract/reference-writes.ts';
import type { PatchDocumentInput, ReceiptNote } from '#contract/writes.ts';
import { decideReassign, decideRespond, type RespondChanges } from '#domain/decide-respond.ts';
import { hasText } from '#domain/plain-text.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { type Done, once } from '../../once/idempotency.ts';
import { inOrder } from '../../queries/references.ts';
import { asStored } from '../frame/stored-text.ts';
import { guardKnownSectors, judged, lockTarget, type Target, unchanged, verbOn, written } from './on-document.ts';
import { storedRichText } from './rich-text.ts';
import {
  enqueueNotices,
  insertFiles,
  insertLogs,
  type LogLine,
  type NoticeFor,
  noticesTo,
  replaceDestination,
  searchTextFor,
  seenByOneOf,
  type Writer,
} from './writing-sql.ts';

/**
 * PATCH without a status: any of text, files, a later limit date and a new responsible, in one
 * transaction (rule D6).
 */
export function respond(call: CommandCall<PatchDocumentInput>, id: number): Promise<Done> {
  const { actor, files } = call;
  const { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on } = call.body;
  const userIds = [...new Set(responsible_ids)];
  return once(call, {
    ...verbOn(call, {
      id,
      type: 'respond',
      fields: { content: html, limit_date, responsible_ids, organization_ids: organizationIds, based_on },
    }),
    effect: async (tx) => {
      // Sanitising takes long, so it is done before the document is locked.
      const content = storedRichText(html);
      const target = await lockTarget(tx, call, { id, userIds, organizationIds });
      const { changes, note } = await judged(
        tx,
        target,
        (today) =>
          guardKnownSectors(target, organizationIds) ??
          decideRespond(target.document, {
            userId: actor.userId,
            today,
            hasText: hasText(content),
            filesCount: files.length,
            textBytes: Buffer.byteLength(content),
            limitDate: limit_date,
            responsibles: responsible_ids === undefined ? null : inOrder(userIds, target.people),
            organizationIds,
            basedOn: guardOf(based_on),
          }),
      );
      const standing = note === null ? undefined : await keptDate(tx, target);
      const { interaction, transfer, extension } = changes;
      if (note !== null && !interaction && transfer === null && extension === null) {
        return unchanged(target, { note, standing });
      }
      const text = hasText(content) ? content : '';
      const interactionId = await applyResponse(tx, { target, changes, content: text, files });
      const ids = interactionId === null ? {} : { interaction_id: interactionId };
      return written(target, { note, standing, ids, text });
    },
  });
}

/**
 * The limit date that a document has and the person who set it, for the author of a date that lost
 * to it (rule E6).
 */
async function keptDate(tx: Transaction, { actor, document }: Target): Promise<ReceiptNote> {
  // Looks for the first line with this date among those after the last line with another date,
  // because a reopening may set an earlier date again.
  const rows = await tx.rowsOf(
    v.object({ user_id: v.number() }),
    sql`
    with dated as (select l.id, l.creator_id, l.limit_date from logs l
      where l.tenant_id = ${actor.tenantId} and l.document_id = ${document.id}
        and l.action in ('creation', 'extension', 'reopening'))
    select creator_id as user_id from dated
    where limit_date = ${document.limitDate}::date
      and id > coalesce((select max(id) from dated where limit_date <> ${document.limitDate}::date), 0)
    order by id limit 1`,
  );
  return { user_id: rows[0]?.user_id ?? null, limit_date: document.limitDate };
}

type ResponseParts = {
  readonly target: Target;
  readonly changes: RespondChanges;
  /** Sanitised HTML; empty when only files were sent. */
  readonly content: string;
  readonly files: readonly ReceivedFile[];
  /** Written reason of a reassignment (rule A14). */
  readonly reason?: string;
};

/**
 * Writes all parts of a response in one statement. Returns the interaction's id, or null when none
 * was written.
 */
async function applyResponse(tx: Transaction, response: ResponseParts): Promise<number | null> {
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
 * A new responsible gets the notice of an arrival. The others whom the document concerns get that
 * of the reply, or else of the transfer or of the new limit date.
 */
function noticesOf({ changes, target }: ResponseParts): NoticeFor[] {
  const { interaction, transfer, extension } = changes;
  const { document } = target;
  const { createdBy, responsibleIds } = document;
  const next = transfer?.responsibleIds ?? responsibleIds;
  const [stay, left] = [
    responsibleIds.filter((one) => next.includes(one)),
    responsibleIds.filter((one) => !next.includes(one)),
  ];
  const people = { wrote: [createdBy], holds: stay, held: left };
  return [
    ...noticesTo('arrival', { holds: next.filter((one) => !responsibleIds.includes(one)) }),
    ...(interaction ? noticesTo('reply', people) : []),
    ...(transfer === null ? [] : noticesTo('transfer', people)),
    ...(extension === null ? [] : noticesTo('extension', people)),
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
  // The trigger that counts the bytes of files locks a row of the person. A creation locks the
  // tenant's counters before that row, and so does a reply: in another order the two would wait for
  // each other.
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

/**
 * POST /api/documents/{id}/reassign: a transfer by permission, with a written, logged reason (rule
 * A14).
 */
export function reassignDocument(call: CommandCall<v.InferOutput<typeof ReassignInput>>, id: number): Promise<Done> {
  const { actor, body } = call;
  const { reason } = asStored(body);
  const userIds = [...new Set(body.responsible_ids)];
  const organizationIds = body.organization_ids;
  return once(call, {
    ...verbOn(call, { id, type: 'reassign-document', fields: body }),
    effect: async (tx) => {
      const target = await lockTarget(tx, call, { id, userIds, organizationIds });
      const { changes, note } = await judged(
        tx,
        target,
        (today) =>
          guardKnownSectors(target, organizationIds) ??
          decideReassign(target.document, {
            today,
            withinOrganizationId: actor.superAdmin ? null : (actor.organizationId ?? 0),
            currentOrganizationIds: target.moving?.organizationIds ?? [],
            responsibles: inOrder(userIds, target.people),
            organizationIds,
            reason,
            basedOn: guardOf(body.based_on),
          }),
      );
      await applyResponse(tx, { target, changes, content: '', files: [], reason });
      return written(target, { note, text: reason });
    },
  });
}
