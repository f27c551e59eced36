// Every field of a document's row, described once. From this table come the schemas of the row and
// of a creation, the SQL that builds a row and inserts a document, and what a device keeps of a
// document out of sight. Whatever can't come from it, test/document-fields.test.ts asks for by
// name. All existing rows and commands must stay readable, so a field that is added is optional in
// both schemas, without a default (S19).

import { DOCUMENT_TYPES } from '#domain/document-types.ts';
import { STATUSES, STORED_STATUSES } from '#domain/status.ts';
import { TAG_TYPES } from '#domain/tags.ts';
import * as v from 'valibot';
import { Day, Id, Instant, Mark, OrganizationRef, PersonRef, prose, Rev, SubjectRef, Uuid } from './scalars.ts';

export const DocumentTag = v.object({
  title: v.string(),
  type: v.picklist(TAG_TYPES),
  /** The mentioned person, where the mention was picked from people (rule B9). */
  user_id: v.nullable(Id),
});
export type DocumentTag = v.InferOutput<typeof DocumentTag>;

const TagInput = v.object({
  title: v.string(),
  type: v.optional(v.picklist(TAG_TYPES), 'keyword'),
  user_id: v.optional(v.nullable(Id), null),
});

/** Facts that abilities need and that the row does not contain otherwise. */
export const DocumentFacts = v.object({
  responsible_ids_ever: v.array(Id),
  completed_by: v.nullable(Id),
  seen_by_responsible: v.boolean(),
  /** Instant at which the document reached each person who is or was responsible, by user id. */
  arrived_at: v.record(v.string(), Instant),
});
export type DocumentFacts = v.InferOutput<typeof DocumentFacts>;

type Field = {
  /** The schema under which a row of the feed and of lists has the field. */
  readonly schema: v.GenericSchema;
  /** The schema under which a creation sends the field; absent: a creation does not send it. */
  readonly sent?: v.GenericSchema;
  /**
   * The type of the column that holds the field and has its name. For a field without such a
   * column, server/queries/document-row.ts has SQL of its own.
   */
  readonly column?: 'text' | 'boolean' | 'date' | 'integer' | 'bigint' | 'instant';
  /**
   * What a device keeps of the field when the document is out of sight: the value, or what the
   * function makes of it.
   */
  readonly stub: 'kept' | ((value: never) => unknown);
  /** Whether a search looks into the field (rule F10). */
  readonly searched?: true;
};

/** The fields, in the order in which a row has them. */
export const DOCUMENT_FIELDS = {
  id: { schema: Id, stub: 'kept' },
  rev: { schema: Rev, stub: 'kept' },
  number: { schema: v.number(), column: 'integer', stub: 'kept' },
  /** Never `overdue`, because that status is computed (rule A2). */
  stored_status: { schema: v.picklist(STORED_STATUSES), column: 'text', stub: 'kept' },
  /** The status on the server's today. A device computes its own. */
  status: { schema: v.picklist(STATUSES), stub: 'kept' },
  is_exception: { schema: v.boolean(), sent: v.optional(v.boolean(), false), column: 'boolean', stub: 'kept' },
  exception_reason: {
    schema: v.nullable(v.string()),
    sent: v.optional(v.nullable(prose(1000)), null),
    column: 'text',
    stub: () => null,
  },
  title: { schema: v.string(), sent: v.string(), column: 'text', stub: 'kept', searched: true },
  physical_document_number: { schema: v.string(), sent: v.string(), column: 'text', stub: () => '', searched: true },
  type: { schema: v.picklist(DOCUMENT_TYPES), sent: v.picklist(DOCUMENT_TYPES), column: 'text', stub: 'kept' },
  created_at: { schema: Instant, column: 'instant', stub: 'kept' },
  limit_date: { schema: Day, sent: Day, column: 'date', stub: 'kept' },
  created_by: { schema: Id, column: 'bigint', stub: 'kept' },
  creator: { schema: PersonRef, stub: 'kept' },
  /** The creator's sector, frozen at creation. */
  origin: { schema: v.nullable(OrganizationRef), stub: () => null, searched: true },
  subject: {
    schema: SubjectRef,
    stub: (subject: SubjectRef): SubjectRef => ({ ...subject, name: '' }),
    searched: true,
  },
  responsibles: { schema: v.array(PersonRef), stub: () => [], searched: true },
  organizations: { schema: v.array(OrganizationRef), stub: () => [], searched: true },
  tags: { schema: v.array(DocumentTag), sent: v.optional(v.array(TagInput), []), stub: () => [], searched: true },
  facts: {
    schema: DocumentFacts,
    stub: (facts: DocumentFacts): DocumentFacts => ({ ...facts, responsible_ids_ever: [], arrived_at: {} }),
  },
  files_count: { schema: v.number(), column: 'integer', stub: 'kept' },
  interactions_count: { schema: v.number(), column: 'integer', stub: 'kept' },
  last_activity_at: { schema: Instant, column: 'instant', stub: 'kept' },
  /** The command that created it; given only to its author. */
  command_id: { schema: v.nullable(Uuid), stub: 'kept' },
  /**
   * Made once with the document (S168): separates it from another document under the same id. Rows
   * stored before marks have none.
   */
  mark: { schema: v.optional(Mark), stub: 'kept' },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof DOCUMENT_FIELDS;
export type DocumentField = keyof Fields;
type Having<Part extends string> = {
  [Name in DocumentField]: Fields[Name] extends Readonly<Record<Part, unknown>> ? Name : never;
}[DocumentField];
/** Fields that have a column of their own name. */
export type ColumnField = Having<'column'>;
/** Fields that a creation sends under their own names. */
export type SentField = Having<'sent'>;

export const DOCUMENT_FIELD_NAMES = Object.keys(DOCUMENT_FIELDS) as DocumentField[];
export const SENT_FIELDS = DOCUMENT_FIELD_NAMES.filter((name): name is SentField => 'sent' in DOCUMENT_FIELDS[name]);

/** The schemas of the row, by its fields. */
export const ROW_ENTRIES = Object.fromEntries(
  DOCUMENT_FIELD_NAMES.map((name) => [name, DOCUMENT_FIELDS[name].schema]),
) as unknown as { readonly [Name in DocumentField]: Fields[Name]['schema'] };

/** The schemas of what a creation sends under the names of the row. */
export const SENT_ENTRIES = Object.fromEntries(
  SENT_FIELDS.map((name) => [name, DOCUMENT_FIELDS[name].sent]),
) as unknown as { readonly [Name in SentField]: Fields[Name]['sent'] };

/** The row of a document that has gone out of sight, with only what its person may keep. */
export function stubbed<Row extends object>(row: Row): Row {
  const left = { ...row } as Record<string, unknown>;
  for (const [name, { stub }] of Object.entries<Field>(DOCUMENT_FIELDS)) {
    if (stub !== 'kept' && name in row) left[name] = stub(left[name] as never);
  }
  return left as Row;
}
