// A document takes a bounded number of replies, of text in them, of files, and of acts of a person
// a minute. One at its bounds can still be moved, extended and ended.

import { describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { DOCUMENT_MAX } from '#domain/document-state.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import { patch, START_MS, toCaio } from './in-status.ts';

const clock = { nowMs: START_MS };
townPerFile.override('options', { clock: () => clock.nowMs });

let town: TestTown;
townPerFile.beforeAll(({ town: made }) => void (town = made));

const newDocument = (): Promise<DocumentFull> =>
  createdDocument(town.ana, { town: town.pmvi, to: town.pmvi.people.bia, sector: 'SEMED', limitDate: '2026-11-25' });

type Replies = { readonly count: number; readonly content?: string; readonly at?: number };

/** Replies of Bia, written by the owner of the database. */
async function withReplies({ id }: DocumentFull, { count, content = 'Ciente.', at = START_MS - 86_400_000 }: Replies) {
  const { pmvi, world } = town;
  await world.query(
    `insert into interactions (tenant_id, document_id, creator_id, content, created_at)
      select $1, $2, $3, $4, $5::timestamptz from generate_series(1, $6::int)`,
    [pmvi.id, id, pmvi.people.bia.id, content, new Date(at).toISOString(), count],
  );
  await world.query('update documents set interactions_count = interactions_count + $1 where id = $2', [count, id]);
}

const refusalOf = (answer: Awaited<ReturnType<typeof patch>>) => [answer.statusCode, answer.json().errors];
const FULL = [422, { content: [REFUSAL_TEXT.document_full] }];

describe('a document at its bound', () => {
  it('takes the last reply and no further one, and can still be extended, transferred and completed', async () => {
    const { ana, bia, pmvi } = town;
    const document = await newDocument();
    await withReplies(document, { count: DOCUMENT_MAX.replies - 1 });
    expect((await patch(bia, document, { content: 'A última.' })).statusCode).toBe(200);
    expect(refusalOf(await patch(bia, document, { content: 'Mais uma.' }))).toEqual(FULL);
    expect(refusalOf(await patch(ana, document, { content: 'Segue.', ...toCaio(pmvi) }))).toEqual(FULL);
    for (const body of [{ limit_date: '2026-12-01' }, toCaio(pmvi), { status: 'completed' }])
      expect((await patch(ana, document, body)).statusCode).toBe(200);
    expect((await ana.get(`/api/documents/${document.id}`)).json()).toMatchObject({ status: 'completed' });
  });

  it('takes 5 MB of text', async () => {
    const document = await newDocument();
    const content = 'ã'.repeat(100_000);
    await withReplies(document, { count: Math.floor(DOCUMENT_MAX.textBytes / 200_000), content });
    expect(refusalOf(await patch(town.bia, document, { content: 'b'.repeat(199_000) }))).toEqual(FULL);
    expect((await patch(town.bia, document, { content: 'Cabe.' })).statusCode).toBe(200);
    const read = await town.ana.get(`/api/documents/${document.id}`);
    expect(read.rawPayload.length).toBeLessThan(2 * DOCUMENT_MAX.textBytes);
  });

  it('takes so many files', async () => {
    const document = await newDocument();
    await town.world.query('update documents set files_count = $1 where id = $2', [DOCUMENT_MAX.files, document.id]);
    expect((await patch(town.bia, document, { content: 'Só texto.' })).statusCode).toBe(200);
    await town.world.query('update documents set files_count = $1 where id = $2', [
      DOCUMENT_MAX.files + 1,
      document.id,
    ]);
    expect(refusalOf(await patch(town.bia, document, { content: 'Ainda texto.' }))).toEqual(FULL);
  });
});

it('a person acts so often a minute on one document, is told when to come back, and hinders nobody else', async () => {
  const { ana, bia } = town;
  const document = await newDocument();
  await withReplies(document, { count: 119, at: clock.nowMs - 20_000 });
  expect((await patch(bia, document, { content: 'A de número 120.' })).statusCode).toBe(200);
  for (const body of [{ content: 'Depressa demais.' }, { limit_date: '2026-12-02' }, { status: 'completed' }]) {
    const answer = await patch(bia, document, body);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '40']);
  }
  expect((await patch(ana, document, { content: 'De outra pessoa.' })).statusCode).toBe(200);
  expect((await patch(bia, await newDocument(), { content: 'Em outro documento.' })).statusCode).toBe(200);
  clock.nowMs += 40_000;
  expect((await patch(bia, document, { content: 'A seguinte.' })).statusCode).toBe(200);
});
