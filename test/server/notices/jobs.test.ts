// Notices, reminders and cleaning up, on real PostgreSQL with two servers over one database.

import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '#domain/dates.ts';
import { Hopeless } from '#server/reporting/errors.ts';
import { attemptsOf, retryDelayMs } from '#server/jobs/job-store.ts';
import { BATCH_QUIET_MS } from '#server/policies/notice-ways.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createJobBench, type JobBench } from './job-bench.ts';
import { subscriptionText } from '../harness/fake-push-service.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { PersonName, Town, World } from '../harness/world.ts';

const DAY_MS = 86_400_000;
/** 9:00 in São Paulo: the day's reminders are due. */
const START = Date.parse('2030-03-11T12:00:00Z');
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/';

let now = START;
let server: TestServer;
let second: SecondServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bench: JobBench;
let other: JobBench;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi, ana } = town);
  second = await startSecondServer(server);
});
afterAll(async () => {
  await second.close();
});
beforeEach(async () => {
  now = START;
  await world.query('delete from jobs');
  await world.query('delete from pending_notices');
  await world.query('delete from push_subscriptions');
  await world.query(`update documents set stored_status = 'completed'`);
  bench = createJobBench(server.services);
  other = createJobBench(second.services, bench);
});

const subscribe = async (name: PersonName) => {
  const client = await world.as(pmvi.people[name]);
  const fcm_token = subscriptionText(`${ENDPOINT}${name}`);
  expect((await client.send('PATCH', '/api/profile/fcm-token', { fcm_token })).statusCode).toBe(204);
};
const devicesOf = (name: PersonName) =>
  world.query('select id from push_subscriptions where user_id = $1', [pmvi.people[name].id]);
const toBia = (limitDate = '2031-01-31') => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const, limitDate });
/** A document whose arrival is not told. */
const known = async (made: ReturnType<typeof toBia>) => {
  const document = await createdDocument(ana, made);
  await world.query('delete from pending_notices');
  return document;
};
/** Waits until no more notices of a batch are expected on devices, and sends. */
const tickLater = (jobs = bench.jobs) => {
  now += BATCH_QUIET_MS.device;
  return jobs.tick();
};
const today = () => dayAt(now, 'America/Sao_Paulo');
const titles = () => bench.pushes.map((push) => push.title);
const subjects = () => bench.mails.map((mail) => mail.subject);
/** Runs the jobs of both servers at once until neither has work. */
const tickBoth = async () => {
  while ((await Promise.all([bench.jobs.tick(), other.jobs.tick()])).some((taken) => taken > 0));
};

