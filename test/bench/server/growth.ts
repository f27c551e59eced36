// What a request costs as the documents grow in number. Towns of different sizes stand side by side and are asked in turns.
// Processor time is compared, because it says more than requests per second on a busy machine.

import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { figuresOf } from '../figures.ts';
import { costOf, printTable } from './table.ts';
import { withTown, type Town } from './town.ts';
import { type Answered, type Contender, load, takeTurns, type Target, type Turn } from './turns.ts';

const SECONDS = 1;
/** As long as this grows no faster than the logarithm of the number of documents, an index is followed and nothing read through. */
const growthOfLog = (from: number, to: number): number => Math.log(to) / Math.log(from);

type Asked = { readonly name: string; readonly of: (town: Town) => Contender };

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

/** How many times the processor time of the smallest town the largest one takes. */
function growthOf(turns: readonly (readonly Turn[])[]): number {
  const cost = (some: readonly Turn[] = []) => figuresOf(some.map((turn) => turn.nodeMs + turn.postgresMs)).median;
  return cost(turns.at(-1)) / cost(turns[0]);
}

const loading = (target: (town: Town) => Omit<Target, 'headers'>): Asked['of'] => {
  return (town) => ({
    meter: town.meter,
    send: (seconds) => load({ ...target(town), headers: town.client.headers() }, seconds),
  });
};

const reading = (name: string, path: string): Asked => ({ name, of: loading((town) => ({ url: town.server + path })) });

const pathsOf = ({ documents }: Town): string[] => documents.map((id) => PATHS.document(id));

const ASKED: readonly Asked[] = [
  reading('list, page 1', PATHS.documents),
  reading('list, a status', `${PATHS.documents}?status=under_review`),
  reading('search of a word', `${PATHS.documents}?search=drenagem`),
  reading('first page of the feed', `${PATHS.changes}?limit=200`),
  reading('home', PATHS.dashboard),
  {
    name: 'home after a change',
    of: (town) => ({ meter: town.meter, send: (seconds) => afterChanges(town, seconds) }),
  },
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

/** Home, each time after the tenant's number has moved. */
async function afterChanges({ client, owner }: Town, seconds: number): Promise<Answered> {
  const started = performance.now();
  const passed = (): number => (performance.now() - started) / 1000;
  let count = 0;
  for (; passed() < seconds || count === 0; count += 1) {
    await owner.query('update counters set value = value + 1');
    await client.get<DocumentPage>(PATHS.dashboard);
  }
  return { count, seconds: passed() };
}
