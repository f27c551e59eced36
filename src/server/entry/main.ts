// Starts the server: configuration, database, demonstration, application, socket. Every reason that
// stops a start is printed as one sentence, with exit code 1. A second server on the same DATA_DIR
// names the first one.

import { VERSION } from '#contract/version.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, type Config, readConfig } from '../config/config.ts';
import { sessionSecret } from '../config/secrets.ts';
import { movedClock } from '../config/system-clock.ts';
import { openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { refuseDemo } from '../demo/refuse-demo.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { openEventBus } from '../events/event-bus.ts';
import { createExports } from '../export/run-exports.ts';
import { claimedStore, claimStore } from '../files/claim-store.ts';
import { StoreUnavailable } from '../files/file-store.ts';
import { openFileStore, settlingStore } from '../files/open-file-store.ts';
import { startJobs } from '../jobs/create-jobs.ts';
import { keepDocumentRows, keepLooks } from '../jobs/keep-document-rows.ts';
import { watchRollbacks } from '../operation/rollbacks.ts';
import { holdDataDir, openPostgres } from '../postgres/open-postgres.ts';
import { preparePort } from '../postgres/prepare-start.ts';
import { listenFault, StartFault, startFault } from '../postgres/start-faults.ts';
import { createLog } from '../reporting/log.ts';
import { logSecurity } from '../reporting/security-log.ts';
import { after, every, pause } from '../reporting/timers.ts';
import type { Services } from '../services/services.ts';
import { openReceiptKeys } from '../signing/receipt-keys.ts';
import { answerUpdating, endUpdating, type Updating } from './answer-updating.ts';
import { buildApp } from './app.ts';
import { backUpNightly } from './nightly-process.ts';

const ACCOUNTS: readonly (readonly [string, string])[] = [
  ['admin@pmvi.example', 'Super Admin, GAB'],
  ['gestor.semob@pmvi.example', 'Gestor de Setor, SEMOB'],
  ['servidor.semob@pmvi.example', 'Servidor, SEMOB'],
  ['servidor.semed@pmvi.example', 'Servidor, SEMED'],
  ['campo.defciv@pmvi.example', 'Servidor de Campo, DEFCIV'],
  ['protocolo@pmvi.example', 'Protocolo, PROT'],
  ['controle@pmvi.example', 'Controle Interno, CGM'],
  ['consulta@pmvi.example', 'Consulta, SECOM'],
  ['inativo@pmvi.example', 'conta desativada'],
  ['admin@cmvi.example', 'Super Admin, Câmara Municipal'],
  ['servidor@cmvi.example', 'Servidor, Câmara Municipal'],
];

/**
 * What is printed once the server listens: the address, and the accounts when a demonstration has
 * just been seeded.
 */
function bannerOf(config: Config, facts: { readonly port: number; readonly seeded: boolean }): string {
  const address = addressOf(config, facts.port);
  const lines = ['', `  Malote: ${address}`, ''];
  if (config.warnings.length > 0) lines.push(...config.warnings.map((warning) => `  Atenção: ${warning}`), '');
  if (facts.seeded) {
    const width = Math.max(...ACCOUNTS.map(([email]) => email.length));
    lines.push(`  Contas de demonstração (senha ${config.demoPassword}):`);
    lines.push(...ACCOUNTS.map(([email, role]) => `    ${email.padEnd(width)}  ${role}`), '');
  }
  return `${lines.join('\n')}\n`;
}

const CLOSE_PATIENCE_MS = 10_000;
const DRAIN_PATIENCE_MS = 6000;
const IDLE_EVERY_MS = 50;
/**
 * New connections that wait to be accepted; the system may allow fewer. At Node's own 511 a crowd
 * that arrives in one moment has its connections dropped, and each client tries again after a
 * second or more.
 */
const BACKLOG = 4096;

// When the output goes to a full disk, lines are lost. Without these listeners the error would end
// the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const reading = readConfig(process.env);
if ('faults' in reading) fail(...reading.faults.map((fault) => `Configuração: ${fault}`));
else await run(reading.config).catch((error: unknown) => fail(startFault(error, reading.config)));

function fail(...sentences: readonly string[]): void {
  process.stderr.write(`${sentences.join('\n')}\n`);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  log.info({ event: 'starting', version: VERSION, node: process.version }, 'starting');
  // The database's own lock covers the files in DATA_DIR only while the database is there too. A
  // second server would delete files that the first one is receiving, so the folder has a lock of
  // its own.
  const folder = config.databaseUrl === null || config.s3Url === null ? await holdDataDir(config) : null;
  await preparePort(config);
  const postgres = await openPostgres(config, { log, held: folder });
  try {
    await serve(config, { log, postgres });
  } catch (error) {
    // A failure to close is only logged, so that the error of the start is the one that is thrown.
    await postgres
      .close()
      .catch((failure: unknown) =>
        log.error({ event: 'database_not_closed', err: failure }, 'the database was not closed'),
      );
    throw error;
  }
}

type Startup = {
  readonly log: ReturnType<typeof createLog>;
  readonly postgres: Awaited<ReturnType<typeof openPostgres>>;
};

async function serve(config: Config, { log, postgres }: Startup): Promise<void> {
  const { connection } = postgres;
  let updating: Updating | null = null;
  await migrateDatabase(connection, {
    async onPending(names) {
      log.warn({ event: 'update_begun', version: VERSION, migrations: names.length }, 'the database is being updated');
      updating = await answerUpdating(config);
    },
    onMigration: (name) => log.info({ event: 'migration', name }, 'migrating'),
  });
  await refuseDemo(connection, config);
  const { files: store, settled } = settlingStore(await openFileStore(config));
  const { files, claimed } = claimedStore(store, () => claimStore({ connection, files: store, config }));
  // Claimed before the seed: during the seed the tables that the claim reads are locked.
  await claimed().catch((error: unknown) => {
    // The file service may be away at a start. The store is claimed once the service is back (S27).
    if (!(error instanceof StoreUnavailable) || config.s3Url === null) throw error;
    log.error({ event: 'files_away', err: error }, 'the file store is away');
  });
  const clock = movedClock(config.clockOffsetMs);
  const seeded =
    config.demo &&
    (await seedDemo({
      connection,
      files,
      now: clock(),
      password: config.demoPassword,
      documents: config.demoDocuments,
    }));
  const onError = (error: Error): void => log.error({ event: 'database_lost', err: error }, 'database connection lost');
  const { databasePoolUrl } = config;
  const pooler =
    databasePoolUrl === null ? { connection } : { connection: { connectionString: databasePoolUrl }, pooled: true };
  const database = await openDatabase({ ...pooler, onError });
  if (seeded) await keepDocumentRows({ database, log });
  for (const acronym of await keepLooks({ database }))
    log.error(
      { event: 'tenants_alike', tenant: acronym },
      'the name or acronym of a tenant looks like that of another one',
    );
  const events = await openEventBus({ connection, log });
  const secret = sessionSecret(config);
  const onOtherSecret = (tenantId: number): void =>
    log.error(
      { event: 'receipts_unsigned', tenantId },
      'receipts are not signed: another server has another SESSION_SECRET',
    );
  const receiptKeys = openReceiptKeys({ database, secret, clock, onOtherSecret });
  const rollbacks = watchRollbacks({ database, connection, files, secret, clock, log });
  await rollbacks.look();
  const services: Services = { config, database, files, events, receiptKeys, rollbacks, clock, log };
  const app = await buildApp({ services, secret, clientDir: clientDir() });
  await endUpdating(updating);
  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch((error: unknown) => {
    throw new StartFault(listenFault(error, config) ?? startFault(error, config));
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  logSecurity(log, { event: 'sys_startup' });
  const isHalted = (): boolean => app.schema.isOutdated();
  const jobs = startJobs(services, { address: addressOf(config, port), isHalted });
  const making = createExports({ database, connection, files, clock, log }).start();
  const watching = rollbacks.start();
  const nightly = backUpNightly(services, { isHalted });

  const close = async (): Promise<void> => {
    logSecurity(log, { event: 'sys_shutdown' });
    // Ends the process when closing takes longer than ten seconds (default 11).
    after(CLOSE_PATIENCE_MS, { name: 'end', log, work: () => process.exit(1) });
    // Without this, a connection that becomes idle while the server closes would delay it until its
    // keep-alive ends.
    every(IDLE_EVERY_MS, { name: 'idle connections', log, work: () => app.server.closeIdleConnections() });
    after(DRAIN_PATIENCE_MS, { name: 'drain', log, work: () => app.server.closeAllConnections() });
    await app.close();
    await nightly?.stop();
    await jobs.stop();
    await making.stop();
    await watching.stop();
    await settled();
    await events.close();
    await database.close();
    await postgres.close();
    process.exit(0);
  };
  // The first signal is shown to balancers (GET /health/ready), and the port stays open until they
  // have seen it. A person at the keyboard does not wait for that, and a second signal ends the
  // wait.
  let closing = false;
  const closeOnce = (): void => {
    if (!closing) void close();
    closing = true;
  };
  process.on('SIGINT', closeOnce);
  process.on('SIGTERM', () => {
    if (app.departure.isAnnounced()) return closeOnce();
    app.departure.announce();
    void pause(config.stopDelayMs).then(closeOnce);
  });
  // The banner is printed last: a caller that reads it may stop the server at once.
  process.stdout.write(bannerOf(config, { port, seeded }));
}

/**
 * Folder of the built client beside the built server. Null in development, where Vite serves the
 * client.
 */
function clientDir(): string | null {
  const folder = fileURLToPath(new URL('../client', new URL('.', import.meta.url)));
  return existsSync(join(folder, 'index.html')) ? folder : null;
}
