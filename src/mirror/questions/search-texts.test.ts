import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildInteraction } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession, PEOPLE } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { isForTexts, searchTexts, type TextSearch, watchTexts } from './search-texts.ts';

const person = { userId: PEOPLE.ana.id, acronym: 'PMVI', superAdmin: false };

/**
 * `count` documents, the newest first in the index, each with its number in its text; those of
 * `without` have no details.
 */
async function town(count: number, without: readonly number[] = []): Promise<Mirror> {
  const mirror = await openTestMirror(buildSession());
  const rows = Array.from({ length: count }, (_, at) =>
    buildDocumentRow({
      id: at + 1,
      number: at + 1,
      title: `Assunto ${at + 1}`,
      created_at: new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString(),
    }),
  );
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  const kept = rows.filter((row) => !without.includes(row.id));
  await applyDetails(
    mirror,
    kept.map((row) => buildDetails(row, { content: `<p>Pedido de <strong>calçamento</strong> lote${row.id}x.</p>` })),
  );
  return mirror;
}

async function search(mirror: Mirror, text: string, limit = 30): Promise<TextSearch[]> {
  const told: TextSearch[] = [];
  const { signal } = new AbortController();
  await searchTexts(mirror, { text, person, today: '2026-11-20', limit, signal, onProgress: (one) => told.push(one) });
  return told;
}

it('words inside of a text are found without accents and tags, and the passage is the text itself', async () => {
  const mirror = await town(3);
  const [only] = await search(mirror, 'calcamento LOTE2x');
  expect(only).toMatchObject({ total: 1, searched: 3, kept: 3, all: 3, isDone: true });
  expect(only?.hits.map((hit) => [hit.document.serverId, hit.passage])).toEqual([[2, 'Pedido de calçamento lote2x.']]);
});

it('words of a reply are found, and words may be in the title and in the text', async () => {
  const mirror = await town(2);
  const row = buildDocumentRow({ id: 9, number: 9, rev: 50, title: 'Ponte velha' });
  await applyPage(mirror, buildPage([putDocument(row)], { next_cursor: 'c9' }));
  const interactions = [buildInteraction({ content: '<p>Vistoria feita.</p>' })];
  await applyDetails(mirror, [buildDetails(row, { content: '<p>Nada.</p>', interactions })]);
  expect((await search(mirror, 'assunto calcamento'))[0]?.total).toBe(2);
  const [found] = await search(mirror, 'ponte vistoria');
  expect(found?.hits.map((hit) => [hit.document.serverId, hit.passage])).toEqual([[9, 'Vistoria feita.']]);
});

it('a document that title or names find already is not found a second time', async () => {
  const mirror = await town(2);
  expect((await search(mirror, 'assunto'))[0]).toMatchObject({ hits: [], total: 0, searched: 2 });
});

it('documents without details here are counted, not searched', async () => {
  const mirror = await town(5, [1, 4]);
  expect((await search(mirror, 'calcamento')).at(-1)).toMatchObject({ total: 3, searched: 3, kept: 3, all: 5 });
});

it('texts are searched in slices that tell how far it is, and only the first hits are read for the screen', async () => {
  const mirror = await town(250);
  const told = await search(mirror, 'calcamento', 30);
  expect(told.map(({ searched, total, isDone }) => [searched, total, isDone])).toEqual([
    [50, 50, false],
    [100, 100, false],
    [150, 150, false],
    [200, 200, false],
    [250, 250, true],
  ]);
  expect(told.at(-1)?.hits.map((hit) => hit.document.serverId)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
});

it('a search that is given up tells nothing more', async () => {
  const mirror = await town(250);
  const leaving = new AbortController();
  const told: TextSearch[] = [];
  await searchTexts(mirror, {
    text: 'calcamento',
    person,
    today: '2026-11-20',
    limit: 30,
    signal: leaving.signal,
    onProgress: (one) => {
      told.push(one);
      leaving.abort();
    },
  });
  expect(told).toHaveLength(1);
});

it('the next search reads no text again, and a text that has changed is read anew', async () => {
  const mirror = await town(3);
  await search(mirror, 'calcamento');
  const read: string[] = [];
  mirror.details.hook('reading', (row) => {
    read.push(row.key);
    return row;
  });
  expect((await search(mirror, 'inexistente'))[0]?.total).toBe(0);
  expect(read).toEqual([]);
  const row = buildDocumentRow({ id: 2, number: 2, rev: 99, title: 'Assunto 2' });
  await applyPage(mirror, buildPage([putDocument(row)], { next_cursor: 'c9' }));
  await applyDetails(mirror, [buildDetails(row, { content: '<p>Tapume.</p>' })]);
  expect((await search(mirror, 'tapume'))[0]?.hits.map((hit) => hit.document.serverId)).toEqual([2]);
  expect((await search(mirror, 'lote2x'))[0]?.total).toBe(0);
});

it('words that their author has written here are found at once: a reply that waits, one that is registered, a letter', async () => {
  const mirror = await town(3, [3]);
  const written = [
    buildCommand('respond', { seq: 1, documentKey: 's:1', payload: { content: '<p>Caminhão ipeúna.</p>' } }),
    buildCommand('respond', {
      seq: 2,
      documentKey: 's:2',
      payload: { content: '<p>Guincho ipeúna.</p>' },
      state: 'done',
      receipt: buildReceipt({ rev: 900 }),
    }),
    buildCommand('create-document', { seq: 4, payload: { content: '<p>Carta ipeúna.</p>' } }),
  ];
  await mirror.commands.bulkPut(written);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, uuid(4)));
  const found = (await search(mirror, 'ipeuna')).at(-1);
  expect(found).toMatchObject({ total: 3, kept: 3, all: 4 });
  expect(found?.hits.map(({ document, passage, place }) => [document.serverId, passage, place])).toEqual([
    [null, 'Carta ipeúna.', `c:${uuid(4)}:message`],
    [1, 'Caminhão ipeúna.', `c:${uuid(1)}:message`],
    [2, 'Guincho ipeúna.', `c:${uuid(2)}:message`],
  ]);
  expect((await search(mirror, 'calcamento guincho'))[0]?.total, 'in the letter and in the reply').toBe(1);
});

it('a search goes on: words that come later are found, and what is shown stays until they are', async () => {
  const mirror = await town(120, [7]);
  const told: TextSearch[] = [];
  const leaving = new AbortController();
  const { signal } = leaving;
  const asked = { text: 'calcamento', person, today: '2026-11-20', limit: 0, signal } as const;
  const watching = watchTexts(mirror, { ...asked, onProgress: (one) => told.push(one) });
  await vi.waitUntil(() => told.at(-1)?.isDone === true);
  expect(told.map(({ total }) => total)).toEqual([50, 100, 119]);

  const row = buildDocumentRow({ id: 7, number: 7, title: 'Assunto 7' });
  await applyDetails(mirror, [buildDetails(row, { content: '<p>Calçamento.</p>' })]);
  await vi.waitUntil(() => told.length > 3);
  expect(told.slice(3).map(({ total, isDone }) => [total, isDone])).toEqual([[120, true]]);

  leaving.abort();
  await watching;
});

it.each([
  ['ab', false],
  ['1234', false],
  ['rua', true],
  ['º--', false],
  ['8.112/90', true],
  ['1.234', false],
])('whether texts are searched for "%s" is %s', (text, is) => {
  expect(isForTexts(text)).toBe(is);
});
