import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, vi, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { Receipt } from '#contract/writes.ts';
import * as v from 'valibot';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, ana, bia } = town));

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

async function count(table: string, where: string): Promise<number> {
  const [row] = await world.query<{ total: string }>(`select count(*) as total from ${table} where ${where}`);
  return Number(row?.total);
}

function reply(client: TestClient, document: { id: number }, more: { key: string; content: string }) {
  const url = `/api/documents/${document.id}`;
  return client.inject({ method: 'PATCH', url, payload: { content: more.content }, ...withKey(more.key) });
}

describe('exactly once', () => {
  it('a replay gets the same receipt, with the header, and writes nothing again', async () => {
    const key = randomUUID();
    const first = await postDocument(ana, { ...toBia(), ...withKey(key) });
    const receipt = v.parse(Receipt, first.json().receipt);
    expect(receipt).toMatchObject({ key, type: 'create-document', result: 'applied', rev: first.json().document.rev });
    expect(first.json().document.command_id).toBe(key);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const second = await postDocument(ana, { ...toBia(), ...withKey(key.toUpperCase()) });
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.json().receipt).toEqual(receipt);
    expect(second.json().document.id).toBe(receipt.ids.document_id);
    expect(await count('documents', `command_id = '${key}'`)).toBe(1);
    expect((await ana.get(`/api/sync/receipts/${key}`)).json()).toEqual(receipt);
    expect((await bia.get(`/api/sync/receipts/${key}`)).statusCode).toBe(404);
  });

  it('a key whose command is still running is not reported as having no receipt', async () => {
    const document = await createdDocument(ana, toBia());
    const key = randomUUID();
    const asked = async () => (await bia.get(`/api/sync/receipts/${key}`)).statusCode;
    expect(await asked()).toBe(404);
    const other = new pg.Client(server.connection);
    await other.connect();
    // Every write waits for the tenant's counter at its end.
    await other.query('begin');
    await other.query('select 1 from counters where tenant_id = $1 for update', [pmvi.id]);
    const writing = reply(bia, document, { key, content: 'A caminho.' });
    await vi.waitFor(async () => expect(await asked()).toBe(409));
    await other.query('rollback');
    await other.end();
    expect((await writing).statusCode).toBe(200);
    expect(await asked()).toBe(200);
  });

  it('a receipt is shown only to its author', async () => {
    const document = await createdDocument(ana, { ...toBia(), ...withKey(randomUUID()) });
    const seen = (await bia.get(`/api/documents/${document.id}`)).json<DocumentFull>();
    expect(document.command_id).not.toBeNull();
    expect(document.logs[0]?.command_id).toBe(document.command_id);
    expect(seen.command_id).toBeNull();
    expect(seen.logs[0]?.command_id).toBeNull();
  });

  it('a replay answers the current document, not the old one', async () => {
    const document = await createdDocument(ana, toBia());
    const key = randomUUID();
    await reply(bia, document, { key, content: 'Primeira.' });
    await ana.send('PATCH', `/api/documents/${document.id}`, { status: 'completed' });
    const replay = await reply(bia, document, { key, content: 'Primeira.' });
    expect(replay.statusCode).toBe(200);
    expect(replay.json().document).toMatchObject({ status: 'completed', interactions_count: 1 });
    expect(replay.json().receipt.ids.interaction_id).toBe(replay.json().document.interactions[0].id);
  });

  it('another content under the same key is refused: other text, other file, other document', async () => {
    const key = randomUUID();
    const document = await createdDocument(ana, { ...toBia(), ...withKey(key) });
    const others = [
      await postDocument(ana, { ...toBia(), ...withKey(key), title: 'Outro título' }),
      await postDocument(ana, {
        ...toBia(),
        ...withKey(key),
        files: [{ name: 'oficio.pdf', content: smallPdf('outro') }],
      }),
      await reply(ana, document, { key, content: 'Outra coisa.' }),
    ];
    for (const other of others) {
      expect(other.statusCode).toBe(422);
      expect(other.json().type).toBe('key_reused');
    }
    // The same key of another person is another key.
    expect(
      (await postDocument(bia, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB', ...withKey(key) })).statusCode,
    ).toBe(201);
  });

  it('a refused command is judged again when it is repeated', async () => {
    const key = randomUUID();
    const document = await createdDocument(ana, toBia());
    await ana.send('PATCH', `/api/documents/${document.id}`, { status: 'completed' });
    expect((await reply(bia, document, { key, content: 'Agora?' })).statusCode).toBe(422);
    await ana.send('PATCH', `/api/documents/${document.id}`, { status: 'under_review' });
    const done = await reply(bia, document, { key, content: 'Agora?' });
    expect(done.statusCode).toBe(200);
    expect(done.headers['idempotent-replayed']).toBeUndefined();
  });

  it('one of twenty copies sent at once is applied, and the others learn of it', async () => {
    const key = randomUUID();
    const document = await createdDocument(ana, toBia());
    // More than a person's share of places: those that are told to come back come back.
    const send = async (): Promise<Awaited<ReturnType<typeof reply>>> => {
      const answer = await reply(bia, document, { key, content: 'Uma só.' });
      if (answer.statusCode !== 503) return answer;
      await pause(50);
      return send();
    };
    const all = await Promise.all(Array.from({ length: 20 }, send));
    const [row] = await world.query<{ total: string }>(
      'select count(*) as total from interactions where command_id = $1',
      [key],
    );
    expect(Number(row?.total)).toBe(1);
    for (const answer of all) {
      const outcome = answer.statusCode === 200 ? answer.json().receipt.key : answer.json().type;
      expect([key, 'in_progress']).toContain(outcome);
    }
    expect(
      all.filter((answer) => answer.statusCode === 200 && answer.headers['idempotent-replayed'] === undefined),
    ).toHaveLength(1);
    expect((await reply(bia, document, { key, content: 'Uma só.' })).headers['idempotent-replayed']).toBe('true');
  });

  it('a replay gets its receipt although its author has meanwhile lost sight and permission', async () => {
    const { people, sectors } = pmvi;
    const document = await createdDocument(ana, { town: pmvi, to: people.protocolo, sector: 'GAB' });
    const caio = await world.as(people.caio);
    const key = randomUUID();
    expect((await reply(caio, document, { key, content: 'Do gabinete.' })).statusCode).toBe(200);
    await world.query('update users set organization_id = $1 where id = $2', [sectors.ARQ, people.caio.id]);
    expect((await caio.get(`/api/documents/${document.id}`)).statusCode).toBe(404);
    const blind = await reply(caio, document, { key, content: 'Do gabinete.' });
    expect(blind.statusCode).toBe(200);
    expect(blind.json().document).toBeUndefined();
    expect(blind.json().receipt.ids.document_id).toBe(document.id);
    expect((await reply(caio, document, { key: randomUUID(), content: 'De novo.' })).statusCode).toBe(404);
    await world.query('delete from user_roles where user_id = $1', [people.caio.id]);
    expect((await reply(caio, document, { key, content: 'Do gabinete.' })).statusCode).toBe(200);
    expect((await reply(caio, document, { key: randomUUID(), content: 'De novo.' })).statusCode).toBe(403);
    // With its key a write is accepted again, but reading is not.
    for (const url of ['/api/documents', `/api/documents/${document.id}`]) {
      const read = await caio.inject({ method: 'GET', url, headers: { 'idempotency-key': key } });
      expect(read.statusCode).toBe(403);
    }
  });

  it('a write queued by another person is refused before any other check', async () => {
    const document = await createdDocument(ana, toBia());
    const answer = await bia.inject({
      method: 'PATCH',
      url: `/api/documents/${document.id}`,
      payload: { content: 'x' },
      headers: { 'x-acting-user': String(pmvi.people.ana.id) },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().type).toBe('actor_mismatch');
  });
});
