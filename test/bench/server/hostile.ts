// `npm run bench:hostile`: how long others wait while one client sends what is made to hold the
// server's only thread. Measured are the delay of the event loop (loop-probe.mjs), and the time of
// a light call by another client that leaves twenty times a second, whether or not earlier calls
// were answered. Prints a table beside calm stretches and asserts nothing.

import { connect } from 'node:net';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import type { DocumentPage } from '#contract/documents.ts';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { freePort, prepareServer } from '../../e2e/real-server.ts';
import { percentile, printLine, printTitle } from '../figures.ts';
import { offer, type Answer, type Call } from './open-loop.ts';

const ATTACKER = 'servidor.semob@pmvi.example';
const OTHER = 'servidor.semed@pmvi.example';
const SECONDS = 10;
const OTHERS_A_SECOND = 20;
const ATTACKS_A_SECOND = 5;
const MALFORMED_A_SECOND = 20;
const WANTED_P99_MS = 100;

type Attack = { readonly name: string; readonly rate: number; readonly run: () => Promise<readonly number[]> };

async function main(): Promise<void> {
  const probePort = await freePort();
  const server = await prepareServer({
    RATE_LIMIT_PER_MINUTE: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import ${new URL('./loop-probe.mjs', import.meta.url).href}`,
    LOOP_PROBE_PORT: String(probePort),
  });
  const loopDelays = async () => (await (await fetch(`http://127.0.0.1:${probePort}/`)).json()) as number[];
  try {
    await server.start();
    const attacker = await logInOverHttp(server.url, ATTACKER);
    const other = await logInOverHttp(server.url, OTHER);
    const open = await attacker.get<DocumentPage>(`${PATHS.documents}?status=under_review&per_page=100`);
    const ids = open.data.map((row) => row.id);
    if (ids.length === 0) throw new Error('no open document to write to');
    const probe = (): Call => ({ path: PATHS.user, headers: other.headers() });
    const measure = async (name: string, run: Attack['run']) => {
      await loopDelays();
      const [others, statuses] = await Promise.all([
        offer(server.url, { next: probe, rate: OTHERS_A_SECOND, seconds: SECONDS }),
        run(),
      ]);
      printMeasured(name, { others, statuses, delays: await loopDelays() });
    };
    const calm = () => Promise.resolve([]);
    printTitle(`What others wait, for ${SECONDS} s each, while one client sends …`);
    await measure('nothing (first, to warm up)', calm);
    await measure('nothing', calm);
    for (const { name, rate, run } of attacksOf({ server: server.url, attacker, ids })) {
      await measure(`${name}, ${rate} a second`, run);
    }
    await measure('nothing any more', calm);
  } finally {
    await server.dispose();
  }
}

function attacksOf(town: { server: string; attacker: ApiClient; ids: readonly number[] }): Attack[] {
  const { server, attacker, ids } = town;
  const headers = { ...attacker.headers(), 'content-type': 'application/json' };
  let turn = 0;
  const patch = (name: string, body: object | string): Attack => {
    const text = typeof body === 'string' ? body : JSON.stringify({ _method: 'PATCH', ...body });
    const next = (): Call => {
      turn += 1;
      return { path: PATHS.document(ids[turn % ids.length] ?? 0), method: 'POST', headers, body: text };
    };
    const send = () => offer(server, { next, rate: ATTACKS_A_SECOND, seconds: SECONDS });
    return { name, rate: ATTACKS_A_SECOND, run: async () => (await send()).map((one) => one.status) };
  };
  const keys = Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`).join(',');
  return [
    patch('nested lists, 8 kB', { content: '<ul><li>'.repeat(1000) }),
    patch('nested lists, 16 kB', { content: '<ul><li>'.repeat(2000) }),
    patch('nested lists, 40 kB', { content: '<ul><li>'.repeat(5000) }),
    patch('formatting left open, 20 kB', { content: '<p><b id=1></p>'.repeat(1300) }),
    patch('2,000 flat paragraphs', { content: '<p>Parágrafo.</p>'.repeat(2000) }),
    patch('200 kB of signs to be escaped', { content: '&'.repeat(200_000) }),
    patch("60,000 '<' with status=completed", { content: '<'.repeat(60_000), status: 'completed' }),
    patch('JSON with 150,000 keys', `{"_method":"PATCH",${keys}}`),
    {
      name: 'malformed logins (more bytes than declared)',
      rate: MALFORMED_A_SECOND,
      run: () => malformedLogins(server),
    },
  ];
}

/** Anonymous multipart bodies that are longer than they say, at a pace that waits for no answer. */
async function malformedLogins(server: string): Promise<number[]> {
  // A CSRF token that every visitor gets: without it the body is not even read.
  const met = await fetch(server + PATHS.csrfCookie);
  const cookie = met.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const headers = `cookie: ${cookie.join('; ')}\r\n${HEADERS.csrf}: ${met.headers.get(HEADERS.csrf) ?? ''}\r\n`;
  const sent: Promise<number>[] = [];
  const total = MALFORMED_A_SECOND * SECONDS;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      sent.push(malformedLogin(server, headers));
      if (sent.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1000 / MALFORMED_A_SECOND);
  });
  return Promise.all(sent);
}

/** The status of the first answer; 0 without an answer. */
function malformedLogin(server: string, headers: string): Promise<number> {
  const { hostname, port } = new URL(server);
  const body = `--b\r\ncontent-disposition: form-data; name="email"\r\n\r\n${'x'.repeat(500)}\r\n--b--\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
      socket.end();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(Number(said.slice(9, 12))));
    socket.write(
      `POST ${PATHS.login} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
        `${headers}content-length: 60\r\n\r\n${body}`,
    );
  });
}

type Measurement = {
  readonly others: readonly Answer[];
  readonly delays: readonly number[];
  readonly statuses: readonly number[];
};

function printMeasured(name: string, { others, delays, statuses }: Measurement): void {
  const waits = others.map((one) => one.tookMs);
  const at = (values: readonly number[], share: number) => percentile(values, share).toFixed(0);
  const lost = others.filter((one) => one.status !== 200).length;
  const isMet = percentile(delays, 0.99) <= WANTED_P99_MS && lost === 0;
  const told = statuses.length === 0 ? '' : `, answered ${countsOf(statuses)}`;
  printLine(
    name,
    `loop p99 ${at(delays, 0.99)}  worst ${at(delays, 1)} ms  wanted p99 ≤ ${WANTED_P99_MS}  ${isMet ? 'met' : 'NOT MET'}`,
  );
  printLine(
    '',
    `others p50 ${at(waits, 0.5)}  p99 ${at(waits, 0.99)}  worst ${at(waits, 1)} ms, unanswered ${lost}${told}`,
  );
}

/** `422 ×50, 503 ×2` */
function countsOf(statuses: readonly number[]): string {
  return [...new Set(statuses)].map((one) => `${one} ×${statuses.filter((same) => same === one).length}`).join(', ');
}

await main();
