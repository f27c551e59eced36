// What a long queue of e-mails does not delay: links before arrivals, arrivals before reminders, a
// bound for each minute over all servers, and connections that carry many messages.

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, dayAt } from '#domain/dates.ts';
import { createMailer } from '#server/mail/mailer.ts';
import type { Message } from '#server/mail/messages.ts';
import { startFakeSmtp } from '../harness/fake-smtp.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { type SecondServer, startSecondServer } from '../harness/second-server.ts';
import type { PersonName, Town, World } from '../harness/world.ts';
import { createJobBench } from './job-bench.ts';

/** 9:00 in São Paulo. */
const START = Date.parse('2030-03-04T12:00:00Z');
/** No reminder of its own is planned for this day. */
const LIMIT = addDays(dayAt(START, 'America/Sao_Paulo'), 2);
const QUEUED = 26_000;

let now = START;
let server: TestServer;
let second: SecondServer;
let world: World;
let pmvi: Town;
let documentId: number;

townPerFile.override('options', { clock: () => now });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi } = town);
  second = await startSecondServer(server);
  const sent = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED', limitDate: LIMIT } as const;
  ({ id: documentId } = await createdDocument(town.ana, sent));
});
afterAll(async () => {
  await second.close();
});
beforeEach(async () => {
  now = START;
  await world.query('delete from jobs');
  await world.query('delete from pending_notices');
});

/** Puts `count` e-mails about the document into the queue. */
const queue = (kind: 'deadline-mail' | 'notice-mail', count: number) =>
  world.query(
    `insert into jobs (tenant_id, kind, key, payload, run_at)
      select $1, $2::text, $2 || n, jsonb_build_object('notice', $3::text, 'document_id', $4::bigint,
        'user_id', $5::bigint, 'days_left', 3, 'limit_date', $6::text), $7
      from generate_series(1, $8) n`,
    [
      pmvi.id,
      kind,
      kind === 'notice-mail' ? 'arrival' : 'reminder',
      documentId,
      pmvi.people.bia.id,
      LIMIT,
      new Date(START - 1000).toISOString(),
      count,
    ],
  );
const queueLink = (name: PersonName) =>
  world.query(
    `insert into jobs (tenant_id, kind, key, payload, run_at)
      values ($1, 'password-reset', gen_random_uuid(), jsonb_build_object('user_id', $2::bigint), $3)`,
    [pmvi.id, pmvi.people[name].id, new Date(now).toISOString()],
  );
const kindOf = ({ subject }: Message) =>
  subject.startsWith('Redefinição') ? 'link' : subject.startsWith('Novo') ? 'arrival' : 'reminder';

describe('a long queue of e-mails', () => {
  it(`of ${QUEUED} that a mail server does not answer keeps neither a link nor a push waiting`, async () => {
    await queue('deadline-mail', QUEUED);
    const handed: string[] = [];
    // Four are taken at a time. One may be handed over only after the others have been answered.
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const bench = createJobBench(server.services, {
      mailer: {
        async send(message) {
          const kind = kindOf(message);
          handed.push(kind);
          if (kind !== 'link') await answered;
        },
        close: () => undefined,
      },
    });
    const running = bench.jobs.start(20);
    await vi.waitFor(() => expect(handed).toContain('reminder'), { timeout: 20_000 });
    await queueLink('ana');
    await world.query(
      `insert into jobs (tenant_id, kind, key, payload, run_at) values ($1, 'notices', 'later',
        jsonb_build_object('user_id', $2::bigint, 'way', 'device'), $3)`,
      [pmvi.id, pmvi.people.bia.id, new Date(now).toISOString()],
    );
    await vi.waitFor(() => expect(handed).toContain('link'), { timeout: 20_000 });
    await vi.waitFor(
      async () =>
        expect(await world.query(`select from jobs where key = 'later' and done_at is not null`)).toHaveLength(1),
      { timeout: 20_000 },
    );
    // No reminder has been sent, so the link and the push went past all of them.
    expect(await world.query(`select from jobs where kind = 'deadline-mail' and done_at is not null`)).toHaveLength(0);
    await world.query(`delete from jobs where leased_until is null`);
    answer();
    await running.stop();
  });

  it('sends arrivals before reminders, however long these have waited', async () => {
    await queue('deadline-mail', 8);
    now += 1000;
    await queue('notice-mail', 8);
    const bench = createJobBench(server.services);
    await bench.jobs.tick();
    expect(bench.mails.map(kindOf).slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'arrival'));
    expect(bench.mails).toHaveLength(16);
  });

  it('is sent a bounded number a minute by all servers together, and links go past the bound', async () => {
    await queue('deadline-mail', 15);
    const bench = createJobBench(server.services, { mailPerMinute: 6 });
    const other = createJobBench(second.services, { ...bench, mailPerMinute: 6 });
    const tickOneByOne = async () => {
      await bench.jobs.tick();
      await other.jobs.tick();
    };
    await tickOneByOne();
    expect(bench.mails).toHaveLength(6);
    await queueLink('ana');
    await tickOneByOne();
    expect(bench.mails.map(kindOf).slice(6)).toEqual(['link']);
    now += 59_000;
    await tickOneByOne();
    expect(bench.mails).toHaveLength(7);
    now += 2000;
    await tickOneByOne();
    expect(bench.mails).toHaveLength(13);
    now += 61_000;
    await tickOneByOne();
    expect(bench.mails).toHaveLength(16);
  });
});

it('a connection to the mail server carries one message after the other', async () => {
  const smtp = await startFakeSmtp();
  const mailer = createMailer({ smtpUrl: smtp.url, folder: '', from: 'Malote <a@b.example>', clock: () => now });
  const message = { to: { name: 'Zé', email: 'ze@pmvi.example' }, subject: 'Olá', text: 'Olá', html: '<p>Olá</p>' };
  for (let sent = 0; sent < 5; sent += 1) await mailer.send(message);
  expect(smtp.received).toHaveLength(5);
  expect(smtp.heard.filter((line) => line.startsWith('EHLO'))).toHaveLength(1);
  mailer.close();
  await smtp.close();
});
