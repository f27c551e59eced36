import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Imported for its declaration of the route table.
import '#server/http/route.ts';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { CALLS, type Caller } from './permission-calls.ts';
import { ACCOUNTS, PUBLIC, ROLES, TABLE, type Role } from './permission-table.ts';
import { FOREIGN, openTargets, OTHER_TENANT, type Workplace, type Targets } from './permission-targets.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';

const OWN = 1;
/** The "other sector" of each column; no person of the table works there. */
const ELSEWHERE = 'SEMED';

let server: TestServer;
let targets: Targets;
const sectors = new Map<Role, number>();
let elsewhere = 0;
let foreignSector = 0;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  targets = await openTargets(server);
  for (const role of ROLES) sectors.set(role, await targets.sectorId(OWN, ACCOUNTS[role].sector));
  elsewhere = await targets.sectorId(OWN, ELSEWHERE);
  foreignSector = await targets.sectorId(OTHER_TENANT, 'SELEG');
});
afterAll(async () => {
  await targets.close();
  await server.close();
});

type Where = Caller['where'];

/** The places of a cell of one, two or three letters. */
const PLACES: Readonly<Record<number, readonly Where[]>> = {
  1: ['own'],
  2: ['own', 'tenant'],
  3: ['own', 'other', 'tenant'],
};

function placeOf(role: Role, where: Where): Workplace {
  if (where === 'tenant') return { tenantId: OTHER_TENANT, sectorId: foreignSector };
  return { tenantId: OWN, sectorId: where === 'own' ? (sectors.get(role) ?? 0) : elsewhere };
}

const clients = new Map<Role, TestClient>();
/** Clients kept between calls, except after the call that ends a session. */
async function clientOf(role: Role, name: string): Promise<TestClient> {
  const kept = name === 'POST /logout' ? undefined : clients.get(role);
  const client = kept ?? (await enter(server, { id: await targets.userId(ACCOUNTS[role].email), tenantId: OWN }));
  if (name !== 'POST /logout') clients.set(role, client);
  return client;
}

const LETTERS: Readonly<Record<number, string>> = { 403: '3', 404: '4', 422: 'v' };
const letterOf = (status: number): string => (status < 300 ? '2' : (LETTERS[status] ?? `(${status})`));

const routeOf = (name: string): string => name.split(' ').slice(0, 2).join(' ');

/** Every address of Fastify's printed tree, which is indented by four columns per level. */
function registeredPaths(tree: string): string[] {
  const above: string[] = [];
  const paths: string[] = [];
  for (const line of tree.split('\n')) {
    const found = /^(.*?)[├└]── (\S*)( \()?/.exec(line);
    if (found === null) continue;
    const depth = (found[1] ?? '').length / 4;
    above[depth] = `${depth === 0 ? '' : (above[depth - 1] ?? '')}${found[2] ?? ''}`;
    if (found[3] !== undefined) paths.push(above[depth] ?? '');
  }
  return paths;
}

describe('the permission table', () => {
  it('the permission table has a line for every registered route, and a call for every line', () => {
    const routes = [...server.app.routeTable].flatMap(([url, methods]) =>
      [...methods.keys()].map((one) => `${one} ${url}`),
    );
    const lines = new Set(Object.keys(TABLE).map(routeOf));
    expect(routes.filter((one) => !lines.has(one))).toEqual([]);
    expect([...lines].filter((one) => !routes.includes(one))).toEqual([]);
    expect(Object.keys(TABLE).filter((name) => CALLS[name] === undefined)).toEqual([]);
  });

  it('the permission table covers every address: only probes and metrics have no declared permission', () => {
    const known = new Set([...server.app.routeTable.keys(), '/health', '/health/live', '/health/ready', '/metrics']);
    expect(registeredPaths(server.app.printRoutes({ commonPrefix: false })).filter((url) => !known.has(url))).toEqual(
      [],
    );
  });

  it.each(Object.entries(TABLE).map(([name, line]) => [name, line.trim().split(/\s+/)] as const))(
    'the permission table holds for %s',
    async (name, cells) => {
      const call = CALLS[name];
      if (call === undefined) throw new Error(`no call for ${name}`);
      const seen: string[] = [];
      for (const [column, role] of ROLES.entries()) {
        const client = await clientOf(role, name);
        let letters = '';
        for (const where of PLACES[cells[column]?.length ?? 0] ?? []) {
          const spelling = (column + letters.length) % 2 === 0 ? 'verb' : 'override';
          const answer = await call({ client, targets, place: placeOf(role, where), where, spelling });
          expect(answer.body, `${role} ${where}`).not.toContain(FOREIGN);
          letters += letterOf(answer.statusCode);
        }
        seen.push(letters);
      }
      expect(seen).toEqual(cells);
    },
  );

  it.each(Object.keys(TABLE))('%s answers a client that is not logged in as the table says', async (name) => {
    const client = await arrive(server.app);
    const caller = { client, targets, place: placeOf('servidor', 'own'), where: 'other', spelling: 'verb' } as const;
    const status = (await CALLS[name]?.(caller))?.statusCode;
    expect(PUBLIC.includes(name) ? [200, 204, 422] : [401]).toContain(status);
  });
});
