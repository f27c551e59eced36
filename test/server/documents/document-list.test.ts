// Every filter of GET /api/documents (rules A5, C5, F1–F10).

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DocumentPage, type DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let ana: TestClient;
let admin: TestClient;
let now = Date.parse('2026-11-02T12:00:00Z');
const made: Record<string, DocumentFull> = {};

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi, admin, ana } = town);
  const { bia } = town;
  const { people } = pmvi;
  const to = {
    bia: { town: pmvi, to: people.bia, sector: 'SEMED' as const },
    caio: { town: pmvi, to: people.caio, sector: 'GAB' as const },
  };
  const at = (instant: string): void => void (now = Date.parse(instant));

  at('2026-11-05T02:30:00Z'); // 4 November 23:30 in São Paulo
  made['pending'] = await createdDocument(ana, {
    ...to.bia,
    title: 'Sinalização da Escola 100% nova',
    limitDate: '2027-01-10',
  });
  at('2026-11-05T03:30:00Z');
  made['seen'] = await createdDocument(ana, {
    ...to.bia,
    title: 'Vistoria em encosta',
    physicalNumber: 'Ofício nº 042/2026/DEFCIV',
    limitDate: '2027-01-10',
    fields: [['tags[0][title]', 'Chuva_forte']],
  });
  at('2026-11-06T12:00:00Z');
  made['extended'] = await createdDocument(ana, { ...to.bia, title: 'Aditivo do contrato', limitDate: '2026-12-01' });
  at('2026-11-07T12:00:00Z');
  made['overdue'] = await createdDocument(ana, { ...to.caio, title: 'Poda de árvore', limitDate: '2026-11-10' });
  at('2026-11-08T12:00:00Z');
  made['completed'] = await createdDocument(ana, { ...to.caio, title: 'Empenho de cestas', limitDate: '2026-12-01' });
  at('2026-11-09T12:00:00Z');
  made['exception'] = await createdDocument(ana, {
    ...to.caio,
    title: 'Folha de frequência do GAB',
    subject: 'windowed',
    limitDate: '2026-12-01',
    fields: [['is_exception', '1']],
  });
  made['mine'] = await createdDocument(await world.as(people.caio), {
    ...to.bia,
    title: 'Do gabinete',
    limitDate: '2026-12-01',
  });
  await bia.get(`/api/documents/${made['seen'].id}`);
  await ana.send('PATCH', `/api/documents/${made['extended'].id}`, { content: 'x', limit_date: '2026-12-24' });
  await ana.send('PATCH', `/api/documents/${made['completed'].id}`, { status: 'completed' });
  await createdDocument(await world.as(world.cmvi.people.ana), {
    town: world.cmvi,
    to: world.cmvi.people.bia,
    sector: 'SEMED',
    title: 'Vistoria em encosta',
  });
  at('2026-11-20T15:00:00Z');
});

async function list(query: string, client = ana) {
  const response = await client.get(`/api/documents?${query}`);
  expect(response.statusCode).toBe(200);
  return v.parse(DocumentPage, response.json());
}

async function found(query: string, client = ana): Promise<string[]> {
  const names = new Map(Object.entries(made).map(([name, document]) => [document.id, name]));
  return (await list(query, client)).data.map((row) => names.get(row.id) ?? 'stranger');
}

describe('order and visibility of the list', () => {
  it('the list holds the documents in sight, newest first, and none of another tenant', async () => {
    expect(await found('')).toEqual(['exception', 'completed', 'overdue', 'extended', 'seen', 'pending']);
    expect(await found('', admin)).toEqual([
      'mine',
      'exception',
      'completed',
      'overdue',
      'extended',
      'seen',
      'pending',
    ]);
    expect(await found('order_by_created_at=asc')).toEqual([
      'pending',
      'seen',
      'extended',
      'overdue',
      'completed',
      'exception',
    ]);
    expect(await found('order_by_created_at=sideways')).toHaveLength(6);
  });

  it('the two tabs of a Super Admin split the list (rule F3)', async () => {
    expect(await found('scope=mine', admin)).toEqual([]);
    expect(await found('scope=others', admin)).toHaveLength(7);
    const caio = await world.as(pmvi.people.caio);
    expect(await found('scope=mine', caio)).toEqual(['mine', 'exception', 'completed', 'overdue']);
  });
});

