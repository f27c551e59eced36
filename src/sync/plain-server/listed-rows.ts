// A document as the product's own calls give it → row and details of the mirror. A missing field is
// computed from the others, or named as a gap, which the mirror fills with its own value (S106).

import type { DocumentDetails, DocumentRow } from '#contract/documents.ts';
import type { ListedDocument } from '#contract/listed.ts';
import type { OrganizationRef, PersonRef, SubjectRef } from '#contract/scalars.ts';
import type { ListedChange } from './apply-listed.ts';
import type { Mirror } from '#mirror/store/schema.ts';

type ListedLog = NonNullable<ListedDocument['logs']>[number];

/** Finds the ids of sectors and subjects that a document gives only by name. */
export type NameBook = {
  readonly sector: (named: OrganizationRef) => OrganizationRef;
  readonly subject: (named: SubjectRef) => SubjectRef;
};

/** The sectors and subjects of the mirror, by acronym and by name. */
export async function nameBookOf(mirror: Mirror): Promise<NameBook> {
  const [sectors, subjects] = await Promise.all([mirror.organizations.toArray(), mirror.document_subjects.toArray()]);
  const bySign = new Map(sectors.map((one) => [one.acronym, one]));
  const byName = new Map(subjects.map((one) => [one.name, one]));
  return {
    sector(named) {
      const known = named.id === 0 ? bySign.get(named.acronym) : undefined;
      return { id: known?.id ?? named.id, name: named.name || (known?.name ?? named.acronym), acronym: named.acronym };
    },
    subject: (named) => ({ ...named, id: named.id || (byName.get(named.name)?.id ?? 0) }),
  };
}

/** Fields that the list of a server without a feed may lack. */
type Gap = 'command_id' | 'type' | 'tags' | 'facts' | 'files_count' | 'interactions_count' | 'last_activity_at';

/** The row of a listed document, with its gaps. Pure. */
export function listedChangeOf(listed: ListedDocument, book: NameBook): ListedChange {
  const { files, interactions, logs, tags, type } = listed;
  const gaps: Gap[] = [
    'command_id',
    ...(type === null ? (['type'] as const) : []),
    ...(tags === null ? (['tags'] as const) : []),
    ...(logs === null ? (['facts'] as const) : []),
    ...(files === null ? (['files_count'] as const) : []),
    ...(interactions === null ? (['interactions_count'] as const) : []),
    ...(logs === null || interactions === null ? (['last_activity_at'] as const) : []),
  ];
  const row = rowOf(listed, book);
  return { collection: 'documents', op: 'put', id: row.id, rev: 0, row, gaps };
}

function rowOf(listed: ListedDocument, book: NameBook): DocumentRow {
  const creator = personOf({ ...listed.creator, id: listed.creator.id || listed.created_by }, book);
  const stored = listed.status === 'overdue' ? 'pending' : listed.status;
  return {
    id: listed.id,
    rev: 0,
    number: listed.number ?? listed.id,
    stored_status: stored,
    status: listed.status,
    is_exception: listed.is_exception,
    exception_reason: listed.exception_reason,
    title: listed.title,
    physical_document_number: listed.physical_document_number,
    type: listed.type ?? 'general_document',
    created_at: listed.created_at,
    limit_date: listed.limit_date,
    created_by: creator.id,
    creator,
    origin: creator.organization,
    subject: book.subject(listed.subject),
    responsibles: listed.responsibles.map((person) => personOf(person, book)),
    organizations: listed.organizations.map(book.sector),
    tags: (listed.tags ?? []).map((tag) => ({ ...tag, user_id: null })),
    facts: factsOf(listed, stored !== 'pending'),
    files_count: listed.files?.length ?? 0,
    interactions_count: listed.interactions?.length ?? 0,
    last_activity_at: lastActivityOf(listed),
    command_id: null,
  };
}

/**
 * The facts that decide abilities, taken from the document's history, or from its row where it has
 * none.
 */
function factsOf({ logs, responsibles, status }: ListedDocument, seen: boolean): DocumentRow['facts'] {
  const arrived: Record<string, string> = {};
  for (const log of logs ?? []) {
    for (const { id } of log.responsibles) arrived[String(id)] ??= log.created_at;
  }
  const ever = [...Object.keys(arrived).map(Number), ...responsibles.map(({ id }) => id)];
  const ended = status === 'completed' ? logs?.findLast((log) => log.action === 'completion') : undefined;
  return {
    responsible_ids_ever: [...new Set(ever)].filter((id) => id > 0),
    completed_by: ended?.creator.id || null,
    seen_by_responsible: seen,
    arrived_at: arrived,
  };
}

function lastActivityOf({ created_at, logs, interactions }: ListedDocument): string {
  const acts = (logs ?? []).filter(({ action }) => action !== 'view').map((log) => log.created_at);
  const replies = (interactions ?? []).flatMap((one) => one.created_at ?? []);
  return [created_at, ...acts, ...replies].reduce((last, at) => (at > last ? at : last));
}

/** Details from the answer to a document's own call; null where it lacks replies or history. */
export function listedDetailsOf(listed: ListedDocument, book: NameBook): Omit<DocumentDetails, 'rev'> | null {
  const { interactions, logs } = listed;
  if (interactions === null || logs === null) return null;
  const at = (created_at: string) => ({ created_at, performed_at: created_at, clock_suspect: false, command_id: null });
  return {
    id: listed.id,
    content: listed.content ?? '',
    files: listed.files ?? [],
    interactions: interactions.map(({ id, creator, content, files, created_at }, index) => ({
      id: id || index + 1,
      creator: personOf(creator, book),
      content,
      files,
      ...at(created_at ?? listed.created_at),
    })),
    logs: logs.map((log, index) => ({
      id: log.id || index + 1,
      action: log.action,
      creator: personOf(log.creator, book),
      limit_date: log.limit_date,
      responsibles: log.responsibles.map((person) => personOf(person, book)),
      organizations: sectorsOf(log, book),
      reason: log.reason,
      ...at(log.created_at),
    })),
    viewers: viewersOf(listed, book),
  };
}

/**
 * The sectors that a log entry sent the document to; where it names none, those of the people that
 * it names.
 */
function sectorsOf({ organizations, responsibles }: ListedLog, book: NameBook): OrganizationRef[] {
  const theirs = responsibles.flatMap((person) => person.organization ?? []);
  const sectors = (organizations.length > 0 ? organizations : theirs).map(book.sector);
  return sectors.filter((one, at) => sectors.findIndex((other) => other.acronym === one.acronym) === at);
}

function viewersOf({ viewers, logs }: ListedDocument, book: NameBook): DocumentDetails['viewers'] {
  if (viewers !== null) return viewers.map((one) => ({ ...one, user: personOf(one.user, book), offline: false }));
  const seen = new Map<number, DocumentDetails['viewers'][number]>();
  for (const log of logs ?? []) {
    if (log.action !== 'view') continue;
    const first = seen.get(log.creator.id);
    const begun = first ?? { user: personOf(log.creator, book), first_at: log.created_at, count: 0, offline: false };
    seen.set(log.creator.id, { ...begun, last_at: log.created_at, count: begun.count + 1 });
  }
  return [...seen.values()];
}

function personOf(person: PersonRef, book: NameBook): PersonRef {
  return { ...person, organization: person.organization === null ? null : book.sector(person.organization) };
}
