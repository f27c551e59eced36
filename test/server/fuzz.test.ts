// Every route of the table under seeded nonsense (issue 3, Hardening): whatever comes, the answer is one of the contract's,
// soon, without a trace of the inside or of another tenant. MALOTE_FUZZ_SEED repeats a run.

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import type { AnyRoute } from '#server/route.ts';
// For its declaration of the route table.
import '#server/mount-route.ts';
import { enter } from './enter.ts';
import { createDice, formFields, segmentFor, valueFor, type Dice, type Ground } from './fuzz-values.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { multipart, smallPdf, type Upload } from './multipart.ts';
import { ACCOUNTS, ROLES } from './permission-table.ts';
import { FOREIGN, openTargets, type Targets } from './permission-targets.ts';
import { arrive, type TestClient } from './test-client.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = Number(process.env['MALOTE_FUZZ_SEED'] ?? (LONG ? Date.now() % 2 ** 31 : 20_261_120));
const ROUNDS = LONG ? 800 : 40;
const HANG_MS = 15_000;
/** What no answer may hold: stacks, statements, the database's words, paths. */
const INSIDE =
  /\bselect\b[^"]{1,200}\bfrom\b|insert into|violates |relation \\?"|syntax error|invalid input syntax|Failed query|node_modules|\.[cm]?[jt]s:\d+|\/tmp\/|at async|postgres/i;

let server: TestServer;
let targets: Targets;
let routes: AnyRoute[];
let ground: Ground;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  targets = await openTargets(server);
  routes = [...server.app.routeTable.values()].flatMap((methods) => [...methods.values()]);
  const foreign = await targets.query<{ id: string }>(`select id from documents where tenant_id = 2
    union all select id from users where tenant_id = 2 union all select id from organizations where tenant_id = 2`);
  ground = {
    ids: [1, 2, 3, 5, 8, 13, 21, 34, 55, 999_999, ...foreign.map((row) => Number(row.id))],
    texts: [
      'Ofício',
      'chuva',
      'novo@x.example',
      'admin@pmvi.example',
      '2031-01-31',
      '2024-01-01',
      'pending',
      'SEMOB',
      'pdf',

      '<p>Segue.</p>',
      '11111111-1111-4111-8111-111111111111',
      '1,2,3',
      '60',
      'segredo-novo',
      'mine',
      'a'.repeat(64),
    ],
  };
});
afterAll(async () => {
  await targets.close();
  await server.close();
});

/** People come and go under the fuzzer's hands: everyone is put back. */
async function people(): Promise<TestClient[]> {
  await targets.query(`update users set status = 'active', deleted_at = null`);
  const clients: TestClient[] = [];
  for (const role of ROLES) {
    const [person] = await targets.query<{ id: string }>(
      `select id from users where email = $1 or (tenant_id = 1 and organization_id is not null) order by email = $1 desc limit 1`,
      [ACCOUNTS[role].email],
    );
    clients.push(await enter(server, { id: Number(person?.id), tenantId: 1 }));
  }
  return [...clients, await arrive(server.app)];
}

type Shot = { method: AnyRoute['method']; url: string; headers: Record<string, string>; payload?: Buffer | string };

function shotAt(route: AnyRoute, dice: Dice): Shot {
  const at = { dice, ground, hostility: dice.pick([4, 12, 1000]) };
  const path = route.url.replace(/:\w+/g, () =>
    route.url.includes(':key') ? dice.pick(ground.texts) : segmentFor(at),
  );
  const query =
    route.query === undefined ? '' : `?${new URLSearchParams(wellFormed(formFields(valueFor(route.query, at))))}`;
  const headers = headersOf(dice);
  if (route.method === 'GET') return { method: 'GET', url: path + query, headers };
  const body = valueFor(route.body ?? { type: 'object', entries: {} }, at);
  const override = route.method !== 'POST' && dice.once(2);
  const sent = override && typeof body === 'object' && body !== null ? { ...body, _method: route.method } : body;
  const method = override ? 'POST' : route.method;
  return { method, url: path + query, ...encode(sent, { dice, headers, files: route.files?.field }) };
}

const wellFormed = (fields: [string, string][]): [string, string][] =>
  fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);

