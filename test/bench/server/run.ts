// `npm run bench:server`: the server's routes beside their floors; `-- overload`: how it bears
// twice the load it can; `-- growth [sizes]`: what a request costs as the documents grow in number;
// `-- tenants [number] [documents]`: what it costs among so many tenants; `-- pooled`: what
// PgBouncer in front of the database costs; `-- reports`: how long reports take; `-- accesses
// [events]`: how long the audit takes, and what recording costs; `-- mails [tenants] [mails]`: how
// long a link waits behind a morning's digests, and the memory; `-- large [documents]`: what is
// asked most of a tenant with so many. Prints Markdown and asserts nothing.

import { printTitle } from '../figures.ts';
import { measureAccesses } from './accesses.ts';
import { measureGrowth } from './growth.ts';
import { measureLarge } from './large.ts';
import { measureMails } from './mails.ts';
import { measureManyTenants } from './many-tenants.ts';
import { measureOverload } from './overload.ts';
import { measurePooled } from './pooled.ts';
import { measureReports } from './reports.ts';
import { measureRoutes } from './routes.ts';
import { withTown } from './town.ts';

const DOCUMENTS = 20_000;
const ACCESSES = 10_000_000;
const TENANTS = 500;
const DOCUMENTS_A_TENANT = 2000;
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
  pooled: async () => {
    printTitle(`Server: behind PgBouncer in transaction mode, ${DOCUMENTS_A_TENANT} documents`);
    await measurePooled(DOCUMENTS_A_TENANT);
  },
  reports: async () => {
    printTitle(`Server: reports and the lists behind their numbers, ${DOCUMENTS} documents`);
    await withTown(DOCUMENTS, measureReports);
  },
  accesses: async () => {
    const [events = ACCESSES] = process.argv.slice(3).map(Number);
    printTitle(`Server: the audit over ${events.toLocaleString('en')} accesses, ${DOCUMENTS} documents`);
    await withTown(DOCUMENTS, (town) => measureAccesses(town, events));
  },
  mails: async () => {
    const [tenants = 302, mails = 26_000] = process.argv.slice(3).map(Number);
    printTitle(`Server: a link behind ${mails.toLocaleString('en')} digests of ${tenants} tenants`);
    await measureMails(tenants, mails);
  },
  large: async () => {
    const [documents = 2_000_000] = process.argv.slice(3).map(Number);
    printTitle(`Server: one tenant with ${documents.toLocaleString('en')} documents`);
    await measureLarge(documents);
  },
  tenants: async () => {
    const [tenants = TENANTS, documents = DOCUMENTS_A_TENANT] = process.argv.slice(3).map(Number);
    printTitle(`Server: one tenant alone, and ${tenants} of them, each with ${documents} documents`);
    await measureManyTenants(tenants, documents);
  },
};

const wanted = process.argv[2] ?? 'routes';
const mode = MODES[wanted];
if (mode === undefined) throw new Error(`there is no bench ${wanted}, but: ${Object.keys(MODES).join(', ')}`);
await mode();
