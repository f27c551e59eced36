// The subscribed calendar (S67): who reads it, what stands in it, and how it ends.

import { beforeEach, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const ADDRESS = '/api/profile/calendar';

const lines: string[] = [];
let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let stranger: TestClient;

townPerFile.override('options', { logTo: lines });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));
beforeEach(async () => {
  await world.query('delete from calendar_feeds');
  ana = await world.as(pmvi.people.ana);
  stranger = await arrive(server.app);
});

async function subscribed(client: TestClient): Promise<string> {
  const answer = await client.send('POST', ADDRESS, {});
  expect(answer.statusCode).toBe(201);
  return answer.json<{ path: string }>().path;
}

const read = async (path: string) => (await stranger.get(path)).statusCode;

it('a calendar holds number, title and limit date of what is with its person, without a login, and nothing else', async () => {
  const admin = await world.as(pmvi.people.admin);
  const mine = await createdDocument(admin, {
    town: pmvi,
    to: pmvi.people.ana,
    sector: 'SEMOB',
    title: 'Reparo no muro, lado norte',
    limitDate: '2031-03-05',
    content: '<p>Texto que fica no documento.</p>',
  });
  await createdDocument(admin, { town: pmvi, to: pmvi.people.admin, sector: 'GAB', title: 'Com outra pessoa' });
  const answer = await stranger.get(await subscribed(ana));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(answer.body).toContain(
    `SUMMARY:PMVI${String(mine.number).padStart(3, '0')} — Reparo no muro\\, lado norte\r\n`,
  );
  expect(answer.body).toContain('DTSTART;VALUE=DATE:20310305\r\n');
  expect(answer.body.split('BEGIN:VEVENT')).toHaveLength(2);
  expect(answer.body).not.toContain('Texto que fica');
});

it('a finished document leaves the calendar, and the answer is 304 while nothing has changed', async () => {
  const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.ana, sector: 'SEMOB', title: 'Concluir' });
  const path = await subscribed(ana);
  const first = await stranger.get(path);
  const tag = String(first.headers['etag']);
  const again = await stranger.inject({ method: 'GET', url: path, headers: { 'if-none-match': `W/${tag}` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const done = await ana.send('PATCH', `/api/documents/${document.id}`, {
    status: 'completed',
    limit_date: document.limit_date,
  });
  expect(done.statusCode).toBe(200);
  const after = await stranger.inject({ method: 'GET', url: path, headers: { 'if-none-match': tag } });
  expect(after.statusCode).toBe(200);
  expect(after.body).not.toContain('Concluir');
});

it('a new address ends the one before it, and revoking ends the last one', async () => {
  const old = await subscribed(ana);
  const path = await subscribed(ana);
  expect([await read(old), await read(path)]).toEqual([404, 200]);
  expect((await ana.get(ADDRESS)).json()).toEqual({ made_at: expect.stringMatching(/Z$/) });
  expect((await ana.send('DELETE', ADDRESS)).json()).toEqual({ deleted: 1 });
  expect((await ana.get(ADDRESS)).json()).toEqual({ made_at: null });
  expect(await read(path)).toBe(404);
});

it('a calendar ends with another password, with deactivation and with the deletion of its person', async () => {
  const person = `id = ${pmvi.people.ana.id}`;
  for (const [change, undo] of [
    [`password_hash = password_hash || 'x'`, `password_hash = left(password_hash, -1)`],
    [`status = 'inactive'`, `status = 'active'`],
    [`deleted_at = now()`, 'deleted_at = null'],
  ]) {
    const path = await subscribed(ana);
    expect(await read(path)).toBe(200);
    await world.query(`update users set ${change} where ${person}`);
    expect(await read(path)).toBe(404);
    await world.query(`update users set ${undo} where ${person}`);
  }
});

it('no other token opens a calendar, a session does not either, and two tenants never meet', async () => {
  await subscribed(ana);
  const other = await world.as(world.cmvi.people.ana);
  const path = await subscribed(other);
  expect(await read(`/api/calendar/deadlines.ics?token=${'a'.repeat(43)}`)).toBe(404);
  for (const token of ['', 'x', "' or true --", `${path.split('=')[1] ?? ''}A`]) {
    expect(await read(`/api/calendar/deadlines.ics?token=${encodeURIComponent(token)}`)).toBe(422);
  }
  expect((await ana.get('/api/calendar/deadlines.ics')).statusCode).toBe(422);
  expect((await stranger.get(path)).body).not.toContain('PMVI');
});

it('neither the log nor the database has the token of a calendar', async () => {
  const path = await subscribed(ana);
  const token = path.split('=')[1] ?? '';
  await read(path);
  await read(`${path}x`);
  expect(token).toHaveLength(43);
  expect(lines.join('\n')).not.toContain(token);
  const kept = await world.query<{ all: string }>('select f::text as all from calendar_feeds f');
  expect(JSON.stringify(kept)).not.toContain(token);
});