describe('filters of the list', () => {
  it.each([
    ['status=pending', ['exception', 'pending']],
    ['status=under_review', ['seen']],
    ['status=extended', ['extended']],
    ['status=overdue', ['overdue']],
    ['status=completed', ['completed']],
    ['status=sent', ['exception', 'completed', 'overdue', 'extended', 'seen', 'pending']],
    ['status=exception', ['exception']],
    ['status=nonsense', ['exception', 'completed', 'overdue', 'extended', 'seen', 'pending']],
    ['from=2026-11-05&to=2026-11-06', ['extended', 'seen']],
    ['to=2026-11-04', ['pending']],
    ['from=2026-11-09', ['exception']],
    ['to=9999-12-31', ['exception', 'completed', 'overdue', 'extended', 'seen', 'pending']],
    ['from=&to=&organization_id=&status=', ['exception', 'completed', 'overdue', 'extended', 'seen', 'pending']],
    ['search=PMVI002', ['seen']],
    ['search=pmvi-2', ['seen']],
    ['search=PMVI 002', ['seen']],
    ['search=2', ['seen']],
    ['search=042', ['seen']],
    ['search=DEFCIV', ['seen']],
    ['search=sinalizacao ESCOLA', ['pending']],
    ['search=ARVORE poda', ['overdue']],
    ['search=100%25', ['pending']],
    ['search=%25', ['pending']],
    ['search=_', []],
    ['search=%25%25', []],
    ['search=chuva_forte', ['seen']],
    ['search=frequencia', ['exception']],
    ['search=rezende', ['exception', 'completed', 'overdue']],
    ['search=secretaria gab', ['exception', 'completed', 'overdue']],
    ['search=CMVI001', []],
    ['search=zzz', []],
  ])('the filter %s selects its documents', async (query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it('the list filters by sector, responsible, subject and creator, by current ones only', async () => {
    const { sectors, people, subjects } = pmvi;
    expect(await found(`organization_id=${sectors.GAB}`)).toEqual(['exception', 'completed', 'overdue']);
    expect(await found(`responsible_id=${people.bia.id}`)).toEqual(['extended', 'seen', 'pending']);
    expect(await found(`document_subject_id=${subjects.windowed}`)).toEqual(['exception']);
    expect(await found(`created_by=${people.caio.id}`, admin)).toEqual(['mine']);
    expect(await found(`organization_id=${world.cmvi.sectors.GAB}`)).toEqual([]);
    expect(await found(`organization_id=${sectors.GAB}&status=overdue&search=poda&from=2026-11-01`)).toEqual([
      'overdue',
    ]);
  });

  it.each([
    ['from=2023-12-31', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-11-06&to=2026-11-05', 'to'],
    ['organization_id=abc', 'organization_id'],
    [`search=${'a1 '.repeat(21)}`, 'search'],
  ])('the filter %s is refused', async (query, field) => {
    const response = await ana.get(`/api/documents?${query}`);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty(field);
  });
});

describe('pages of the list', () => {
  it('the list has three page links for one page, four for two (rule F1)', async () => {
    const one = await list('page=0');
    expect(one).toMatchObject({ current_page: 1, total: 6, per_page: 10, prev_page_url: null, next_page_url: null });
    expect(one.links.map((link) => link.label)).toEqual(['Anterior', '1', 'Próxima']);
    const two = await list('per_page=4&status=sent&page=2');
    expect(two.links).toEqual([
      { url: '/api/documents?per_page=4&status=sent&page=1', label: 'Anterior', active: false },
      { url: '/api/documents?per_page=4&status=sent&page=1', label: '1', active: false },
      { url: '/api/documents?per_page=4&status=sent&page=2', label: '2', active: true },
      { url: null, label: 'Próxima', active: false },
    ]);
    expect(two.data).toHaveLength(2);
    expect((await list('page=-3&per_page=1000')).per_page).toBe(100);
    expect((await list('page=99')).data).toEqual([]);
    expect((await list('page=abc')).current_page).toBe(1);
  });
});

describe('home', () => {
  it('home has six tiles whose numbers equal the lists they open (rules A5, G7), and the received documents (rule G6)', async () => {
    const caio = await world.as(pmvi.people.caio);
    const home = (await caio.get('/api/dashboard/home')).json<{
      stats: { status: string; count: number }[];
      documents: DocumentFull[];
    }>();
    expect(home.stats.map((tile) => tile.status)).toEqual([
      'sent',
      'pending',
      'under_review',
      'extended',
      'overdue',
      'completed',
    ]);
    for (const { status, count } of home.stats) expect((await list(`status=${status}`, caio)).total).toBe(count);
    expect(home.stats[0]?.count).toBe(home.stats.slice(1).reduce((sum, tile) => sum + tile.count, 0));
    expect(home.documents.map((row) => row.id)).toEqual([
      made['exception']?.id,
      made['completed']?.id,
      made['overdue']?.id,
    ]);
  });

  it('the total of a page beyond the last one follows a change of the tenant', async () => {
    const { total } = await list('page=99');
    await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    expect((await list('page=99')).total).toBe(total + 1);
  });

  it('the numbers of home follow a change of the tenant', async () => {
    const caio = await world.as(pmvi.people.caio);
    const sent = async () => {
      const { stats } = (await caio.get('/api/dashboard/home')).json<{ stats: { status: string; count: number }[] }>();
      return stats.find(({ status }) => status === 'sent')?.count ?? 0;
    };
    const before = await sent();
    expect(await sent()).toBe(before);
    await createdDocument(ana, { town: pmvi, to: pmvi.people.caio, sector: 'GAB' });
    expect(await sent()).toBe(before + 1);
  });
});
