import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;
let caio: TestClient;
let now = Date.parse('2026-11-20T15:00:00Z');

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(({ town }) => void ({ world, pmvi, ana, bia, caio } = town));

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });

describe('creating a document', () => {
  it('a created document is answered whole, in the shape of the contract', async () => {
    const response = await postDocument(ana, {
      ...toBia(),
      limitDate: '2026-12-01',
      fields: [
        ['tags[0][title]', '  Drenagem '],
        ['tags[0][type]', 'keyword'],
      ],
    });
    expect(response.statusCode).toBe(201);
    const document = v.parse(DocumentFull, response.json().document);
    expect(document).toMatchObject({
      status: 'pending',
      title: 'Interdição parcial da Rua das Aroeiras',
      limit_date: '2026-12-01',
      created_by: pmvi.people.ana.id,
      origin: { acronym: 'SEMOB' },
      subject: { name: 'Vistoria técnica' },
      organizations: [{ acronym: 'SEMED' }],
      responsibles: [{ id: pmvi.people.bia.id, organization: { acronym: 'SEMED' } }],
      tags: [{ title: 'drenagem', type: 'keyword', user_id: null }],
      files_count: 1,
      is_exception: false,
      abilities: { completeDocument: true, transferDocument: true, reopenDocument: false },
    });
    expect(document.logs).toMatchObject([{ action: 'creation', responsibles: [{ id: pmvi.people.bia.id }] }]);
    expect(document.files[0]).toMatchObject({ name: 'oficio.pdf', mime_type: 'application/pdf' });
    expect(document.rev).toBeGreaterThan(0);
  });

  it('document numbers are counted per tenant', async () => {
    const here = await createdDocument(ana, toBia());
    const { cmvi } = world;
    const there = await createdDocument(await world.as(cmvi.people.ana), {
      town: cmvi,
      to: cmvi.people.bia,
      sector: 'SEMED',
    });
    const next = await createdDocument(ana, toBia());
    expect(there.number).toBe(1);
    expect(next.number).toBe(here.number + 1);
  });

  it('missing or foreign values are refused field by field, in Portuguese', async () => {
    const { cmvi } = world;
    const response = await postDocument(ana, {
      town: { ...pmvi, subjects: cmvi.subjects, sectors: cmvi.sectors },
      to: cmvi.people.bia,
      sector: 'SEMED',
      title: ' ',
      limitDate: '2026-11-19',
      content: '<p>&nbsp;</p>',
      files: [],
    });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors).toSorted()).toEqual([
      'content',
      'document_subject_id',
      'files',
      'limit_date',
      'organization_ids',
      'title',
      'user_ids',
    ]);
    expect(response.json().errors.limit_date).toEqual(['A data limite precisa ser hoje ou depois.']);
  });

  it('the exception tick is required outside the window except for exempt sectors, and forced off inside (rules C1, C2)', async () => {
    const windowed = { ...toBia(), subject: 'windowed' as const };
    const refused = await postDocument(ana, windowed);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toHaveProperty('is_exception');
    const ticked = await createdDocument(ana, {
      ...windowed,
      fields: [
        ['is_exception', '1'],
        ['exception_reason', 'O sistema ficou fora do ar.'],
      ],
    });
    expect(ticked).toMatchObject({ is_exception: true, exception_reason: 'O sistema ficou fora do ar.' });
    const exempt = await createdDocument(bia, { ...windowed, to: pmvi.people.ana, sector: 'SEMOB' });
    expect(exempt.is_exception).toBe(false);
    const inside = await createdDocument(ana, {
      ...toBia(),
      fields: [
        ['is_exception', '1'],
        ['exception_reason', 'x'],
      ],
    });
    expect(inside).toMatchObject({ is_exception: false, exception_reason: null });
  });

  it('a mention gives sight to the people it picks, and a plain word gives sight to no person (rule B9)', async () => {
    const mention = (user: string): [string, string][] => [
      ['tags[0][title]', 'caio rezende'],
      ['tags[0][type]', 'mention'],
      ['tags[0][user_id]', user],
    ];
    const picked = await createdDocument(ana, { ...toBia(), fields: mention(String(pmvi.people.caio.id)) });
    expect((await caio.get(`/api/documents/${picked.id}`)).statusCode).toBe(200);
    const worded = await createdDocument(ana, { ...toBia(), fields: mention('') });
    expect((await caio.get(`/api/documents/${worded.id}`)).statusCode).toBe(404);
    const foreign = await postDocument(ana, { ...toBia(), fields: mention(String(world.cmvi.people.caio.id)) });
    expect(foreign.statusCode).toBe(422);
    expect(foreign.json().errors).toHaveProperty('tags');
  });

  it('creating a document needs the permission', async () => {
    const consulta = await world.as(pmvi.people.consulta);
    expect((await postDocument(consulta, toBia())).statusCode).toBe(403);
  });

  it('only the allow-list of rich text is stored', async () => {
    const document = await createdDocument(ana, {
      ...toBia(),
      content: '<p onclick="x()">Olá<script>alert(1)</script> <a href="javascript:x">site</a></p><img src=x onerror=y>',
    });
    expect(document.content).toBe('<p>Olá <a>site</a></p>');
  });
});

