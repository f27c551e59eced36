// The load of each kind of route against its bare floor and, where the route keeps promises,
// against the fair one.

import { randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { figuresOf } from '../figures.ts';
import { type PreparedLogin, prepareLogins, sendPrepared } from './logins.ts';
import { costOf, printTable, ratiosOf, rates, spread } from './table.ts';
import { type Contender, load, takeTurns, type Target, type Turn } from './turns.ts';
import type { Town } from './town.ts';

const LOGINS_A_TURN = 40;
const REPLY = JSON.stringify({ _method: 'PATCH', content: '<p>Recebido.</p>' });

type Floors = { readonly bare?: number; readonly fair?: number };
type Row = { readonly name: string; readonly wanted: Floors; readonly turns: Partial<Record<Runner, Turn[]>> };
type Runner = 'route' | 'bare' | 'fair';
type Case = { readonly name: string; readonly wanted: Floors; readonly targets: Partial<Record<Runner, Target>> };

export async function measureRoutes(town: Town): Promise<void> {
  const rows: Row[] = [];
  for (const { name, targets, wanted } of await casesOf(town)) {
    const contenders = Object.entries(targets).map(([runner, target]): [string, Contender] => [
      runner,
      { send: (seconds) => load(target, seconds), meter: runner === 'route' ? town.meter : town.floorMeter },
    ]);
    rows.push({ name, wanted, turns: await takeTurns(Object.fromEntries(contenders)) });
  }
  rows.push({ name: 'POST /login', wanted: { bare: 0.8, fair: 0.8 }, turns: await takeTurns(loginsOf(town)) });
  printTable(
    [
      'route',
      '/s',
      'ms of processor: Node + PostgreSQL',
      'of the bare floor',
      'wanted',
      'of the fair floor',
      'wanted',
      'fair: ms',
    ],
    rows.map(lineOf),
  );
}

function lineOf({ name, turns, wanted }: Row): string[] {
  const { route = [], bare, fair } = turns;
  const ratio = (floor: Turn[] | undefined, least: number | undefined): string[] => {
    if (floor === undefined) return ['', ''];
    const ratios = ratiosOf(route, floor);
    const verdict = least === undefined ? '' : `≥ ${least}${figuresOf(ratios).median >= least ? '' : ', missed'}`;
    return [spread(ratios), verdict];
  };
  return [
    name,
    spread(rates(route), 0),
    costOf(route),
    ...ratio(bare, wanted.bare),
    ...ratio(fair, wanted.fair),
    fair === undefined ? '' : costOf(fair),
  ];
}

async function casesOf({ client, documents, server, floor }: Town): Promise<Case[]> {
  const half = Math.floor(documents.length / 2);
  const [known = 0] = documents;
  const paths = documents.slice(1, half).map((id) => PATHS.document(id));
  const floorPaths = documents.slice(half).map((id) => `/fair${PATHS.document(id).slice('/api'.length)}`);
  const headers = client.headers();
  const reply = { method: 'POST', body: REPLY } as const;
  /** A reply whose effect exists already; route and floor each have a key of their own. */
  const repeated = async (url: string): Promise<Target> => {
    const key = { ...headers, [HEADERS.idempotencyKey]: randomUUID() };
    const first = await fetch(url, { ...reply, headers: { ...key, 'content-type': 'application/json' } });
    if (!first.ok) throw new Error(`the reply to repeat was refused at ${url}`);
    return { ...reply, url, headers: key };
  };
  const cursor = await cursorAmongDocuments(client);
  const replied = { route: { ...reply, url: server, headers, paths, newKeys: true } };
  return [
    {
      name: 'GET /api/documents (page 1)',
      wanted: { bare: 0.25 },
      targets: { route: { url: server + PATHS.documents, headers }, bare: { url: `${floor}/list` } },
    },
    {
      name: 'GET /api/documents?search=',
      wanted: { bare: 5 },
      targets: {
        route: { url: `${server}${PATHS.documents}?search=drenagem`, headers },
        bare: { url: `${floor}/search` },
      },
    },
    {
      name: 'GET /api/sync/changes (200 rows)',
      wanted: { bare: 0.4 },
      targets: {
        route: { url: `${server}${PATHS.changes}?limit=200&cursor=${cursor}`, headers },
        bare: { url: `${floor}/changes` },
      },
    },
    {
      name: 'GET /api/user (the session alone)',
      wanted: {},
      targets: { route: { url: server + PATHS.user, headers }, bare: { url: `${floor}/receipt` } },
    },
    {
      name: 'PATCH: a reply with a new key',
      wanted: { bare: 0.3, fair: 0.6 },
      targets: {
        ...replied,
        bare: { ...reply, url: `${floor}/write` },
        fair: { ...replied.route, url: floor, paths: floorPaths },
      },
    },
    {
      name: 'PATCH: a known key',
      wanted: { bare: 0.35, fair: 0.6 },
      targets: {
        route: await repeated(server + PATHS.document(known)),
        bare: { url: `${floor}/receipt` },
        fair: await repeated(`${floor}/fair/documents/${known}`),
      },
    },
  ];
}

/** A cursor after the reference data, so that the page is 200 documents. */
async function cursorAmongDocuments(client: Town['client']): Promise<string> {
  const page = await client.get<{ next_cursor: string }>(`${PATHS.changes}?limit=500`);
  return encodeURIComponent(page.next_cursor);
}

function loginsOf({ email, server, floor, meter, floorMeter }: Town): Record<Runner, Contender> {
  let logins: readonly PreparedLogin[] = [];
  const prepare = async (): Promise<void> => {
    logins = await prepareLogins(server, { count: LOGINS_A_TURN, email });
  };
  const at = (url: string) => ({ prepare, send: () => sendPrepared(url, logins) });
  return {
    route: { ...at(server + PATHS.login), meter },
    bare: { ...at(`${floor}/login`), meter: floorMeter },
    fair: { ...at(`${floor}/fair/login`), meter: floorMeter },
  };
}
