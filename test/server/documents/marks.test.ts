// A command says which document its author saw, and is registered on no other (I11).

import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
let world: World;
let pmvi: Town;
let ana: TestClient;

townPerFile.override('options', { clock: () => START });
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, ana } = town));

const made = () => createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: '2026-11-25' });

type BaseMark = { readonly mark: string | undefined } | undefined;
const VERBS: Record<string, (id: number, based_on: BaseMark) => ReturnType<TestClient['send']>> = {
  'a reply': (id, based_on) =>
    ana.send('PATCH', `/api/documents/${id}`, { content: '<p>Para X</p>', ...(based_on && { based_on }) }),
  'a transfer': (id, based_on) =>
    ana.send('PATCH', `/api/documents/${id}`, {
      responsible_ids: [pmvi.people.caio.id],
      organization_ids: [pmvi.sectors.GAB],
      ...(based_on && { based_on }),
    }),
  'a completion': (id, based_on) =>
    ana.send('PATCH', `/api/documents/${id}`, { status: 'completed', ...(based_on && { based_on }) }),
  'a reopening': (id, based_on) =>
    ana.send('PATCH', `/api/documents/${id}`, {
      status: 'under_review',
      limit_date: '2026-12-01',
      ...(based_on && { based_on }),
    }),
  'a view': (id, based_on) =>
    ana.send('POST', `/api/documents/${id}/views`, { offline: true, ...(based_on && { based_on }) }),
};

async function traces(id: number): Promise<unknown> {
  return world.query(
    `select d.rev, d.stored_status, d.interactions_count,
       (select count(*)::int from logs l where l.document_id = d.id) as logs from documents d where d.id = $1`,
    [id],
  );
}

describe('the mark of a document', () => {
  it('follows from the id of the command that made it', async () => {
    const key = randomUUID();
    const document = await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      limitDate: '2026-11-25',
      headers: { 'Idempotency-Key': key },
    });
    expect(document.mark).toBe(createHash('sha256').update(key).digest('base64url').slice(0, 8));
  });

  it('is another for each document that no command made', async () => {
    const [one, other] = [await made(), await made()];
    expect(one.mark).toMatch(/^[\w-]{8}$/);
    expect(one.mark).not.toBe(other.mark);
  });

  it('is said by the id of its command as well, as the device that made it knows it', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', headers });
    const answer = await ana.send('POST', `/api/documents/${document.id}/views`, { based_on: { mark: key } });
    expect(answer.statusCode).toBe(201);
  });

  describe.each(Object.entries(VERBS))('with %s', (_name, perform) => {
    it('keeps it from any other document, with a reason, and leaves no trace', async () => {
      const document = await made();
      const before = await traces(document.id);
      const answer = await perform(document.id, { mark: randomUUID() });
      expect([answer.statusCode, answer.json()]).toEqual([404, { type: 'not_found', message: REPLACED_TEXT }]);
      expect(await traces(document.id)).toEqual(before);
    });

    it.each([
      ['its own', (mark: string | undefined): BaseMark => ({ mark })],
      ['none, as older devices send it', (): BaseMark => undefined],
    ])('takes it with %s', async (_which, basedOn) => {
      const document = await made();
      const answer = await perform(document.id, basedOn(document.mark));
      expect(answer.statusCode).toBeLessThan(300);
    });
  });
});