describe('a push', () => {
  it('a push tells a new responsible of the arrival, by number only', async () => {
    await subscribe('bia');
    await subscribe('ana');
    const document = await createdDocument(ana, toBia());
    await tickLater();
    expect(bench.pushes).toEqual([
      {
        title: `Novo documento PMVI${String(document.number).padStart(3, '0')}`,
        body: 'Agora ele está com você.',
        navigate: `https://malote.example/admin/view-document/${document.id}`,
        tag: `PMVI${String(document.number).padStart(3, '0')}`,
        subscription: expect.stringContaining('/bia'),
      },
    ]);
    expect(bench.mails).toEqual([]);
    await bench.jobs.tick();
    expect(bench.pushes).toHaveLength(1);
  });

  it('a push tells author and responsible of a reply, a transferee of the arrival, a mentioned person of the mention', async () => {
    for (const name of ['ana', 'bia', 'caio', 'davi'] as const) await subscribe(name);
    const document = await createdDocument(ana, {
      ...toBia(),
      fields: [
        ['tags[0][title]', 'davi queiroz'],
        ['tags[0][type]', 'mention'],
        ['tags[0][user_id]', String(pmvi.people.davi.id)],
      ],
    });
    await tickLater();
    expect(titles().toSorted()).toEqual([
      expect.stringMatching(/^Novo documento PMVI/),
      expect.stringMatching(/^Você foi mencionado em PMVI/),
    ]);
    bench.pushes.length = 0;
    const bia = await world.as(pmvi.people.bia);
    const reply = await bia.send('PATCH', `/api/documents/${document.id}`, { content: '<p>Visto.</p>' });
    expect(reply.statusCode).toBe(200);
    const transfer = await bia.send('PATCH', `/api/documents/${document.id}`, {
      responsible_ids: [pmvi.people.caio.id],
      organization_ids: [pmvi.sectors.GAB],
    });
    expect(transfer.statusCode).toBe(200);
    await tickLater();
    expect(bench.pushes.map((push) => [push.title.split(' PMVI')[0], push.subscription.includes('/ana')])).toEqual(
      expect.arrayContaining([
        ['Nova resposta em', true],
        ['Novo documento', false],
      ]),
    );
    expect(titles()).toContainEqual(expect.stringMatching(/^PMVI\d+ foi transferido$/));
    expect(bench.pushes).toHaveLength(3);
  });

  it('a failed push is retried with growing pauses, drops an ended subscription, and gives up in the end', async () => {
    await subscribe('bia');
    await createdDocument(ana, toBia());
    await world.query(`delete from pending_notices where way = 'email'`);
    bench.failures.push(new Error('away'), new Error('away'));
    await tickLater();
    await world.query(`delete from jobs where kind = 'notices'`);
    expect(await bench.jobs.tick()).toBe(0);
    now += retryDelayMs(1);
    expect(await bench.jobs.tick()).toBe(1);
    now += retryDelayMs(2) - 1;
    expect(await bench.jobs.tick()).toBe(0);
    now += 1;
    bench.answers.push('gone');
    await bench.jobs.tick();
    expect(titles()).toHaveLength(1);
    expect(await devicesOf('bia')).toEqual([]);

    await subscribe('bia');
    await createdDocument(ana, toBia());
    await world.query(`delete from pending_notices where way = 'email'`);
    now += BATCH_QUIET_MS.device;
    bench.failures.push(...Array.from({ length: attemptsOf('push') }, () => new Error('away')));
    for (let attempt = 1; attempt <= attemptsOf('push'); attempt += 1) {
      await bench.jobs.tick();
      now += retryDelayMs(attempt);
    }
    await bench.jobs.tick();
    expect(bench.failures).toEqual([]);
    expect(titles()).toHaveLength(1);
    const [given] = await world.query<{ attempts: number; last_error: string }>(
      `select attempts, last_error from jobs where last_error is not null`,
    );
    expect(given).toEqual({ attempts: attemptsOf('push'), last_error: 'away' });
  });

  it('a push that is finally refused is not retried', async () => {
    await subscribe('bia');
    await createdDocument(ana, toBia());
    bench.failures.push(new Hopeless('refused'));
    await tickLater();
    now += DAY_MS;
    await bench.jobs.tick();
    expect(titles()).toEqual([]);
  });

  it('a push of a server that stopped is taken over by another server after its lease', async () => {
    await subscribe('bia');
    await createdDocument(ana, toBia());
    await world.query(`update jobs set leased_until = $1, attempts = 1 where kind = 'notices'`, [
      new Date(now + 60_000).toISOString(),
    ]);
    await tickLater(other.jobs);
    expect(titles()).toEqual([]);
    now += 60_000;
    await other.jobs.tick();
    expect(titles()).toHaveLength(1);
  });
});

