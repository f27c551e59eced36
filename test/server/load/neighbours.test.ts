// How the heaviest allowed requests of one tenant affect another tenant: many people read the
// largest document that the bounds allow, clients do not read their answers, and a flood of images
// is too large. On a real server.

import { Agent, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { DOCUMENT_MAX } from '#domain/document-state.ts';
import { percentile } from '../../bench/figures.ts';
import { offer, type Answer } from '../../bench/server/open-loop.ts';
import { logInOverHttp, type ApiClient } from '../../e2e/api-client.ts';
import { multipart } from '../harness/multipart.ts';
import { headOf } from '../harness/raw-http.ts';
import { runServer, type RunningServer } from '../harness/running-server.ts';

const READERS = 211;
const OPENINGS = 74;
/** Of forty people at every half hour of their working days, for seven weeks. */
const VIEWS = 24_000;
/** Each answer is 5 MiB, of which a person has one at a time. */
const GROWTH_MAX_BYTES = 400 * 1024 * 1024;
/** The cores are shared with other tests. */
const WAIT_MAX_MS = 5000;
/** Few enough for six connections, also where an answer takes a second. */
const LISTS_PER_SECOND = 5;
const PATIENT = { timeout: 120_000, interval: 200 };
const IMAGES_AT_ONCE = 12;
const LOGINS = process.env['MALOTE_LONG'] === '1' ? 40 : 12;

let server: RunningServer;
let other: ApiClient;
let readers: ApiClient[];
let documentId: number;
const kept = new Agent({ keepAlive: true, maxSockets: 6 });

beforeAll(async () => {
  server = await runServer({ DEMO_DOCUMENTS: '300' });
  other = await logInOverHttp(server.address, 'servidor@cmvi.example');
  const names = ['controle', 'gestor.semob', 'servidor.semob', 'admin'];
  readers = await Promise.all(names.map((name) => logInOverHttp(server.address, `${name}@pmvi.example`)));
  const author = readers[2];
  const page = await author?.get<DocumentPage>(PATHS.documents);
  documentId = page?.data[0]?.id ?? 0;
  await fill(documentId);
}, 300_000);
afterAll(async () => {
  kept.destroy();
  await server.end();
});

/** Writes as much as a document may gather: replies with their text, and many people's views. */
async function fill(id: number): Promise<void> {
  const content = `<p>${'texto '.repeat(DOCUMENT_MAX.textBytes / DOCUMENT_MAX.replies / 6 - 2)}</p>`;
  const owner = await server.owner();
  await owner.query(
    `insert into interactions (tenant_id, document_id, creator_id, content, created_at)
      select d.tenant_id, d.id, d.created_by, $2, d.created_at from documents d, generate_series(1, $3::int) where d.id = $1`,
    [id, content, DOCUMENT_MAX.replies],
  );
  await owner.query(
    `insert into logs (tenant_id, document_id, creator_id, action, created_at)
      select d.tenant_id, d.id, u.id, 'view', d.created_at
      from documents d, generate_series(1, $2::int) n join lateral (
        select id from users where tenant_id = 1 order by id offset n % 20 limit 1) u on true where d.id = $1`,
    [id, VIEWS],
  );
  await owner.query(
    `insert into document_tags (tenant_id, document_id, position, title, type, user_id)
      select 1, $1, 100 + n, 'leitor', 'mention', reader from unnest($2::bigint[]) with ordinality as readers (reader, n)`,
    [id, readers.map(({ user }) => user.id)],
  );
  await owner.query('update documents set interactions_count = $2 where id = $1', [id, DOCUMENT_MAX.replies]);
  await owner.end();
}

const quantiles = (times: readonly number[]): string =>
  [0.5, 0.99].map((share) => `${percentile([...times], share).toFixed(0)} ms`).join(' / ');
const list = (seconds: number): Promise<Answer[]> =>
  offer(server.address, {
    next: () => ({ path: PATHS.documents, headers: other.headers() }),
    rate: LISTS_PER_SECOND,
    seconds,
    agent: kept,
  });

/** The list of the other tenant until `isOver`, for a second at least. */
async function listUntil(isOver: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  do answers.push(...(await list(1)));
  while (!isOver());
  return answers;
}

function judge(name: string, answers: readonly Answer[]): void {
  const times = answers.map(({ tookMs }) => tookMs);
  const refused = answers.filter(({ status }) => status !== 200).length;
  console.log(`${name}: another tenant's list p50 / p99 ${quantiles(times)}, refused ${refused} of ${answers.length}`);
  expect(refused / answers.length).toBeLessThanOrEqual(0.01);
  expect(percentile(times, 0.99)).toBeLessThanOrEqual(WAIT_MAX_MS);
}

type TimedAnswer = { readonly status: number; readonly tookMs: number; readonly bytes: number };

function openDocument(reader: ApiClient): Promise<TimedAnswer> {
  const { hostname: host, port } = new URL(server.address);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = { host, port, path: PATHS.document(documentId), headers: reader.headers(), agent: false as const };
    const sent = send(options, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - began, bytes }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

it(
  'the largest document is opened whole, and many openings at once leave another tenant its list',
  { timeout: 240_000 },
  async () => {
    const [first] = readers;
    if (first === undefined) throw new Error('nobody reads');
    const calm = await list(2);
    const one: TimedAnswer[] = [];
    for (let times = 0; times < 7; times += 1) one.push(await openDocument(first));
    expect(one.map(({ status }) => status)).not.toContain(503);
    const whole = await first.get<DocumentFull>(PATHS.document(documentId));
    expect(whole.interactions.length).toBeGreaterThanOrEqual(DOCUMENT_MAX.replies);
    const mib = ((one[0]?.bytes ?? 0) / 1024 / 1024).toFixed(1);
    console.log(`one opening of ${mib} MiB: p50 / p99 ${quantiles(one.map(({ tookMs }) => tookMs))}`);
    console.log(`calm: p50 / p99 ${quantiles(calm.map(({ tookMs }) => tookMs))}`);

    let left = OPENINGS;
    const opened: Promise<TimedAnswer>[] = Array.from({ length: OPENINGS }, async (_, at) => {
      const answer = await openDocument(readers[at % readers.length] ?? first);
      left -= 1;
      return answer;
    });
    const answers = await listUntil(() => left === 0);
    const done = await Promise.all(opened);
    const whole200 = done.filter(({ status }) => status === 200);
    console.log(
      `${OPENINGS} openings at once: ${whole200.length} answered, ${quantiles(done.map(({ tookMs }) => tookMs))}`,
    );
    expect(done.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    judge(`${OPENINGS} openings`, answers);
  },
);

it(`${READERS} readers that read nothing cost a bounded memory`, { timeout: 240_000 }, async () => {
  await list(1);
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 50);
  const { hostname: host, port } = new URL(server.address);
  const sockets: Socket[] = [];
  const ask = (at: number): void => {
    const socket = connect({ host, port: Number(port), localAddress: `127.0.2.${1 + (at % 4)}` });
    sockets.push(socket);
    socket.pause();
    socket.on('error', () => undefined);
    const headers = readers[at % readers.length]?.headers() ?? {};
    // The rest of what one connection may ask waits behind the first answer.
    socket.write(headOf({ path: PATHS.document(documentId), headers }).repeat(3));
  };
  for (let at = 0; at < READERS; at += 1) ask(at);
  const answers = await list(10);
  clearInterval(watch);
  const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
  console.log(`${READERS} readers that read nothing: RSS ${mib(before)} → ${mib(most)} MiB at most`);
  expect(most - before).toBeLessThan(GROWTH_MAX_BYTES);
  judge(`${READERS} unread`, answers);
  for (const socket of sockets) socket.destroy();
});

it('people log in while another tenant sends images that are too large', { timeout: 240_000 }, async () => {
  const create = { width: 7000, height: 7000, channels: 4, background: '#f5b301' } as const;
  const content = await sharp({ create, limitInputPixels: false }).png({ progressive: true }).toBuffer();
  const { payload, headers } = multipart([['_method', 'PATCH']], [{ name: 'foto.png', content, field: 'image' }]);
  const logins = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < LOGINS; n += 1) {
      const began = performance.now();
      await logInOverHttp(server.address, 'servidor@cmvi.example');
      times.push(performance.now() - began);
    }
    return times;
  };
  const calm = await logins();
  let isOver = false;
  const statuses: Record<number, number> = {};
  const { hostname: host, port } = new URL(server.address);
  const agent = new Agent({ keepAlive: true, maxSockets: IMAGES_AT_ONCE });
  const sendImage = (at: number): Promise<number> =>
    new Promise((resolve) => {
      const options = {
        host,
        port,
        agent,
        localAddress: '127.0.2.9',
        path: PATHS.profile,
        method: 'POST',
        headers: { ...readers[at % readers.length]?.headers(), ...headers, 'content-length': String(payload.length) },
      };
      const sent = send(options, (answer) => void answer.resume().once('close', () => resolve(answer.statusCode ?? 0)));
      sent.once('error', () => resolve(0));
      sent.end(payload);
    });
  const flood = Array.from({ length: IMAGES_AT_ONCE }, async (_, at) => {
    while (!isOver) {
      const status = await sendImage(at);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await vi.waitUntil(() => Object.keys(statuses).length > 0, PATIENT);
  const before = server.memory();
  const during = await logins();
  isOver = true;
  await Promise.all(flood);
  agent.destroy();
  console.log(
    `logins: p50 / p99 ${quantiles(during)} while images came (${JSON.stringify(statuses)}), calm ${quantiles(calm)}`,
  );
  console.log(
    `image of ${(content.length / 1024).toFixed(0)} kB, RSS grew by ${((server.memory() - before) / 1024 / 1024).toFixed(0)} MiB`,
  );
  expect(statuses[422]).toBeGreaterThan(0);
  expect(percentile(during, 0.99)).toBeLessThanOrEqual(WAIT_MAX_MS);
});
