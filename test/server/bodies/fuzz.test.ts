// Every call of the description under seeded random requests: for every request, the answer is one
// of the contract's, soon, without a trace of the inside or of another tenant. MALOTE_FUZZ_SEED
// repeats a run. Faults are planted to see that it would find them.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '#contract/errors.ts';
import { route as declare } from '#server/http/route.ts';
import type { AnyRoute } from '#server/http/route-declaration.ts';
// Imported for its declaration of the route table.
import { enter } from '../harness/enter.ts';
import { shotAt, type Shot } from './fuzz-shots.ts';
import { createDice, type Ground } from './fuzz-values.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { ACCOUNTS, ROLES } from '../access/permission-table.ts';
import { FOREIGN, openTargets, type Targets } from '../access/permission-targets.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = Number(process.env['MALOTE_FUZZ_SEED'] ?? (LONG ? Date.now() % 2 ** 31 : 20_261_120));
const ROUNDS = LONG ? 800 : 40;
const HANG_MS = 15_000;
/** Rounds after which people who were logged out, deactivated or moved are put back. */
const PEOPLE_LAST = 2;
/** Text that no answer may hold: stacks, statements, messages of the database, paths. */
const INSIDE =
  /\bselect\b[^"]{1,200}\bfrom\b|insert into|violates |relation \\?"|syntax error|invalid input syntax|Failed query|node_modules|\.[cm]?[jt]s:\d+|\/tmp\/|at async|postgres/i;

let server: TestServer;
let targets: Targets;
let routes: AnyRoute[];
let ground: Ground;

beforeAll(async () => {
  server = await startTestServer({ demo: true, routes: plant });
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

/** The fuzzer logs people out, deactivates and moves them: all of them are put back. */
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

/** The fault of the answer, or null. */
async function faultOf(client: TestClient, { shot, hangMs }: { shot: Shot; hangMs: number }): Promise<string | null> {
  const live = shot.method === 'GET' && shot.url.startsWith('/api/events');
  const answering = client.inject({ ...shot, ...(live ? { payloadAsStream: true as const } : {}) });
  const answer = await Promise.race([answering, after(hangMs)]);
  if (answer === null) return 'no answer';
  if (live) {
    answer.stream().destroy();
    return answer.statusCode < 500 ? null : String(answer.statusCode);
  }
  const { statusCode, body } = answer;
  if (statusCode >= 500) return `${statusCode} ${body}`;
  const shown = `${JSON.stringify(answer.headers)} ${body}`;
  if (shown.includes(FOREIGN)) return `another tenant's text: ${body}`;
  if (INSIDE.test(shown)) return `the inside: ${INSIDE.exec(shown)?.[0]}`;
  if (answer.headers['x-powered-by'] !== undefined || answer.headers['server'] !== undefined) return 'a named server';
  if (statusCode < 400 || shot.method === 'HEAD') return null;
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

/** Faults of `rounds` requests at each of the routes. */
async function fuzz(run: { routes: readonly AnyRoute[]; rounds: number; seed: number; hangMs?: number }) {
  const dice = createDice(run.seed);
  const faults: string[] = [];
  let clients = await people();
  for (let round = 1; round <= run.rounds; round++) {
    if (round % PEOPLE_LAST === 0) clients = await people();
    for (const route of run.routes) {
      const shot = shotAt(route, { dice, ground });
      const fault = await faultOf(dice.pick(clients), { shot, hangMs: run.hangMs ?? HANG_MS });
      if (fault !== null) faults.push(`${describeShot(shot)} → ${fault.slice(0, 400)}`);
    }
  }
  return faults;
}

const isPlanted = (route: AnyRoute): boolean => route.url.startsWith('/api/planted');

/** Faults that no route may have, each behind values that only the fuzzer sends. */
function plant(app: TestServer['app']): void {
  const body = v.object({ title: v.optional(v.string(), '') });
  const access = 'authenticated' as const;
  const params = v.object({ id: v.pipe(v.number(), v.integer()) });
  declare(app, {
    method: 'POST',
    url: '/api/planted/failure',
    access,
    summary: '',
    body,
    handler: ({ body: { title } }) => (/['%\\]/.test(title) ? Promise.reject(new Error(title)) : Promise.resolve({})),
  });
  declare(app, {
    method: 'GET',
    url: '/api/planted/leak/:id',
    access,
    summary: '',
    params,
    handler: async ({ params: { id }, services }) => {
      const { rows } = await services.database.asSystem((tx) =>
        tx.execute(sql`select name from users where id = ${id}`),
      );
      return rows;
    },
  });
  declare(app, {
    method: 'PATCH',
    url: '/api/planted/inside',
    access,
    summary: '',
    body,
    handler: async ({ body: { title } }) => ({ message: title.includes('<') ? new Error('x').stack : '' }),
  });
  declare(app, {
    method: 'GET',
    url: '/api/planted/hang/:id',
    access,
    summary: '',
    params,
    handler: ({ params: { id } }) => (id > 900_000 ? new Promise(() => undefined) : Promise.resolve({})),
  });
}

describe('nonsense', { timeout: LONG ? 3_600_000 : 120_000 }, () => {
  it('the fuzzer reaches every call of the description', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const reached = routes.map((route) => `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
    // The probes take no input.
    expect(described.filter((name) => !reached.includes(name)).toSorted()).toEqual([
      'GET /health',
      'GET /health/live',
      'GET /health/ready',
    ]);
  });

  it(`random requests of seed ${SEED} cause no failure, no leak and no hang`, async () => {
    const faults = await fuzz({ routes: routes.filter((one) => !isPlanted(one)), rounds: ROUNDS, seed: SEED });
    expect(faults.slice(0, 12)).toEqual([]);
  });

  it('the fuzzer finds planted faults: a failure, a leak, internals in an answer, a hang', async () => {
    const faults = await fuzz({ routes: routes.filter(isPlanted), rounds: 150, seed: 20_261_120, hangMs: 200 });
    const planted = [
      ['POST /api/planted/failure', '→ 500 '],
      ['GET /api/planted/leak', '→ another tenant'],
      ['/api/planted/inside', '→ the inside'],
      ['GET /api/planted/hang', '→ no answer'],
    ] as const;
    const missed = planted.filter(([url, fault]) => !faults.some((one) => one.includes(url) && one.includes(fault)));
    expect(missed).toEqual([]);
  });
});

function describeShot({ method, url, headers, payload }: Shot): string {
  const about = JSON.stringify(headers);
  return `${method} ${url.slice(0, 200)} ${about} ${payload?.toString().slice(0, 600) ?? ''}`;
}
