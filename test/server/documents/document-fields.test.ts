// Every field of a document's row (src/contract/document-fields.ts) comes back from the server, and
// what a creation sends under the name of a field comes back as it was sent.

import { expect, it } from 'vitest';
import { DOCUMENT_FIELD_NAMES, DOCUMENT_FIELDS, SENT_FIELDS } from '#contract/document-fields.ts';
import type { DocumentFull } from '#contract/documents.ts';
import { pairsOf } from '#contract/form.ts';
import { CreateDocumentInput } from '#contract/writes.ts';
import { readPage } from '../../builders/read-page.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';

let town: TestTown;
let sent: Record<string, unknown>;
let made: DocumentFull;

townPerFile.beforeAll(async ({ town: built }) => {
  town = built;
  const { ana, pmvi } = town;
  sent = {
    type: 'contract_amendment',
    title: 'Quintal alagado',
    physical_document_number: 'Processo nº 77/2026',
    limit_date: '2031-02-03',
    tags: [{ title: 'drenagem', type: 'keyword', user_id: null }],
    is_exception: false,
    exception_reason: null,
  };
  const others = {
    document_subject_id: pmvi.subjects.free,
    organization_ids: [pmvi.sectors.SEMED],
    user_ids: [pmvi.people.bia.id],
    content: '<p>Segue o ofício.</p>',
  };
  const form = multipart(pairsOf(CreateDocumentInput, { ...sent, ...others }), [
    { name: 'oficio.pdf', content: smallPdf() },
  ]);
  const answer = await ana.inject({ method: 'POST', url: '/api/documents', ...form });
  if (answer.statusCode !== 201) throw new Error(`the creation was refused: ${answer.body}`);
  made = answer.json<{ document: DocumentFull }>().document;
});

it('of a creation, its answer, the list and the feed', async () => {
  expect(SENT_FIELDS.filter((name) => !(name in sent))).toEqual([]);
  const page = readPage((await town.ana.get('/api/sync/changes?limit=500')).json());
  const list = (await town.ana.get('/api/documents')).json<{ data: DocumentFull[] }>();
  const fed = page?.changes.flatMap((one) =>
    one.collection === 'documents' && one.op === 'put' && one.id === made.id ? [one.row] : [],
  );
  for (const row of [made, list.data.find(({ id }) => id === made.id), fed?.[0]]) {
    const found: Record<string, unknown> = { ...row };
    expect(DOCUMENT_FIELD_NAMES.filter((name) => !(name in found))).toEqual([]);
    expect(SENT_FIELDS.filter((name) => JSON.stringify(found[name]) !== JSON.stringify(sent[name]))).toEqual([]);
  }
});

const WORDS: Readonly<Record<string, (row: DocumentFull) => string | undefined>> = {
  title: () => 'quintal',
  physical_document_number: () => '77/2026',
  origin: (row) => row.origin?.acronym,
  subject: (row) => row.subject.name,
  responsibles: (row) => row.responsibles[0]?.last_name,
  organizations: (row) => row.organizations[0]?.acronym,
  tags: () => 'drenagem',
};

it.each(DOCUMENT_FIELD_NAMES.filter((name) => 'searched' in DOCUMENT_FIELDS[name]))(
  'the document is found by its %s (rule F10)',
  async (name) => {
    const word = WORDS[name]?.(made);
    expect(word).toBeTruthy();
    const answer = await town.ana.get(`/api/documents?search=${encodeURIComponent(word ?? '')}`);
    expect(answer.json<{ data: { id: number }[] }>().data.map(({ id }) => id)).toContain(made.id);
  },
);
