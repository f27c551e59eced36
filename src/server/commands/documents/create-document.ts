import { DOCUMENT_FIELDS, SENT_FIELDS, type SentField } from '#contract/document-fields.ts';
import type { CreateDocumentInput } from '#contract/writes.ts';
import { type CreateChanges, decideCreate } from '#domain/decide-create.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { hasText } from '#domain/plain-text.ts';
import { fold } from '#domain/search.ts';
import { type SubjectRules, windowOf } from '#domain/submission-window.ts';
import { normalizeTag, type Tag } from '#domain/tags.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type CommandCall, type Moment, momentOf } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { type Done, once } from '../../once/idempotency.ts';
import type { Actor } from '../../policies/actor.ts';
import {
  inOrder,
  ReferencedOrganization,
  referencedOrganizations,
  referencedPeople,
  ReferencedPerson,
} from '../../queries/references.ts';
import { problems } from '../../reporting/errors.ts';
import { asStored } from '../frame/stored-text.ts';
import { documentAgain } from './on-document.ts';
import { storedRichText } from './rich-text.ts';
import {
  enqueueNotices,
  insertFiles,
  insertLog,
  noticesTo,
  replaceDestination,
  searchTextFor,
  type Writer,
} from './writing-sql.ts';

/** POST /api/documents (rules A9, B9, C1–C3, C9, C13, C17). */
export function createDocument(call: CommandCall<CreateDocumentInput>): Promise<Done> {
  const { files_sha256: _claimed, ...fields } = call.body;
  const { actor, files } = call;
  return once(call, {
    write: { type: 'create-document', fields, fileHashes: files.map((file) => file.sha256) },
    again: documentAgain(actor),
    effect: async (tx) => {
      const body = { ...asStored(call.body), content: storedRichText(call.body.content) };
      const moment = momentOf(call);
      const tags = body.tags.map(storedTag);
      const creation = await loadCreation(tx, {
        tenantId: actor.tenantId,
        subjectId: body.document_subject_id,
        userIds: [...body.user_ids, ...tags.flatMap((tag) => (tag.userId === null ? [] : [tag.userId]))],
        organizationIds: [...body.organization_ids, ...(actor.organizationId === null ? [] : [actor.organizationId])],
      });
      const { decision } = judgeInTime(
        (today) =>
          decideCreate({
            today,
            originOrganizationId: actor.organizationId,
            subject: creation.subject,
            title: body.title,
            physicalDocumentNumber: body.physical_document_number,
            limitDate: body.limit_date,
            hasText: hasText(body.content),
            files,
            tags,
            responsibles: inOrder(body.user_ids, creation.people),
            organizations: inOrder(body.organization_ids, creation.organizations),
            isException: body.is_exception,
          }),
        moment,
      );
      if (decision.kind === 'refused') throw problems.refused(decision);
      if (decision.kind === 'conflict') throw new Error('a new document conflicts with nothing');
      judgeMentions(tags, creation);
      const { id, number } = await insertDocument(tx, {
        actor,
        moment,
        creation,
        changes: decision.changes,
        fields: body,
        tags,
        files,
      });
      const said = { documentNumber: number, text: body.content };
      return { touched: { documents: [id] }, result: 'applied', ids: { document_id: id }, ...said };
    },
  });
}

function storedTag(tag: CreateDocumentInput['tags'][number]): Tag {
  return { title: normalizeTag(tag.title), type: tag.type, userId: tag.user_id };
}

/** A mention picked from people gives sight (rule B9), so it must be a person of the tenant. */
function judgeMentions(tags: readonly Tag[], creation: Creation): void {
  const known = new Set(creation.people.filter((person) => person.active).map((person) => person.id));
  const unknown = tags.some((tag) => tag.userId !== null && (tag.type !== 'mention' || !known.has(tag.userId)));
  if (unknown) throw problems.invalid({ tags: ['Escolha a pessoa mencionada da lista.'] });
}

type NewDocument = {
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
 * Writes a document and everything it starts with in one statement; returns its id and number. The
 * number is taken late, in this statement, because taking it locks the tenant's counter until the
 * commit.
 */
async function insertDocument(tx: Transaction, made: NewDocument): Promise<{ id: number; number: number }> {
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
    ...noticesTo('arrival', { holds: responsibleIds }),
    ...noticesTo('mention', { mentioned }),
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

type CreationSubject = SubjectRules & { readonly name: string; readonly active: boolean };

/** The subject, people and sectors that a new document names, as the tenant has them. */
type Creation = {
  readonly subject: CreationSubject | null;
  readonly people: readonly ReferencedPerson[];
  readonly organizations: readonly ReferencedOrganization[];
};

const SubjectRow = v.object({
  name: v.string(),
  active: v.boolean(),
  start: v.nullable(v.number()),
  end: v.nullable(v.number()),
  exempt: v.array(v.number()),
});

const Row = v.object({
  subject: v.nullable(SubjectRow),
  people: v.array(ReferencedPerson),
  organizations: v.array(ReferencedOrganization),
});

/** Reads in one statement what a new document names. Ids that no row has are left out. */
async function loadCreation(
  tx: Transaction,
  named: { tenantId: number; subjectId: number; userIds: readonly number[]; organizationIds: readonly number[] },
): Promise<Creation> {
  const { tenantId } = named;
  const rows = await tx.rowsOf(
    Row,
    sql`select
    (select json_build_object('name', s.name, 'active', s.status = 'active', 'start', s.submission_start_day,
        'end', s.submission_end_day, 'exempt', coalesce((select json_agg(e.organization_id)
          from subject_exempt_organizations e where e.tenant_id = s.tenant_id and e.subject_id = s.id), '[]'::json))
      from document_subjects s where s.tenant_id = ${tenantId} and s.id = ${named.subjectId} and s.deleted_at is null)
      as subject,
    ${referencedPeople(tenantId, named.userIds)} as people,
    ${referencedOrganizations(tenantId, { ids: named.organizationIds, userIds: [] })} as organizations`,
  );
  const found = rows[0];
  if (found === undefined) throw new Error('a select without from answers one row');
  const { subject, people, organizations } = found;
  return { subject: subject === null ? null : rulesOf(subject), people, organizations };
}

function rulesOf(subject: v.InferOutput<typeof SubjectRow>): CreationSubject {
  return {
    name: subject.name,
    active: subject.active,
    window: windowOf(subject.start, subject.end),
    exemptOrganizationIds: subject.exempt,
  };
}
