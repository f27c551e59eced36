// Statements per request (default 18): list ≤ 4, detail ≤ 6, write ≤ 8, no N+1. Opening, committing
// and setting the tenant are not counted; reading the session is.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/sessions/passwords.ts';
import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi, ana, bia } = town);
  for (let index = 0; index < 12; index++) await createdDocument(ana, toBia());
  // The first write with a key also makes the key that signs the tenant's receipts (S98).
  await postDocument(ana, { ...toBia(), headers: { 'idempotency-key': randomUUID() } });
});

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });

async function counted<Answer extends { statusCode: number; body: string }>(
  request: () => Promise<Answer>,
): Promise<{ answer: Answer; statements: string[] }> {
  server.statements.length = 0;
  const answer = await request();
  expect(answer.statusCode).toBeLessThan(300);
  const statements = server.statements.filter((text) => !/^(begin|commit|rollback|set )/.test(text));
  return { answer, statements };
}

describe('statements per request', () => {
  it('a list takes at most 4 statements, whatever the number of rows', async () => {
    for (const query of ['per_page=1', 'per_page=12&search=aroeiras&status=pending&from=2026-01-01']) {
      const { answer, statements } = await counted(() => bia.get(`/api/documents?${query}`));
      expect(answer.json<DocumentPage>().total).toBeGreaterThan(0);
      expect(statements.length).toBeLessThanOrEqual(4);
    }
  });

  it('a page that is not full is read once where the tenant has few documents', async () => {
    const { answer, statements } = await counted(() => bia.get('/api/documents?per_page=100'));
    const { data, total } = answer.json<DocumentPage>();
    expect([data.length > 0, data.length < 100, total]).toEqual([true, true, data.length]);
    expect(statements.length).toBe(2);
  });

  it('a detail takes at most 6 statements, the first view of a responsible included', async () => {
    const document = await createdDocument(ana, toBia());
    const { answer, statements } = await counted(() => bia.get(`/api/documents/${document.id}`));
    expect(answer.json<DocumentFull>().status).toBe('under_review');
    expect(statements.length).toBeLessThanOrEqual(6);
    const second = await counted(() => bia.get(`/api/documents/${document.id}`));
    expect(second.statements.length).toBeLessThanOrEqual(4);
  });

  it('a write takes at most 8 statements, with everything in it at once', async () => {
    const made = await counted(() => postDocument(ana, { ...toBia(), headers: { 'idempotency-key': randomUUID() } }));
    expect(made.statements.length).toBeLessThanOrEqual(8);
    const id = made.answer.json<{ document: DocumentFull }>().document.id;
    const url = `/api/documents/${id}`;
    const form = multipart(
      [
        ['content', '<p>Encaminho.</p>'],
        ['limit_date', '2032-01-01'],
        ['responsible_ids[]', String(pmvi.people.caio.id)],
        ['organization_ids[]', String(pmvi.sectors.GAB)],
      ],
      [
        { name: 'a.pdf', content: smallPdf() },
        { name: 'b.pdf', content: smallPdf('b') },
      ],
    );
    const headers = { ...form.headers, 'idempotency-key': randomUUID() };
    const everything = () => ana.inject({ method: 'PATCH', url, payload: form.payload, headers });
    const all = await counted(everything);
    expect(all.statements.length).toBeLessThanOrEqual(8);
    const replay = await counted(everything);
    expect(replay.answer.headers['idempotent-replayed']).toBe('true');
    expect(replay.statements.length).toBeLessThanOrEqual(3);
    for (const status of ['completed', 'under_review']) {
      const done = await counted(() => ana.send('PATCH', url, { status }));
      expect(done.statements.length).toBeLessThanOrEqual(8);
    }
  });

  it('a document whose row is kept is read back by one statement', async () => {
    const { id } = await createdDocument(ana, toBia());
    const reply = () => bia.send('PATCH', `/api/documents/${id}`, { content: '<p>Recebido.</p>' });
    const { statements } = await counted(reply);
    expect(statements.filter((text) => text.includes('as details'))).toHaveLength(1);
  });

  it('a login takes at most 8 statements, and what it leaves behind is one statement', async () => {
    const password = 'uma senha de teste';
    const hash = await createPasswordHasher().hash(password, { email: 'ana@pmvi.example' });
    await world.query(`update users set password_hash = '${hash}' where id = ${pmvi.people.ana.id}`);
    const login = async () => {
      const visitor = await arrive(server.app);
      const account = { email: 'ana@pmvi.example', password, token: await solvedToken(visitor) };
      return counted(() => visitor.send('POST', '/login', account));
    };
    // The first login under a password also makes the person's sealing keys (S94).
    await login();
    const { statements } = await login();
    expect(statements.length).toBeLessThanOrEqual(8);
    const leaving = statements.filter((text) =>
      /insert into (logins|sessions)|last_login_at = |delete from sessions/.test(text),
    );
    expect(leaving).toEqual([
      expect.stringMatching(/delete from sessions[^]*last_login_at = [^]*into logins[^]*into sessions/),
    ]);
  });

  it('feed and details take the same number of statements for one row and for all', async () => {
    for (const limit of [1, 500]) {
      const { statements } = await counted(() => bia.get(`/api/sync/changes?limit=${limit}`));
      expect(statements.length).toBeLessThanOrEqual(3);
    }
    // A copy is recorded once a day for each person and document.
    for (const most of [3, 2]) {
      const { statements } = await counted(() => bia.get('/api/sync/documents?ids=1,2,3,4,5'));
      expect(statements.length).toBeLessThanOrEqual(most);
    }
  });

  it('home takes at most 4 statements', async () => {
    expect((await counted(() => bia.get('/api/dashboard/home'))).statements.length).toBeLessThanOrEqual(4);
  });
});

describe('size', () => {
  it('a typical mirrored row stays small', async () => {
    const { answer } = await counted(() => bia.get('/api/sync/changes'));
    const rows = answer.json<ChangesPage>().changes.filter((change) => change.collection === 'documents');
    const bytes = rows.reduce(
      (sum, change) => sum + Buffer.byteLength(JSON.stringify(change.op === 'put' ? change.row : null)),
      0,
    );
    // Measured: 1.4 kB, because people and sectors are written in full four times; gzip removes
    // nine tenths of it.
    expect(bytes / rows.length).toBeLessThan(1600);
  });
});
