// Views are counted, and have one line per person per 30 minutes (rule E2), so that opening a
// document often makes it no larger.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';

const NOW = '2026-11-20T15:00:00.000Z';

townPerFile.override('options', { clock: () => Date.parse(NOW) });

let town: TestTown;

townPerFile.beforeAll(({ town: made }) => void (town = made));

const newDocument = (): Promise<DocumentFull> =>
  createdDocument(town.ana, { town: town.pmvi, to: town.pmvi.people.bia, sector: 'SEMED' });

type View = { readonly at: string; readonly offline?: boolean; readonly by?: TestClient };

async function look({ id }: DocumentFull, { at, offline = false, by = town.bia }: View) {
  const answer = await by.inject({
    method: 'POST',
    url: `/api/documents/${id}/views`,
    payload: { offline },
    headers: { 'idempotency-key': randomUUID(), 'x-performed-at': at },
  });
  if (answer.statusCode !== 201) throw new Error(`a view answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<{ document: DocumentFull; receipt: { result: string } }>();
}

const linesOf = async ({ id }: DocumentFull): Promise<string[]> => {
  const rows = await town.world.query<{ at: Date }>(
    `select performed_at as at from logs where document_id = $1 and action = 'view' order by id`,
    [id],
  );
  return rows.map(({ at }) => new Date(at).toISOString().slice(11, 16));
};

const viewersOf = ({ viewers }: DocumentFull) =>
  viewers.map(({ user, count, first_at, last_at, offline }) => [
    user.id,
    count,
    first_at.slice(11, 19),
    last_at.slice(11, 19),
    offline,
  ]);

describe('views of a document', () => {
  it('have one line per person per 30 minutes, and all of them count', async () => {
    const { ana, bia } = town;
    const document = await newDocument();
    for (const view of [
      { at: '2026-11-20T10:00:00.000Z' },
      { at: '2026-11-20T10:10:00.000Z', by: ana },
      { at: '2026-11-20T10:20:00.000Z' },
      { at: '2026-11-20T10:29:59.000Z' },
    ])
      expect((await look(document, view)).receipt.result).toBe('applied');
    const { document: seen } = await look(document, { at: '2026-11-20T10:30:00.000Z', offline: true });
    expect(await linesOf(document)).toEqual(['10:00', '10:10', '10:30']);
    expect(viewersOf(seen)).toEqual([
      [bia.userId, 4, '10:00:00', '10:30:00', true],
      [ana.userId, 1, '10:10:00', '10:10:00', false],
    ]);
    expect(seen.logs.filter((log) => log.action === 'view')).toHaveLength(3);
  });

  it('keep their time when they arrive late', async () => {
    const document = await newDocument();
    await look(document, { at: '2026-11-20T10:00:00.000Z' });
    const early = await look(document, { at: '2026-11-19T08:00:00.000Z', offline: true });
    expect(viewersOf(early.document)).toEqual([[town.bia.userId, 2, '08:00:00', '10:00:00', false]]);
    const earlier = await look(document, { at: '2026-11-19T07:40:00.000Z', offline: true });
    expect(viewersOf(earlier.document)).toEqual([[town.bia.userId, 3, '07:40:00', '10:00:00', false]]);
    const later = await look(document, { at: '2026-11-20T10:05:00.000Z', offline: true });
    expect(viewersOf(later.document)).toEqual([[town.bia.userId, 4, '07:40:00', '10:05:00', true]]);
  });

  it('make no further line when their times go to and fro, or when they come at once', async () => {
    const document = await newDocument();
    for (let n = 0; n < 10; n += 1) {
      await look(document, { at: '2026-11-20T08:00:00.000Z' });
      await look(document, { at: '2026-11-20T12:00:00.000Z' });
    }
    await Promise.all(Array.from({ length: 8 }, () => look(document, { at: NOW })));
    expect(await linesOf(document)).toEqual(['08:00', '12:00', '15:00']);
    const { document: seen } = await look(document, { at: NOW });
    expect(viewersOf(seen)[0]?.[1]).toBe(29);
  });

  it('of earlier versions, with a line each, are all counted, and the newest lines are answered', async () => {
    const document = await newDocument();
    await town.world.query(
      `insert into logs (tenant_id, document_id, creator_id, action, created_at, performed_at)
        select $1, $2, $3, 'view', at, at from generate_series($4::timestamptz - interval '1199 hours', $4, '1 hour') as at`,
      [town.pmvi.id, document.id, town.bia.userId, '2026-11-20T12:00:00.000Z'],
    );
    const { document: seen } = await look(document, { at: NOW });
    expect(viewersOf(seen).map(([user, count]) => [user, count])).toEqual([[town.bia.userId, 1201]]);
    const actions = seen.logs.map((log) => log.action);
    expect([actions[0], actions.length]).toEqual(['creation', 501]);
    expect(seen.logs.at(-1)?.performed_at).toBe(NOW);
  });
});
