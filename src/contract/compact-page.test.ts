import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { documentsOf, PAGE } from '../../test/bench/mirror/town.ts';
import { buildDocumentRow } from '../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../test/builders/build-page.ts';
import { rowBytesOf } from '../../test/builders/row-bytes.ts';
import { DOCUMENT_TYPES } from '#domain/document-types.ts';
import { STATUSES, STORED_STATUSES } from '#domain/status.ts';
import { TAG_TYPES } from '#domain/tags.ts';
import { ChangesPage } from './changes.ts';
import { compactPage, CompactPage } from './compact-page.ts';
import { CompactParts } from './expand-page.ts';
import { DocumentFacts, DocumentRow } from './documents.ts';
import { readChangesPage } from './read-changes.ts';
import { readPage } from '../../test/builders/read-page.ts';
import type { OrganizationRef, PersonRef } from './references.ts';
import type { Change } from './sync.ts';

/** Few ids and few names, so that rows of a page name the same ones, and one id in several appearances. */
const id = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('Ana', 'Bia', '', 'São João\n"d\'Água"', '__proto__');
const organization: fc.Arbitrary<OrganizationRef> = fc.record({ id, name, acronym: name });
const person: fc.Arbitrary<PersonRef> = fc.record({
  id,
  name,
  last_name: name,
  organization: fc.option(organization),
});
const instant = fc.constantFrom('2026-11-12T11:47:00.000Z', '2026-11-13T00:00:00.000Z', '2024-02-29T23:59:59.999Z');
const uuid = fc.option(fc.uuid());

const randomRow: fc.Arbitrary<DocumentRow> = fc.record({
  id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  rev: fc.nat(),
  number: fc.nat(),
  stored_status: fc.constantFrom(...STORED_STATUSES),
  status: fc.constantFrom(...STATUSES),
  is_exception: fc.boolean(),
  exception_reason: fc.option(fc.string()),
  title: fc.string(),
  physical_document_number: fc.string(),
  type: fc.constantFrom(...DOCUMENT_TYPES),
  created_at: instant,
  limit_date: fc.constant('2026-11-27'),
  created_by: id,
  creator: person,
  origin: fc.option(organization),
  subject: fc.record({ id, name }),
  responsibles: fc.array(person, { maxLength: 3 }),
  organizations: fc.array(organization, { maxLength: 3 }),
  tags: fc.array(fc.record({ title: fc.string(), type: fc.constantFrom(...TAG_TYPES), user_id: fc.option(id) }), {
    maxLength: 2,
  }),
  facts: fc.record({
    responsible_ids_ever: fc.array(id, { maxLength: 3 }),
    completed_by: fc.option(id),
    seen_by_responsible: fc.boolean(),
    arrived_at: fc.dictionary(fc.integer({ min: 1, max: 4 }).map(String), instant, { maxKeys: 3 }),
  }),
  files_count: fc.nat(),
  interactions_count: fc.nat(),
  last_activity_at: instant,
  command_id: uuid,
  mark: fc.option(fc.stringMatching(/^[\w-]{8}$/), { nil: undefined }),
});

/** As the server fills them in when nothing has happened yet. */
const usualRow: fc.Arbitrary<DocumentRow> = randomRow.map((row) => {
  const ever = row.responsibles.map((one) => one.id);
  const facts = {
    ...row.facts,
    responsible_ids_ever: ever,
    arrived_at: Object.fromEntries(ever.map((one) => [one, row.created_at])),
  };
  const usual = { created_by: row.creator.id, is_exception: false, exception_reason: null, tags: [], command_id: null };
  return { ...row, ...usual, status: row.stored_status, facts };
});

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: randomRow.map(putDocument) },
  { weight: 5, arbitrary: usualRow.map(putDocument) },
  fc.record({ id, rev: fc.nat() }).map((gone) => deleteDocument(gone.id, gone.rev)),
  fc.constant<Change>({
    collection: 'alerts',
    op: 'put',
    id: 3,
    rev: 4,
    row: { id: 3, rev: 4, title: 'Recesso', description: 'd', limit_date: '2026-12-01', status: 'active' },
  }),
  fc.constant<Change>({ collection: 'users', op: 'delete', id: 9, rev: 12 }),
);

const overTheWire = (page: unknown): unknown => JSON.parse(JSON.stringify(page));
function issuesOf(page: { readonly changes: unknown }): string[] {
  const parts = v.safeParse(CompactParts, page);
  const { issues } = parts.success ? v.safeParse(parts.output.changes, page.changes) : parts;
  return (issues ?? []).map((one) => one.message);
}

