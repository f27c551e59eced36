// A PATCH may carry any part of the state its author saw: the parts sent are checked, the others
// are not required.

import { describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
let pmvi: Town;
let ana: TestClient;

townPerFile.override('options', { clock: () => START });
townPerFile.beforeAll(({ town }) => void ({ pmvi, ana } = town));

const PARTS = ['status', 'limit_date', 'responsible_ids'] as const;
type Part = (typeof PARTS)[number];
const SUBSETS = Array.from({ length: 2 ** PARTS.length }, (_, bits) => PARTS.filter((_part, at) => (bits >> at) & 1));
const named = (subsets: readonly (readonly Part[])[]) =>
  subsets.map((parts) => [parts.join(', ') || 'nothing', parts] as const);
const withPart = (part: Part) => named(SUBSETS.filter((parts) => parts.includes(part)));
const withoutPart = (part: Part) => named(SUBSETS.filter((parts) => !parts.includes(part)));

/** The `based_on` of a document from ana to bia with these parts; null without a part. */
function seen(document: DocumentFull, parts: readonly Part[]): Record<string, unknown> | null {
  const whole = { status: document.status, limit_date: document.limit_date, responsible_ids: [pmvi.people.bia.id] };
  const carried = Object.entries(whole).filter(([part]) => parts.includes(part as Part));
  return carried.length === 0 ? null : Object.fromEntries(carried);
}

function made(): Promise<DocumentFull> {
  return createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: '2026-11-25' });
}

function patch(document: DocumentFull, body: object, basedOn: Record<string, unknown> | null = null) {
  return ana.send('PATCH', `/api/documents/${document.id}`, {
    ...body,
    ...(basedOn === null ? {} : { based_on: basedOn }),
  });
}

const toCaio = () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [pmvi.sectors.GAB] });
const toDavi = () => ({ responsible_ids: [pmvi.people.davi.id] });

describe('a PATCH with a part of based_on', () => {
  it.each(named(SUBSETS))('is accepted as JSON where nothing has changed: %s', async (_name, parts) => {
    const document = await made();
    const answer = await patch(document, toCaio(), seen(document, parts));
    expect(answer.statusCode).toBe(200);
  });

  it.each(named(SUBSETS))('is accepted as a form where nothing has changed: %s', async (_name, parts) => {
    const document = await made();
    const spelled = Object.entries(seen(document, parts) ?? {}).map(([name, value]): [string, string] =>
      Array.isArray(value) ? [`based_on[${name}][]`, String(value[0])] : [`based_on[${name}]`, String(value)],
    );
    const form = multipart([['_method', 'PATCH'], ['responsible_ids[]', String(pmvi.people.caio.id)], ...spelled]);
    const answer = await ana.inject({ method: 'POST', url: `/api/documents/${document.id}`, ...form });
    expect(answer.statusCode).toBe(200);
  });

  it.each(withPart('responsible_ids'))(
    'completes nothing that was transferred meanwhile if it names who was responsible: %s',
    async (_name, parts) => {
      const document = await made();
      await patch(document, toCaio());
      const answer = await patch(document, { status: 'completed' }, seen(document, parts));
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'responsible_changed']);
      expect((await patch(document, { status: 'completed' })).statusCode).toBe(200);
    },
  );

  it.each(withPart('responsible_ids'))(
    'conflicts with another transfer if it names who was responsible: %s',
    async (_name, parts) => {
      const document = await made();
      await patch(document, toCaio());
      const answer = await patch(document, toDavi(), seen(document, parts));
      expect(answer.json()).toMatchObject({ type: 'conflict', code: 'responsible_changed' });
    },
  );

  it.each(withoutPart('responsible_ids'))(
    'follows another transfer if it does not name who was responsible: %s',
    async (_name, parts) => {
      const document = await made();
      await patch(document, toCaio());
      expect((await patch(document, toDavi(), seen(document, parts))).statusCode).toBe(200);
    },
  );

  it.each(withPart('status'))('conflicts with a completion if it carries a status: %s', async (_name, parts) => {
    const document = await made();
    await patch(document, { status: 'completed' });
    const answer = await patch(document, toDavi(), seen(document, parts));
    expect(answer.json()).toMatchObject({ type: 'conflict', code: 'completed_meanwhile' });
  });

  it.each(withoutPart('status'))(
    'is judged as it stands after a completion if it carries no status: %s',
    async (_name, parts) => {
      const document = await made();
      await patch(document, { status: 'completed' });
      expect((await patch(document, toDavi(), seen(document, parts))).statusCode).toBe(200);
    },
  );

  it.each(withPart('limit_date'))('yields to a later date if it carries a date: %s', async (_name, parts) => {
    const document = await made();
    await patch(document, { limit_date: '2026-12-20' });
    const body = { content: 'Prorrogo.', limit_date: '2026-12-10' };
    const answer = await patch(document, body, seen(document, parts));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().document).toMatchObject({ limit_date: '2026-12-20', interactions_count: 1 });
  });

  it.each(withoutPart('limit_date'))(
    'may not bring an earlier date if it carries no date: %s',
    async (_name, parts) => {
      const document = await made();
      await patch(document, { limit_date: '2026-12-20' });
      const answer = await patch(document, { content: 'Prorrogo.', limit_date: '2026-12-10' }, seen(document, parts));
      expect(answer.statusCode).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual(['limit_date']);
    },
  );
});