describe('deadlines', () => {
  it('a deadline is reminded of 5, 3 and 1 days before and on the day, once, although two servers run', async () => {
    await known(toBia(addDays(today(), 6)));
    await subscribe('bia');
    const heard: (string[] | undefined)[] = [];
    for (let day = 0; day <= 6; day += 1) {
      [bench.mails.length, bench.pushes.length] = [0, 0];
      await tickBoth();
      await tickBoth();
      expect(subjects()).toEqual(titles());
      heard.push(subjects().map((subject) => subject.replace(/PMVI\d+ /, '')));
      now += DAY_MS;
    }
    // It is due on a Sunday: what would come on the weekend comes on Friday.
    expect(heard).toEqual([[], ['vence em 5 dias'], [], ['vence em 3 dias'], ['vence em 2 dias'], [], []]);
  });

  it('a passed deadline is told once to responsible and author, even after days without a server', async () => {
    await known(toBia(addDays(today(), 2)));
    await tickBoth();
    now += 5 * DAY_MS;
    await tickBoth();
    now += DAY_MS;
    await tickBoth();
    expect(subjects()).toEqual([
      expect.stringMatching(/^PMVI\d+ está em atraso$/),
      expect.stringMatching(/^PMVI\d+ está em atraso$/),
    ]);
    expect(bench.mails.map((mail) => mail.to.email).toSorted()).toEqual(['ana@pmvi.example', 'bia@pmvi.example']);
    expect(bench.mails[0]?.text).toContain('Data limite: 13/03/2030.');
    expect(bench.mails[0]?.text).toContain('Órgão: Órgão PMVI.');
  });

  it('reminders wait for 8:00 in the town hall’s zone and are dropped for a document that has changed', async () => {
    now = Date.parse('2030-03-12T10:59:00Z');
    const completed = await known(toBia(addDays(today(), 3)));
    const moved = await known(toBia(addDays(today(), 3)));
    await known(toBia(addDays(today(), 3)));
    await tickBoth();
    expect(subjects()).toEqual([]);
    now += 60_000;
    // Reminders are planned for all three documents; two no longer apply when they are sent.
    bench.failures.push(new Error('away'), new Error('away'), new Error('away'));
    await bench.jobs.tick();
    await world.query(`update documents set stored_status = 'completed' where id = $1`, [completed.id]);
    await world.query(`update documents set limit_date = limit_date + 1 where id = $1`, [moved.id]);
    now += retryDelayMs(1);
    await tickBoth();
    expect(subjects()).toHaveLength(1);
  });
});

describe('cleaning up', () => {
  it('stray files are removed after 24 hours, files with a row never', async () => {
    const document = await createdDocument(ana, toBia());
    const { files } = server.services;
    const stray = await files.put(Readable.from([Buffer.from('stray')]), { maxBytes: 100 });
    const [row] = await world.query<{ storage_key: string }>('select storage_key from files where document_id = $1', [
      document.id,
    ]);
    const aged = (ageMs: number): FileStore => ({
      ...files,
      async *entries() {
        for await (const entry of files.entries()) yield { ...entry, ageMs };
      },
    });
    const keys = async () => {
      const found: string[] = [];
      for await (const key of files.list()) found.push(key);
      return found;
    };
    const collect = async (store: FileStore) => {
      await world.query('delete from maintenance');
      const { jobs } = createJobBench({ ...server.services, files: store });
      await jobs.tick();
      now += 3_600_000;
      await jobs.tick();
    };
    await collect(aged(DAY_MS - 1));
    expect(await keys()).toContain(stray.storageKey);
    await collect(aged(DAY_MS));
    expect(await keys()).not.toContain(stray.storageKey);
    expect(await keys()).toContain(row?.storage_key);
  });

  it('expired rows are removed once an hour by one server', async () => {
    await world.query('delete from maintenance');
    await world.query(
      `insert into tombstones (tenant_id, collection, row_id, rev, at) values
      ($1, 'alerts', 1, 1, $2), ($1, 'alerts', 2, 1, $3)`,
      [pmvi.id, new Date(now - 180 * DAY_MS).toISOString(), new Date(now - 179 * DAY_MS).toISOString()],
    );
    await world.query(`insert into sessions (token_hash, csrf_token, expires_at) values ('\\x01', '', $1)`, [
      new Date(now).toISOString(),
    ]);
    await tickBoth();
    const left = () =>
      world.query<{ kept: number[]; sessions: number }>(`select (select array_agg(row_id::int) from tombstones) as kept,
        (select count(*)::int from sessions where token_hash = '\\x01') as sessions`);
    expect(await left()).toEqual([{ kept: [1, 2], sessions: 1 }]);
    now += 3_600_000;
    await tickBoth();
    expect(await left()).toEqual([{ kept: [2], sessions: 0 }]);
  });
});

describe('two servers over one database', () => {
  it('a document made through one server reaches the other within a second', async () => {
    const heard = new Promise<number>((resolve) => {
      second.services.events.subscribe(pmvi.id, (rev) => resolve(rev));
    });
    const document = await createdDocument(ana, toBia());
    const made = performance.now();
    expect(await heard).toBe(document.rev);
    expect(performance.now() - made).toBeLessThan(1000);
  });
});
