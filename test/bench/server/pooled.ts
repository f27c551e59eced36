// The cost of PgBouncer in transaction mode in front of the database: the same requests to a server
// with it and to one without, in turns. The kit of test/conform runs against the pooled server
// first and shows that it keeps its promises.

import { conform } from '../../conform/kit.ts';
import { DEMO_PASSWORD } from '../../e2e/api-client.ts';
import { hasPooler } from '../../server/harness/pgbouncer.ts';
import { printLine } from '../figures.ts';
import { requestsOf } from './many-tenants.ts';
import { costOf, printTable, ratiosOf, rates, spread } from './table.ts';
import { withTown, type Town } from './town.ts';
import { type Contender, load, takeTurns } from './turns.ts';

/** One connection for each of the server's, and too few of them. */
const SESSIONS = [9, 4];
const SECONDS = 2;
const ACCOUNTS = {
  password: DEMO_PASSWORD,
  first: 'gestor.semob@pmvi.example',
  second: 'servidor.semed@pmvi.example',
  outsider: 'servidor@cmvi.example',
};

export async function measurePooled(documents: number): Promise<void> {
  if (!hasPooler) throw new Error('pgbouncer is not installed');
  for (const sessions of SESSIONS) {
    printLine('', `PgBouncer with ${sessions} sessions`);
    await withTown(documents, (direct) =>
      withTown(
        documents,
        async (pooled) => {
          const verdicts = await conform(new URL(pooled.server), { accounts: ACCOUNTS });
          const kept = verdicts.filter(({ seen, lacks }) => seen === null && lacks === null);
          printLine('the kit', `${kept.length} of ${verdicts.length} promises kept`);
          await compare({ direct, pooled });
        },
        { sessions },
      ),
    );
  }
}

async function compare({ direct, pooled }: { direct: Town; pooled: Town }): Promise<void> {
  const rows: string[][] = [];
  for (const { name, path, target } of requestsOf(direct)) {
    const to = ({ client, meter, server }: Town): Contender => ({
      meter,
      send: (seconds) => load({ ...target, url: server + path, headers: client.headers() }, seconds),
    });
    const turns = await takeTurns({ direct: to(direct), pooled: to(pooled) }, SECONDS);
    rows.push([
      name,
      costOf(turns.direct),
      spread(rates(turns.direct), 0),
      costOf(turns.pooled),
      spread(rates(turns.pooled), 0),
      spread(ratiosOf(turns.pooled, turns.direct)),
    ]);
  }
  printTable(['request', 'direct: ms', '/s', 'pooled: ms', '/s', 'of direct'], rows);
}
