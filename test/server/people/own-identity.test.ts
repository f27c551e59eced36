// A person's own name and e-mail (S155): the name of old acts stays, the e-mail needs the password,
// both are told and logged.

import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';
import { createJobBench } from '../notices/job-bench.ts';

const PASSWORD = 'uma senha minha';

const lines: string[] = [];
let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let round = 0;

townPerFile.override('options', { logTo: lines });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));
beforeEach(async () => {
  round += 1;
  ana = await world.as(pmvi.people.ana);
  await ana.send('PATCH', '/api/profile', { name: 'Ana', last_name: 'Souza', password: PASSWORD });
  await world.query('delete from jobs');
  await world.query('delete from login_failures');
  lines.length = 0;
});

const change = (body: object) => ana.send('PATCH', '/api/profile', body);
const address = (): string => `ana${round}@pmvi.example`;
const told = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'user_updated');

describe('the own name', () => {
  it('an act keeps the name under which it was done, beside the one that its author has now', async () => {
    const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
    await ana.send('PATCH', `/api/documents/${document.id}`, { content: 'Antes.' });
    const own = pmvi.people.ana.id;
    await change({ name: 'Maria' });
    await ana.send('PATCH', `/api/documents/${document.id}`, { content: 'Depois.' });
    await change({ last_name: 'Lima' });
    const seen = (await ana.get(`/api/documents/${document.id}`)).json<DocumentFull>();
    expect(
      seen.interactions.map(({ creator, creator_then }) => [creator.name, creator.last_name, creator_then]),
    ).toEqual([
      ['Maria', 'Lima', 'Ana Souza'],
      ['Maria', 'Lima', 'Maria Souza'],
    ]);
    expect(seen.logs.find(({ action }) => action === 'creation')).toMatchObject({ creator_then: 'Ana Souza' });
    const kept = await world.query('select name, last_name, changed_by::int from former_names where user_id = $1', [
      own,
    ]);
    expect(kept.slice(-2)).toEqual([
      { name: 'Ana', last_name: 'Souza', changed_by: own },
      { name: 'Maria', last_name: 'Souza', changed_by: own },
    ]);
  });

  it('the log names the fields that changed and no value; what is sent unchanged is no change', async () => {
    await change({ name: 'Mariana', last_name: 'Souza' });
    await change({ name: 'Mariana' });
    expect(told()).toMatchObject([{ user: ana.userId, about: [ana.userId], fields: ['name'] }]);
    const admin = await world.as(pmvi.people.admin);
    await admin.send('PUT', '/api/users', { user_ids: [ana.userId], name: 'Anita', email: address() });
    expect(told().slice(1)).toMatchObject([{ user: admin.userId, about: [ana.userId], fields: ['name', 'email'] }]);
    expect(lines.join('')).not.toMatch(/Mariana|Anita|@pmvi/);
  });

  it('a former name is never changed or deleted by the server’s role', async () => {
    await change({ name: 'Outra' });
    for (const statement of [sql`update former_names set name = name`, sql`delete from former_names`])
      await expect(server.database.inTenant(pmvi.id, (tx) => tx.execute(statement))).rejects.toMatchObject({
        code: '42501',
      });
  });
});

describe('the own e-mail', () => {
  it('another e-mail needs the present password, and both addresses are told', async () => {
    const before = (await ana.get('/api/user')).json<{ email: string }>().email;
    for (const proof of [{}, { password_current: '' }, { password_current: 'errada' }]) {
      const answer = await change({ email: address(), ...proof });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['password_current']]);
    }
    expect((await ana.get('/api/user')).json()).toMatchObject({ email: before });
    expect((await change({ email: address(), password_current: PASSWORD })).statusCode).toBe(200);
    expect((await change({ email: address().toUpperCase() })).statusCode).toBe(200);
    const bench = createJobBench(server.services);
    await bench.jobs.tick();
    expect(bench.mails.map(({ to }) => to.email.toLowerCase()).toSorted()).toEqual([before, address()].toSorted());
    expect(told()[0]).toMatchObject({ fields: ['email'] });
  });

  it('guessing the password at the e-mail is throttled like a login', async () => {
    const codes = [];
    for (let times = 0; times < 6; times += 1)
      codes.push((await change({ email: address(), password_current: `errada ${times}` })).statusCode);
    expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('the own e-mail is not changed beside the password, by the form of all people', async () => {
    const admin = await world.as(pmvi.people.admin);
    const answer = await admin.send('PUT', '/api/users', { user_ids: [admin.userId], email: address() });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']]);
    expect((await admin.send('PUT', '/api/users', { user_ids: [admin.userId], name: 'Alba' })).statusCode).toBe(200);
  });
});
