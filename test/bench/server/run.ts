// `npm run bench:server`: the server's routes beside their floors; `-- overload`: how it bears twice the load it can;
// `-- growth [sizes]`: what a request costs as the documents grow in number. Prints Markdown and asserts nothing.

import { printTitle } from '../figures.ts';
import { measureGrowth } from './growth.ts';
import { measureOverload } from './overload.ts';
import { measureRoutes } from './routes.ts';
import { withTown } from './town.ts';

const DOCUMENTS = 20_000;
const SIZES = [2000, 20_000, 200_000];

const MODES: Readonly<Record<string, () => Promise<void>>> = {
  routes: async () => {
    printTitle(`Server: routes beside their floors in turns, ${DOCUMENTS} documents`);
    await withTown(DOCUMENTS, measureRoutes);
  },
  overload: async () => {
    printTitle(`Server: overload, ${DOCUMENTS} documents`);
    await withTown(DOCUMENTS, ({ client, documents, server }) =>
      measureOverload({ server, headers: client.headers(), documents }),
    );
  },
  growth: async () => {
    const given = process.argv.slice(3).map(Number);
    printTitle('Server: milliseconds of processor (Node + PostgreSQL) per request, by the number of documents');
    await measureGrowth(given.length > 0 ? given : SIZES);
  },
};

const wanted = process.argv[2] ?? 'routes';
const mode = MODES[wanted];
if (mode === undefined) throw new Error(`there is no bench ${wanted}, but: ${Object.keys(MODES).join(', ')}`);
await mode();