describe('the compact form of a page', () => {
  it('random documents have each field that a row may have, so that none can be forgotten below', () => {
    const [row] = fc.sample(randomRow, 1);
    expect(Object.keys(row ?? {}).toSorted()).toEqual(Object.keys(DocumentRow.entries).toSorted());
    expect(Object.keys(row?.facts ?? {}).toSorted()).toEqual(Object.keys(DocumentFacts.entries).toSorted());
  });

  it('a compact page is read as exactly the rows of the full one, whatever these say (random documents)', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const page = buildPage(changes);
        const wire = overTheWire(compactPage(page));
        expect(v.is(CompactPage, wire)).toBe(true);
        expect(readPage(wire)).toEqual(readPage(overTheWire(page)));
        expect(readPage(wire)).toEqual(page);
      }),
      { numRuns: 300 },
    );
  });

  it('a person, sector or subject that looks the same stands under names once, and each other appearance too', () => {
    const sector = { id: 1, name: 'Obras', acronym: 'SEMOB' };
    const before = { id: 7, name: 'Ana', last_name: 'Lima', organization: sector };
    const after = { ...before, last_name: 'Lima Sá' };
    const rows = [before, after, before, { ...before, organization: null }].map((creator, at) =>
      buildDocumentRow({ id: at + 1, creator, created_by: 7, origin: sector, responsibles: [before] }),
    );
    const { names } = compactPage(buildPage(rows.map(putDocument)));
    expect(names.people.map((one) => [one.id, one.last_name, one.organization])).toEqual([
      [7, 'Lima', 0],
      [7, 'Lima Sá', 0],
      [7, 'Lima', null],
    ]);
    expect(names.organizations[0]).toEqual(sector);
    expect(names.subjects).toHaveLength(1);
  });

  it('a usual document says neither what is left out nor anything that it names', () => {
    const [put] = compactPage(buildPage([putDocument(buildDocumentRow())])).changes;
    expect(put).toEqual({
      collection: 'documents',
      op: 'put',
      row: {
        id: 1,
        rev: 10,
        number: 42,
        stored_status: 'under_review',
        title: 'Interdição parcial da Rua das Aroeiras',
        physical_document_number: 'Ofício nº 118/2026/SEMOB',
        type: 'general_document',
        created_at: '2026-11-12T11:47:00.000Z',
        limit_date: '2026-11-27',
        creator: 0,
        origin: 0,
        subject: 0,
        responsibles: [1],
        organizations: [1],
        facts: { seen_by_responsible: true },
        files_count: 1,
        interactions_count: 0,
        last_activity_at: '2026-11-12T11:47:00.000Z',
      },
    });
  });

  it('a full page is read as it is, from a server that does not know the compact form', () => {
    const page = buildPage([putDocument(buildDocumentRow())]);
    expect(readPage(overTheWire(page))).toEqual(page);
  });

  it.each<[string, (page: CompactPage) => unknown, string]>([
    [
      'a creator',
      (page) => ({ ...page, names: { ...page.names, people: [] } }),
      'document 1 names place 0 of 0 people',
    ],
    [
      'a sector',
      ({ names, ...page }) => ({
        ...page,
        names: {
          ...names,
          organizations: names.organizations.slice(0, 1),
          people: names.people.map((one) => ({ ...one, organization: null })),
        },
      }),
      'document 1 names place 1 of 1 organizations',
    ],
    [
      'a subject',
      (page) => ({ ...page, names: { ...page.names, subjects: [] } }),
      'document 1 names place 0 of 0 subjects',
    ],
    [
      "a person's sector",
      ({ names, ...page }) => ({
        ...page,
        names: { ...names, people: names.people.map((one) => ({ ...one, organization: 7 })) },
      }),
      'person 7 names place 7 of 2 organizations',
    ],
  ])('a page that names %s which is not there is no page of ours', (_what, without, message) => {
    const broken = overTheWire(without(compactPage(buildPage([putDocument(buildDocumentRow())])))) as CompactPage;
    expect(issuesOf(broken)).toContain(message);
    expect(readPage(broken)).toBeNull();
  });

  it.each<[string, object]>([
    ['negative', { creator: -1 }],
    ['a fraction', { creator: 0.5 }],
    ['text', { creator: '0' }],
    ['missing', { creator: undefined }],
    ['an object, as in a full row', { creator: { id: 1, name: 'Ana', last_name: 'Lima', organization: null } }],
  ])('a page with a place that is %s is no page of ours', (_what, part) => {
    const page = compactPage(buildPage([putDocument(buildDocumentRow())]));
    const [put] = page.changes as unknown as [{ row: object }];
    expect(readPage({ ...page, changes: [{ ...put, row: { ...put.row, ...part } }] })).toBeNull();
  });

  it.each([
    ['compact', compactPage],
    ['full', (page: v.InferOutput<typeof ChangesPage>) => page],
  ])('a long %s page is read in pieces, and as a whole or not at all', (_form, formOf) => {
    const page = buildPage(documentsOf(200).map(putDocument));
    const wire = overTheWire(formOf(page)) as { changes: { row: object }[] };
    expect([...readChangesPage(wire)]).toHaveLength(6);
    expect(readPage(wire)).toEqual(page);
    const broken = wire.changes.with(-1, { ...wire.changes[0], row: { ...wire.changes[0]?.row, title: 7 } });
    expect(readPage({ ...wire, changes: broken })).toBeNull();
  });

  it('changes of collections that this client does not know are left out of a compact page too', () => {
    const page = compactPage(buildPage([putDocument(buildDocumentRow())]));
    const wider = { ...page, changes: [...page.changes, { collection: 'boards', op: 'put', id: 1, rev: 2, row: {} }] };
    expect(readPage(wider)?.changes).toHaveLength(1);
  });

  it('a document of a page of 500 takes at most 700 bytes of JSON, its share of the names included', () => {
    const page = compactPage(buildPage(documentsOf(PAGE).map(putDocument)));
    const { isShort, words } = rowBytesOf(page);
    expect({ words, isShort }).toEqual({ words, isShort: true });
    expect(v.is(ChangesPage, readPage(page))).toBe(true);
  });
});
