// Every row of the transition table (rule A1) over HTTP, and what it refuses (rules A3, A6–A8, A12,
// A13, D6, D7).

import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile, type TestTown } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { actionsOf, documentIn, patch, START_MS, type Status, toCaio } from './in-status.ts';

const clock = { nowMs: START_MS };
let town: TestTown;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let caio: TestClient;

townPerFile.override('options', { clock: () => clock.nowMs });
townPerFile.beforeAll(({ town: given }) => {
  town = given;
  ({ world, pmvi, ana, bia, caio } = town);
});
beforeEach(() => {
  clock.nowMs = START_MS;
});

const made = (status: Status) => documentIn(status, { town, clock });

describe('the transition table', () => {
  it.each<[string, Status, string, string | null]>([
    ['view', 'pending', 'under_review', null],
    ['view', 'extended', 'extended', null],
    ['view', 'overdue', 'overdue', null],
    ['interaction', 'pending', 'under_review', null],
    ['interaction', 'extended', 'extended', null],
    ['interaction', 'overdue', 'overdue', null],
    ['transfer', 'pending', 'under_review', 'transfer'],
    ['transfer', 'under_review', 'under_review', 'transfer'],
    ['transfer', 'extended', 'extended', 'transfer'],
    ['transfer', 'completed', 'completed', 'transfer'],
    ['transfer', 'overdue', 'overdue', 'transfer'],
    ['extension', 'pending', 'extended', 'extension'],
    ['extension', 'under_review', 'extended', 'extension'],
    ['extension', 'extended', 'extended', 'extension'],
    ['complete', 'pending', 'completed', 'completion'],
    ['complete', 'under_review', 'completed', 'completion'],
    ['complete', 'extended', 'completed', 'completion'],
    ['reopen', 'completed', 'under_review', 'reopening'],
    ['reopen', 'overdue', 'under_review', 'reopening'],
  ])('%s on %s gives %s', async (event, from, to, log) => {
    const document = await made(from);
    const before = await actionsOf(world, document);
    const answer = await {
      view: () => bia.get(`/api/documents/${document.id}`),
      interaction: () => patch(bia, document, { content: '<p>Recebido.</p>' }),
      transfer: () => patch(ana, document, toCaio(pmvi)),
      extension: () => patch(bia, document, { content: 'Solicito prazo.', limit_date: '2026-12-20' }),
      complete: () =>
        patch(bia, document, { status: 'completed', limit_date: from === 'extended' ? '2026-11-26' : '2026-11-25' }),
      reopen: () => patch(ana, document, { status: 'under_review', limit_date: '2026-12-20' }),
    }[event as 'view']();
    expect(answer.statusCode).toBe(200);
    const after: DocumentFull = answer.json().document ?? answer.json();
    expect(after.status).toBe(to);
    expect((await actionsOf(world, document)).slice(before.length)).toEqual(log === null ? [] : [log]);
    expect(after.rev).toBeGreaterThanOrEqual(document.rev);
  });

  it('a view or text by creator or colleague changes no status', async () => {
    const document = await made('pending');
    expect((await patch(ana, document, { content: 'Lembrete.' })).json().document.status).toBe('pending');
  });

  it('a PATCH with a date and a responsible writes two logs and ends extended (rule D6)', async () => {
    const document = await made('pending');
    const form = multipart(
      [
        ['_method', 'PATCH'],
        ['content', '<p>Encaminho.</p>'],
        ['limit_date', '2026-12-10'],
        ['responsible_ids[]', String(pmvi.people.caio.id)],
        ['organization_ids[]', String(pmvi.sectors.GAB)],
      ],
      [{ name: 'anexo.pdf', content: smallPdf() }],
    );
    const answer = await ana.inject({ method: 'POST', url: `/api/documents/${document.id}`, ...form });
    expect(answer.statusCode).toBe(200);
    const after = answer.json<{ document: DocumentFull }>().document;
    expect(after).toMatchObject({
      status: 'extended',
      limit_date: '2026-12-10',
      files_count: 2,
      interactions_count: 1,
      responsibles: [{ id: pmvi.people.caio.id }],
      organizations: [{ acronym: 'GAB' }],
    });
    expect(new Set(after.facts.responsible_ids_ever)).toEqual(new Set([pmvi.people.bia.id, pmvi.people.caio.id]));
    expect(after.interactions[0]?.files).toMatchObject([{ name: 'anexo.pdf' }]);
    expect(await actionsOf(world, document)).toEqual(['creation', 'transfer', 'extension']);
    // A search by its new responsible and sector finds the document, and the old responsible still
    // sees it.
    expect(
      (await bia.get('/api/documents?search=rezende gab')).json().data.map((row: DocumentFull) => row.id),
    ).toContain(document.id);
    expect((await caio.get(`/api/documents/${document.id}`)).statusCode).toBe(200);
  });
});