describe('reading a document', () => {
  it('each view is recorded, and only the first by a responsible changes the status (rules A1, E2)', async () => {
    const document = await createdDocument(ana, toBia());
    const own = v.parse(DocumentFull, (await ana.get(`/api/documents/${document.id}`)).json());
    expect(own).toMatchObject({ status: 'pending', rev: document.rev, viewers: [{ count: 1 }] });
    const first = (await bia.get(`/api/documents/${document.id}`)).json<DocumentFull>();
    expect(first.status).toBe('under_review');
    expect(first.rev).toBeGreaterThan(document.rev);
    expect(first.facts.seen_by_responsible).toBe(true);
    const again = (await bia.get(`/api/documents/${document.id}`)).json<DocumentFull>();
    expect(again.rev).toBe(first.rev);
    expect(again.viewers.find((viewer) => viewer.user.id === bia.userId)?.count).toBe(2);
    expect(again.logs.filter((log) => log.action === 'view')).toHaveLength(2);
  });

  it('a view on an offline device is recorded once, with its own time', async () => {
    const document = await createdDocument(ana, toBia());
    const seen = {
      method: 'POST',
      url: `/api/documents/${document.id}/views`,
      payload: { offline: true },
      headers: {
        'idempotency-key': '0d4c2f86-7d0b-4c26-9bde-0a6f4f5c6a01',
        'x-performed-at': '2026-11-20T12:00:00.000Z',
      },
    } as const;
    const first = await bia.inject(seen);
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({
      document: { status: 'under_review', viewers: [{ offline: true, last_at: '2026-11-20T12:00:00.000Z', count: 1 }] },
      receipt: { type: 'record-view', result: 'applied', ids: { document_id: document.id } },
    });
    const replay = await bia.inject(seen);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.json().document.viewers).toHaveLength(1);
    expect(replay.json().document.viewers[0].count).toBe(1);
  });

  it('a document out of sight is answered 404, in this tenant and in another', async () => {
    const document = await createdDocument(ana, toBia());
    const stranger = await world.as(world.cmvi.people.admin);
    for (const client of [caio, stranger]) {
      for (const url of [`/api/documents/${document.id}`, `/api/documents/get-file-content/${document.files[0]?.id}`]) {
        expect((await client.get(url)).statusCode).toBe(404);
      }
      const patched = await client.send('PATCH', `/api/documents/${document.id}`, { status: 'completed' });
      expect(patched.statusCode).toBe(404);
      expect((await client.send('POST', `/api/documents/${document.id}/views`, {})).statusCode).toBe(404);
      expect((await client.get(`/api/sync/documents?ids=${document.id}`)).json()).toEqual({ documents: [] });
    }
  });
});

describe('files of a document', () => {
  it('files come back whole, under their names, never sniffed and never cached', async () => {
    const names = ['Ofício nº 5 “drenagem”.pdf', 'relatório\r\nSet-Cookie: x=1.pdf', '日本 😀.txt'];
    const content = smallPdf('conteúdo');
    const document = await createdDocument(ana, {
      ...toBia(),
      files: names.map((name) => ({ name, content: name.endsWith('.txt') ? 'texto' : content })),
    });
    for (const [index, file] of document.files.entries()) {
      const answer = await bia.get(`/api/documents/get-file-content/${file.id}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(index === 2 ? Buffer.from('texto') : content)).toBe(true);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cache-control']).toBe('private, no-store');
      const disposition = String(answer.headers['content-disposition']);
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"/);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const [pdf] = document.files;
    const named = await bia.get(`/api/documents/get-file-content/${pdf?.id}`);
    expect(named.headers['content-disposition']).toContain("filename*=UTF-8''Of%C3%ADcio%20n%C2%BA%205");
    const preview = await bia.get(`/api/documents/get-file-content/${pdf?.id}?preview=1`);
    expect(preview.headers['content-disposition']).toMatch(/^inline;/);
  });
});
