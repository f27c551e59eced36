// What must hold through every proxy: the server is asked for its readiness, an address that a
// client made up is not believed, 20 MB arrive as they were sent, and an event stream stays open
// and is handed on at once.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { type ApiClient, createOverHttp, logInOverHttp } from '../e2e/api-client.ts';
import { samplePdf, type SampleFile } from '../e2e/sample-files.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { until } from './until.ts';

const MADE_UP = '203.0.113.7';
const FILE_BYTES = 20_000_000;
const STREAM_MS = 60_000;
/** Two heartbeats, 25 seconds apart. */
const BEATS = 2;

export type Tried = { readonly what: string; readonly run: () => Promise<void> };

/**
 * One proxy at a time: whose request it was is not in the log. `log` returns what the server has
 * logged so far.
 */
export function firstTries(
  { url, plainUrl }: { readonly url: string; readonly plainUrl: string | null },
  log: () => string,
): readonly Tried[] {
  return [
    ...(plainUrl === null ? [] : [{ what: 'sends who comes by http to https', run: () => isSentOn(plainUrl) }]),
    { what: 'says that the server is ready', run: () => until(() => isReady(url)) },
    { what: 'does not hand on the address that a client made up', run: () => sendMadeUp(url, log) },
  ];
}

/** Any number of proxies at a time. */
export function longTries(url: string): readonly Tried[] {
  const person = (): Promise<ApiClient> => logInOverHttp(url, 'servidor.semob@pmvi.example');
  return [
    { what: 'lets 20 MB through', run: async () => upload(await person()) },
    { what: 'keeps an event stream open for 60 s', run: async () => listen(await person()) },
  ];
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => null);
  return answer?.status === 200 && ((await answer.json()) as { status?: string }).status === 'ok';
}

/** To the same address by https, at its usual port, with everything behind the name. */
async function isSentOn(plainUrl: string): Promise<void> {
  const path = '/admin/documents?search=a%2Fb';
  await until(async () => (await fetch(plainUrl, { redirect: 'manual' }).catch(() => null)) !== null);
  const answer = await fetch(plainUrl + path, { redirect: 'manual' });
  const to = answer.headers.get('location');
  if (answer.status !== 301 || to !== `https://localhost${path}`) throw new Error(`${answer.status} to ${to}`);
}

/**
 * A login without its token is refused, and the log of the refusal has the address that the server
 * believes.
 */
async function sendMadeUp(url: string, log: () => string): Promise<void> {
  const before = log().length;
  const answer = await fetch(`${url}${PATHS.login}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': MADE_UP, Forwarded: `for=${MADE_UP}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (answer.status !== 419) throw new Error(`a login without its token answered ${answer.status}`);
  const addresses = (): unknown[] => addressesIn(log().slice(before));
  await until(async () => addresses().length > 0);
  if (addresses().some((address) => address !== '127.0.0.1'))
    throw new Error(`the server believes ${addresses().join(', ')}`);
}

function addressesIn(lines: string): unknown[] {
  const whole = lines.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return whole
    .map((line) => JSON.parse(line) as { event?: string; address?: unknown })
    .filter(({ event }) => event === 'input_validation_fail')
    .map(({ address }) => address);
}

function create(client: ApiClient, files: readonly SampleFile[]): Promise<DocumentFull> {
  const { user } = client;
  if (user.organization_id === null) throw new Error('the person has no sector');
  return createOverHttp(client, {
    title: `Por um proxy ${Date.now()}`,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 20),
    organizationId: user.organization_id,
    userId: user.id,
    files,
  });
}

async function upload(client: ApiClient): Promise<void> {
  const file = samplePdf('vinte.pdf', FILE_BYTES);
  const made = await create(client, [file]);
  const id = made.files[0]?.id;
  if (id === undefined || (await client.fileHash(id)) !== file.sha256) throw new Error('other bytes came back');
}

async function listen(client: ApiClient): Promise<void> {
  const ending = new AbortController();
  const answer = await fetch(`${client.url}/api/events`, { headers: client.headers(), signal: ending.signal });
  if (answer.status !== 200 || answer.body === null) throw new Error(`the stream answered ${answer.status}`);
  let heard = '';
  let isOver = false;
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) heard += Buffer.from(chunk).toString();
  })()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  const began = performance.now();
  // A proxy that holds back what it is sent would hand on neither before its buffer is full.
  await until(async () => heard.includes(': hello'));
  await create(client, [samplePdf('laudo.pdf', 2_000)]);
  await until(async () => heard.includes('event: more'));
  const beats = (): number => heard.split(': still here').length - 1;
  await until(async () => isOver || (performance.now() - began >= STREAM_MS && beats() >= BEATS), 2 * STREAM_MS);
  if (isOver) throw new Error(`the stream ended after ${Math.round((performance.now() - began) / 1000)} s`);
  ending.abort();
  await reading;
}
