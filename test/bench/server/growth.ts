// How the cost of a request grows with the number of documents. Towns of different sizes run side
// by side and are measured in turns. The bench compares processor time, because requests per second
// are unreliable on a busy machine.

import type { ChangesPage } from '#contract/sync.ts';
import { PATHS } from '#contract/paths.ts';
import { SCREEN_PAGE } from '#sync/pull.ts';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { figuresOf } from '../figures.ts';
import { costOf, printTable } from './table.ts';
import { withTown, type Town } from './town.ts';
import { type Contender, load, takeTurns, type Target, type Turn } from './turns.ts';

const SECONDS = 1;
/**
 * If this grows no faster than the logarithm of the number of documents, PostgreSQL follows an
 * index and scans no table.
 */
const growthOfLog = (from: number, to: number): number => Math.log(to) / Math.log(from);

/** A person who sees what concerns one sector. */
const OF_A_SECTOR = 'servidor.semob@pmvi.example';

type Question = { readonly name: string; readonly of: (town: Town) => Contender };

/** Starts a town of each size, the smallest first, and measures them together. */
export async function measureGrowth(sizes: readonly number[], towns: readonly Town[] = []): Promise<void> {
  const size = sizes[towns.length];
  if (size !== undefined) return withTown(size, (town) => measureGrowth(sizes, [...towns, town]));
  const rows: string[][] = [];
  for (const { name, of } of ASKED) {
    const contenders = Object.fromEntries(towns.map((town, at) => [String(at), of(town)]));
    const turns = Object.values(await takeTurns(contenders, SECONDS));
    rows.push([name, ...turns.map(costOf), growthOf(turns).toFixed(2)]);
  }
  const head = sizes.map((one) => `${one.toLocaleString('en')}: ms`);
  const allowed = growthOfLog(sizes[0] ?? Number.NaN, sizes.at(-1) ?? Number.NaN).toFixed(2);
  printTable(['request', ...head, `last : first (log n: ${allowed})`], rows);
}

/** The processor time of the largest town divided by that of the smallest. */
function growthOf(turns: readonly (readonly Turn[])[]): number {
  const cost = (some: readonly Turn[] = []) => figuresOf(some.map((turn) => turn.nodeMs + turn.postgresMs)).median;
  return cost(turns.at(-1)) / cost(turns[0]);
}

const loading = (target: (town: Town) => Omit<Target, 'headers'>): Question['of'] => {
  return (town) => ({
    meter: town.meter,
    send: (seconds) => load({ ...target(town), headers: town.client.headers() }, seconds),
  });
};

const reading = (name: string, path: string): Question => ({
  name,
  of: loading((town) => ({ url: town.server + path })),
});

/** A reading of the person of one sector, who logs in before the measurement. */
const readingInSector = (name: string, path: string): Question => ({
  name,
  of: (town) => {
    let client: ApiClient | undefined;
    return {
      meter: town.meter,
      prepare: async () => void (client ??= await logInOverHttp(town.server, OF_A_SECTOR)),
      send: (seconds) => load({ url: town.server + path, headers: client?.headers() ?? {} }, seconds),
    };
  },
});

const pathsOf = ({ documents }: Town): string[] => documents.map((id) => PATHS.document(id));

const ASKED: readonly Question[] = [
  reading('list, page 1', PATHS.documents),
  reading('list, a status', `${PATHS.documents}?status=under_review`),
  reading('search of a word', `${PATHS.documents}?search=drenagem`),
  reading('first page of the feed', `${PATHS.changes}?limit=200`),
  readingInSector("what a first screen shows, a sector's person", `${PATHS.changes}?limit=${SCREEN_PAGE}&first=screen`),
  readingInSector("first page of the feed, a sector's person", `${PATHS.changes}?limit=200`),
  reading('home', PATHS.dashboard),
  afterChange('home after a change', asking(PATHS.dashboard)),
  afterChange("home after a change, a sector's person", asking(PATHS.dashboard), { ofSector: true }),
  afterChange("pull after a change, a sector's person", pulling, { ofSector: true }),
  afterChange('list after a change', asking(PATHS.documents)),
  afterChange("list after a change, a sector's person", asking(PATHS.documents), { ofSector: true }),
  afterChange('search of a word after a change', asking(`${PATHS.documents}?search=drenagem`)),
  { name: 'a document, with its view', of: loading((town) => ({ url: town.server, paths: pathsOf(town) })) },
  {
    name: 'a reply with a new key',
    of: loading((town) => ({
      url: town.server,
      method: 'POST',
      paths: pathsOf(town),
      newKeys: true,
      body: JSON.stringify({ _method: 'PATCH', content: '<p>Recebido.</p>' }),
    })),
  },
];

type Ask = (client: ApiClient) => Promise<unknown>;

function asking(path: string): () => Ask {
  return () => (client) => client.get(path);
}

/** Fetches the changes since the last call; the first call walks everything. */
function pulling(): Ask {
  let cursor = '';
  return async (client) => {
    for (let hasMore = true; hasMore;) {
      const page = await client.get<ChangesPage>(`${PATHS.changes}?cursor=${encodeURIComponent(cursor)}`);
      cursor = page.next_cursor;
      hasMore = page.has_more;
    }
  };
}

/** Sends a question, each time after one document has changed. */
function afterChange(name: string, begin: () => Ask, { ofSector = false } = {}): Question {
  return {
    name,
    of: (town) => {
      const ask = begin();
      let client: ApiClient | null = ofSector ? null : town.client;
      return {
        meter: town.meter,
        prepare: async () => void (client ??= await logInOverHttp(town.server, OF_A_SECTOR)),
        send: async (seconds) => {
          const started = performance.now();
          const passed = (): number => (performance.now() - started) / 1000;
          let count = 0;
          for (; passed() < seconds || count === 0; count += 1) {
            await change(town, count);
            if (client !== null) await ask(client);
          }
          return { count, seconds: passed() };
        },
      };
    },
  };
}

/**
 * The traces of every change of a document: the tenant's next number on the document and on its
 * stored row.
 */
async function change({ owner, documents }: Town, turn: number): Promise<void> {
  const document = documents[(turn * 7919) % documents.length];
  await owner.query(
    `with next as (update counters set value = value + 1 where tenant_id = 1 returning value),
      kept as (update document_rows set rev = next.value from next where tenant_id = 1 and document_id = $1)
    update documents set rev = next.value from next where tenant_id = 1 and id = $1`,
    [document],
  );
}
