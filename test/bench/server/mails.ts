// What 26,000 digests of 300 tenants keep waiting: how long the link for a new password takes to
// the mail server while they are sent, and how much memory the server gets. The mail server is slow
// at first, as a busy one is, and then as fast as it is asked.

import type { Challenge } from 'altcha-lib';
import type pg from 'pg';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { solveHumanCheck } from '../../e2e/api-client.ts';
import { type FakeSmtp, startFakeSmtp } from '../../server/harness/fake-smtp.ts';
import { figuresOf, percentile } from '../figures.ts';
import { copyTown } from './many-tenants.ts';
import { printTable } from './table.ts';
import { withTown } from './town.ts';

const DOCUMENTS = 50;
/** Documents that a digest names. */
const NAMED = 5;
const SLOW_MS = 200;
/** Links that are asked for while the mail server is slow. */
const SLOW_LINKS = 30;
/** The last links leave when the queue is over, and say nothing. */
const QUEUED_AT_LEAST = 1000;
const LOOK_MS = 10;
const METRICS_TOKEN = 'a-token-that-only-benches-use-0123';

export async function measureMails(tenants: number, mails: number): Promise<void> {
  let messageMs = SLOW_MS;
  const smtp = await startFakeSmtp({ messageMs: () => messageMs });
  try {
    await withTown(
      DOCUMENTS,
      async ({ owner, server }) => {
        await addPeople(owner, Math.ceil(mails / tenants));
        await copyTown(owner, tenants);
        const memory = watchMemory(server);
        const before = await memory.now();
        const people = await queueDigests(owner, mails);
        const isQueued = async (): Promise<boolean> => (await waiting(owner)) > QUEUED_AT_LEAST;
        const ask = () => linkMs({ server, smtp, email: people.pop() ?? '' });
        const slow: number[] = [];
        while (slow.length < SLOW_LINKS && (await isQueued())) slow.push(await ask());
        const [sent, begun] = [smtp.received.length, performance.now()];
        messageMs = 0;
        const fast: number[] = [];
        while (await isQueued()) fast.push(await ask());
        const aSecond = ((smtp.received.length - sent) * 1000) / (performance.now() - begun);
        const most = await memory.stop();
        const line = (name: string, ms: readonly number[]): string[] => [
          name,
          String(ms.length),
          figuresOf(ms).median.toFixed(0),
          percentile(ms, 0.95).toFixed(0),
          figuresOf(ms).high.toFixed(0),
        ];
        printTable(
          ['mail server', 'links', 'median ms', 'p95', 'most'],
          [line(`${SLOW_MS} ms a message`, slow), line(`as fast as asked, ${aSecond.toFixed(0)} a second`, fast)],
        );
        const [mb, mostMb] = [before, most].map((bytes) => Math.round(bytes / 1e6));
        process.stdout.write(`\nMemory of the server: ${mb} MB before, ${mostMb} at most.\n`);
      },
      { more: { SMTP_URL: smtp.url, METRICS_TOKEN } },
    );
  } finally {
    await smtp.close();
  }
}

/** Fills the first tenant up to so many people, who may read everything. */
async function addPeople(owner: pg.Client, people: number): Promise<void> {
  await owner.query(
    `with made as (insert into users (tenant_id, name, last_name, email, password_hash, sealing_key, organization_id)
        select tenant_id, name, last_name || ' ' || g, 'pessoa' || g || '@pmvi.example', password_hash, sealing_key,
          organization_id
        from generate_series(1, $1 - (select count(*)::int from users where tenant_id = 1)) g
          cross join (select * from users where tenant_id = 1 and email = 'admin@pmvi.example') u
        returning id)
      insert into user_roles (tenant_id, user_id, role_id, position)
      select 1, made.id, r.role_id, 0 from made cross join user_roles r
        join users u on u.tenant_id = 1 and u.id = r.user_id and u.email = 'admin@pmvi.example' where r.tenant_id = 1`,
    [people],
  );
}

/** Returns addresses of people, each of another tenant than the one before. */
async function queueDigests(owner: pg.Client, mails: number): Promise<string[]> {
  const { rows } = await owner.query<{ email: string }>(
    `with named as (select tenant_id, jsonb_agg(jsonb_build_object('notice', 'reply', 'id', id, 'reason', 'holds')) as notices
        from (select tenant_id, id, row_number() over (partition by tenant_id order by id desc) as place from documents) d
        where place <= $2 group by tenant_id),
      people as (select u.tenant_id, u.id, u.email, row_number() over (partition by u.tenant_id order by u.id) as place
        from users u where u.tenant_id <> 2 and u.status = 'active'),
      queued as (insert into jobs (tenant_id, kind, key, payload, run_at)
        select p.tenant_id, 'digest-mail', 'digest:' || p.id || ':bench',
          jsonb_build_object('user_id', p.id, 'notices', n.notices), now()
        from people p join named n using (tenant_id) order by p.place limit $1)
    select email from people order by place, tenant_id`,
    [mails, NAMED],
  );
  return rows.map(({ email }) => email);
}

async function waiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int from jobs where done_at is null');
  return rows[0]?.count ?? 0;
}

type Question = { readonly server: string; readonly smtp: FakeSmtp; readonly email: string };

/** Milliseconds from the request for a link to its whole message at the mail server. */
async function linkMs({ server, smtp, email }: Question): Promise<number> {
  const visit = await fetch(server + PATHS.csrfCookie);
  const jar = visit.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const csrf = jar.find((one) => one.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  const challenge = (await (await fetch(server + PATHS.humanVerification)).json()) as Challenge;
  const token = await solveHumanCheck(challenge);
  const seen = smtp.received.length;
  const begun = performance.now();
  const answer = await fetch(server + PATHS.forgotPassword, {
    method: 'POST',
    headers: {
      cookie: jar.join('; '),
      [HEADERS.csrf]: decodeURIComponent(csrf),
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ email, token }),
  });
  if (!answer.ok) throw new Error(`a link was refused: ${answer.status} ${await answer.text()}`);
  const isHere = (): boolean =>
    smtp.received.slice(seen).some(({ to, data }) => to.includes(email) && /^Subject:.*Redefini/m.test(data));
  while (!isHere()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return performance.now() - begun;
}

type Memory = { readonly now: () => Promise<number>; readonly stop: () => Promise<number> };

/** Looks at the server's resident bytes, by its own figure, until it is stopped. */
function watchMemory(server: string): Memory {
  const now = async (): Promise<number> => {
    const answer = await fetch(`${server}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^malote_memory_bytes (\d+)/m.exec(await answer.text())?.[1] ?? Number.NaN);
  };
  let most = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      most = Math.max(most, await now());
      await new Promise((resolve) => setTimeout(resolve, 20 * LOOK_MS));
    }
  })();
  return {
    now,
    async stop() {
      isOver = true;
      await looking;
      return most;
    },
  };
}