function headersOf(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = {};
  if (dice.once(4))
    headers['idempotency-key'] = dice.pick(['11111111-1111-4111-8111-111111111111', 'x', '', crypto.randomUUID()]);
  if (dice.once(6))
    headers['x-performed-at'] = dice.pick(['ontem', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '1', '']);
  if (dice.once(12)) headers['x-acting-user'] = dice.pick(['0', '1', '-1', 'abc', '1e3']);
  if (dice.once(20)) headers['accept'] = dice.pick(['text/html', '*/*', 'x']);
  return headers;
}

function encode(body: unknown, how: { dice: Dice; headers: Record<string, string>; files: string | undefined }) {
  const { dice, files } = how;
  const json = { headers: { ...how.headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) ?? '' };
  switch (dice.pick(['json', 'json', 'form', 'multipart', 'broken', 'other'])) {
    case 'form': {
      const payload = new URLSearchParams(wellFormed(formFields(body))).toString();
      return { headers: { ...how.headers, 'content-type': 'application/x-www-form-urlencoded' }, payload };
    }
    case 'multipart': {
      const form = multipart(wellFormed(formFields(body)), files === undefined ? [] : uploadsOf(dice, files));
      const whole = !dice.once(4);
      const payload = whole ? form.payload : form.payload.subarray(0, dice.below(form.payload.length));
      return { headers: { ...how.headers, ...form.headers }, payload };
    }
    case 'broken':
      return { ...json, payload: json.payload.slice(0, dice.below(json.payload.length + 1)) };
    case 'other':
      return {
        ...json,
        headers: { ...how.headers, 'content-type': dice.pick(['text/plain', 'application/xml', 'x', '']) },
      };
    default:
      return json;
  }
}

function uploadsOf(dice: Dice, field: string): Upload[] {
  const names = [
    'oficio.pdf',
    'a.txt',
    'a.exe',
    'a.pdf\u202e.exe',
    '../../a.pdf',
    'a\r\nb.pdf',
    '.pdf',
    'x'.repeat(400),
    '',
  ];
  const contents = [
    smallPdf(),
    Buffer.from('texto'),
    Buffer.alloc(0),
    Buffer.from('MZ\u0090'),
    Buffer.from('PK\u0003\u0004x'),
  ];
  return Array.from({ length: dice.below(4) }, () => ({
    field: dice.pick([field, `${field}[]`, 'outro']),
    name: dice.pick(names),
    content: dice.pick(contents),
  }));
}

/** What is wrong with the answer; null when nothing is. */
async function faultOf(client: TestClient, shot: Shot): Promise<string | null> {
  const live = shot.url.startsWith('/api/events');
  const answering = client.inject({ ...shot, ...(live ? { payloadAsStream: true as const } : {}) });
  const answer = await Promise.race([answering, after(HANG_MS)]);
  if (answer === null) return 'no answer';
  if (live) {
    answer.stream().destroy();
    return answer.statusCode < 500 ? null : String(answer.statusCode);
  }
  const { statusCode, body } = answer;
  if (statusCode >= 500) return `${statusCode} ${body}`;
  if (body.includes(FOREIGN)) return `another tenant's text: ${body}`;
  if (INSIDE.test(body)) return `the inside: ${INSIDE.exec(body)?.[0]}`;
  if (answer.headers['x-powered-by'] !== undefined || answer.headers['server'] !== undefined) return 'a named server';
  if (statusCode < 400) return null;
  return v.is(ErrorBody, parsed(body)) ? null : `not the contract's error: ${statusCode} ${body}`;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}

describe('nonsense', { timeout: LONG ? 3_600_000 : 120_000 }, () => {
  it(`of seed ${SEED} breaks no route, shows nothing, hangs nowhere`, async () => {
    const dice = createDice(SEED);
    const faults: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const clients = await people();
      for (const route of routes) {
        const shot = shotAt(route, dice);
        const fault = await faultOf(dice.pick(clients), shot);
        if (fault !== null) faults.push(`${describeShot(shot)} → ${fault.slice(0, 400)}`);
      }
    }
    expect(faults.slice(0, 12)).toEqual([]);
  });
});

function describeShot({ method, url, headers, payload }: Shot): string {
  const about = JSON.stringify(headers);
  return `${method} ${url.slice(0, 200)} ${about} ${payload?.toString().slice(0, 600) ?? ''}`;
}