describe('refused transitions', () => {
  it.each<[string, Status, () => object, number, string | null]>([
    ['overdue is not completed (rule A3)', 'overdue', () => ({ status: 'completed' }), 422, 'status'],
    [
      'completing with another date (rule A6)',
      'pending',
      () => ({ status: 'completed', limit_date: '2026-11-28' }),
      422,
      'limit_date',
    ],
    ['completing with a text', 'pending', () => ({ status: 'completed', content: 'Fim.' }), 422, 'content'],
    [
      'reopening an overdue one without a date (rule A7)',
      'overdue',
      () => ({ status: 'under_review' }),
      422,
      'limit_date',
    ],
    [
      'reopening with a past date (rule A7)',
      'overdue',
      () => ({ status: 'under_review', limit_date: '2026-11-25' }),
      422,
      'limit_date',
    ],
    ['an earlier date (rule A8)', 'pending', () => ({ content: 'x', limit_date: '2026-11-24' }), 422, 'limit_date'],
    [
      'a date on an overdue one (rule A13)',
      'overdue',
      () => ({ content: 'x', limit_date: '2026-12-24' }),
      422,
      'limit_date',
    ],
    ['a text on a completed one (rule A13)', 'completed', () => ({ content: 'x' }), 422, 'content'],
    [
      'a transfer with text of a completed one (rule A12)',
      'completed',
      () => ({ ...toCaio(pmvi), content: 'x' }),
      422,
      'content',
    ],
    ['nothing at all', 'pending', () => ({ content: '<p> </p>' }), 422, 'content'],
    [
      'the same responsible (rule D7)',
      'pending',
      () => ({ responsible_ids: [pmvi.people.bia.id] }),
      422,
      'responsible_ids',
    ],
    ['no responsible', 'pending', () => ({ responsible_ids: [] }), 422, 'responsible_ids'],
    [
      'a responsible of another tenant',
      'pending',
      () => ({ responsible_ids: [world.cmvi.people.caio.id] }),
      422,
      'responsible_ids',
    ],
    [
      'a sector of another tenant',
      'pending',
      () => ({ responsible_ids: [pmvi.people.caio.id], organization_ids: [world.cmvi.sectors.GAB] }),
      422,
      'organization_ids',
    ],
    [
      'a responsible of another sector than the chosen one',
      'pending',
      () => ({ responsible_ids: [pmvi.people.davi.id], organization_ids: [pmvi.sectors.GAB] }),
      422,
      'responsible_ids',
    ],
    ['a day that does not exist', 'pending', () => ({ content: 'x', limit_date: '2027-02-30' }), 422, 'limit_date'],
  ])('a PATCH is refused: %s', async (_name, status, body, code, field) => {
    const document = await made(status);
    const rows = await actionsOf(world, document);
    const answer = await patch(ana, document, body());
    expect(answer.statusCode).toBe(code);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await actionsOf(world, document)).toEqual(rows);
  });

  it('a person who sees the document but lacks the ability is answered 403', async () => {
    const document = await createdDocument(ana, {
      town: pmvi,
      to: pmvi.people.protocolo,
      sector: 'GAB',
      limitDate: '2026-11-25',
    });
    const admin = await world.as(pmvi.people.admin);
    for (const client of [caio, admin]) {
      for (const [field, body] of [
        ['document', { status: 'completed' }],
        ['responsible_ids', toCaio(pmvi)],
        ['limit_date', { content: 'x', limit_date: '2026-12-20' }],
        // A missing permission is reported before any other fault.
        ['responsible_ids', { ...toCaio(pmvi), content: 'x', limit_date: '2026-11-21' }],
      ] as const) {
        const answer = await patch(client, document, body);
        expect(answer.statusCode).toBe(403);
        expect(answer.json().type).toBe('forbidden');
        expect(answer.json().errors[field]).toEqual(['Você não pode fazer isso neste documento.']);
      }
    }
  });

  it('a limit date that is sent unchanged causes no log and no status (rule A8)', async () => {
    const document = await made('pending');
    const answer = await patch(ana, document, { content: 'Igual.', limit_date: '2026-11-25' });
    expect(answer.json().document).toMatchObject({ status: 'pending', limit_date: '2026-11-25' });
    expect(await actionsOf(world, document)).toEqual(['creation']);
  });
});
