// Every field of a document's row, described once. The schemas of the row and of a creation, the
// SQL that builds a row and inserts a document, and what a document out of sight keeps are made
// from this table; test/document-fields.test.ts asks the rest for each of its fields. All rows and
// commands that exist must stay readable: a field that is added is optional in both schemas,
// without a default (S19).

import { DOCUMENT_TYPES } from '#domain/document-types.ts';
import { STATUSES, STORED_STATUSES } from '#domain/status.ts';
import { TAG_TYPES } from '#domain/tags.ts';
import * as v from 'valibot';
import { Day, Id, Instant, Mark, OrganizationRef, PersonRef, prose, Rev, SubjectRef, Uuid } from './scalars.ts';

export const DocumentTag = v.object({
  title: v.string(),
  type: v.picklist(TAG_TYPES),
  /** Set when the mention was picked from people (rule B9). */
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
  /** As it is read. */
  readonly schema: v.GenericSchema;
  /** The schema under which a creation sends it; absent: not sent. */
  readonly sent?: v.GenericSchema;
  /**
   * The type of the column of this name that holds it. Without one, server/queries/document-row.ts
   * has SQL of its own.
   */
  readonly column?: 'text' | 'boolean' | 'date' | 'integer' | 'bigint' | 'instant';
  /**
   * What a device keeps of it when the document has gone out of sight: the value, or what is made
   * of it.
   */
  readonly stub: 'kept' | ((value: never) => unknown);
  /** Whether documents are found by it (rule F10). */
  readonly searched?: true;
};

/** In the order in which rows have them. */
export const DOCUMENT_FIELDS = {
  id: { schema: Id, stub: 'kept' },
  rev: { schema: Rev, stub: 'kept' },
  number: { schema: v.number(), column: 'integer', stub: 'kept' },
  /** Never overdue, which is computed (rule A2). */
  stored_status: { schema: v.picklist(STORED_STATUSES), column: 'text', stub: 'kept' },
  /** Computed for the server's today; a device computes its own. */
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

/** A row without what its person may no longer read. */
export function stubbed<Row extends object>(row: Row): Row {
  const left = { ...row } as Record<string, unknown>;
  for (const [name, { stub }] of Object.entries<Field>(DOCUMENT_FIELDS)) {
    if (stub !== 'kept' && name in row) left[name] = stub(left[name] as never);
  }
  return left as Row;
}
