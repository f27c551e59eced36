// Lets a quarter pass over the database of a server that does not run, and prints its tenant and
// that tenant's Super Admin. A process of its own, because Playwright can't load the application.
// Arguments: the server's DATA_DIR, the seed, and the acts of a day.

import { sessionSecret } from '#server/config/secrets.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { join } from 'node:path';
import { inRunningDatabase, runningDatabase } from '../../running-database.ts';
import { openApp } from '../../server/harness/open-app.ts';
import { passQuarter, START } from '../../server/story/first-quarter.ts';
import { DEMO_PASSWORD } from '../api-client.ts';

const [dataDir = '', seed, actsADay] = process.argv.slice(2);
const connection = runningDatabase(dataDir);
const clock = { nowMs: START };
const opened = await openApp({
  connection,
  files: await openDiskStore(join(dataDir, 'files')),
  secret: sessionSecret({ sessionSecret: null, dataDir }),
  clock: () => clock.nowMs,
  connections: 8,
  clientDir: null,
});
const { tenant, admin } = await inRunningDatabase(dataDir, (client) =>
  passQuarter({
    server: { ...opened, connection },
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
    clock,
    seed: Number(seed),
    actsADay: Number(actsADay),
    password: DEMO_PASSWORD,
  }),
);
await opened.close();
process.stdout.write(JSON.stringify({ tenant, admin }));
