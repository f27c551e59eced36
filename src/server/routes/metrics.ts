// GET /metrics, for Prometheus, in the place of no page: with METRICS_TOKEN alone, and for who
// sends it. Numbers of work and of this process, never a name, an address or an id. The route is
// outside sessions and limits. However often it is asked, the database is asked by one question at
// a time.

import { VERSION } from '#contract/version.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { countTenants, countWork } from '../queries/count-work.ts';
import { problems } from '../reporting/errors.ts';
import { lastBackup } from '../reporting/last-backup.ts';
import { type Metric, METRICS_TYPE, metricsText, type Sample } from '../reporting/metrics-text.ts';
import { within } from '../reporting/timers.ts';

const PATIENCE_MS = 3000;

type Counted = { readonly class: string; readonly status: number; count: number; seconds: number };

export function registerMetrics(app: FastifyInstance): void {
  const { config } = app.services;
  if (config.metricsToken === null) return;
  const token = digestOf(`Bearer ${config.metricsToken}`);
  const counted = new Map<string, Counted>();
  app.addHook('onResponse', async (request, reply) => {
    const facts = { class: classOf(request), status: reply.statusCode };
    const key = `${facts.class} ${facts.status}`;
    const one = counted.get(key) ?? { ...facts, count: 0, seconds: 0 };
    one.count += 1;
    one.seconds += reply.elapsedTime / 1000;
    counted.set(key, one);
  });
  let asked: Promise<readonly Metric[]> | null = null;
  app.get('/metrics', { logLevel: 'warn', config: { session: false } }, async (request, reply) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), token)) throw problems.noSuchRoute();
    asked ??= shared(app).finally(() => (asked = null));
    const metrics = [...own(app, [...counted.values()]), ...(await asked)];
    return reply.header('Cache-Control', 'no-store').type(METRICS_TYPE).send(metricsText(metrics));
  });
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** `documents` for /api/documents/:id. An address that no route has is no name of its own. */
function classOf({ routeOptions }: FastifyRequest): string {
  const [first = '', second = ''] = (routeOptions.url ?? '').split('/').slice(1);
  if (routeOptions.url === undefined) return 'nowhere';
  if (first === 'api') return second;
  return first === '' || first === '*' ? 'client' : first;
}

/** What this process knows by itself. */
function own(app: FastifyInstance, counted: readonly Counted[]): readonly Metric[] {
  const { database, events } = app.services;
  const pools = Object.entries(database.connections());
  const samplesOf = (value: (one: Counted) => number): Sample[] =>
    counted.map((one) => ({ labels: { class: one.class, status: one.status }, value: value(one) }));
  const ofPools = pools.flatMap(([pool, size]) =>
    Object.entries(size).map(([state, value]) => ({ labels: { pool, state }, value })),
  );
  return [
    gauge('malote_build_info', 'Version of the server.', [{ labels: { version: VERSION }, value: 1 }]),
    counter(
      'malote_requests_total',
      'Answers, refusals among them, by class of route.',
      samplesOf((one) => one.count),
    ),
    counter(
      'malote_request_seconds_total',
      'Time that answers took.',
      samplesOf((one) => one.seconds),
    ),
    gauge('malote_requests_at_work', 'Requests that hold a place.', [{ value: app.places.size() }]),
    gauge('malote_event_streams', 'Event streams that are open.', [{ value: events.size() }]),
    gauge('malote_database_connections', 'Connections of both pools.', ofPools),
    gauge('malote_memory_bytes', 'Resident memory.', [{ value: process.memoryUsage.rss() }]),
  ];
}

/**
 * What the database, the file store and the last backup say. What is away is said, and the rest is
 * left out.
 */
async function shared(app: FastifyInstance): Promise<readonly Metric[]> {
  const { clock, config, database, files, log } = app.services;
  const now = clock();
  const late = (): Error => new Error('too slow');
  const asking = async <Result>(part: string, work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await within(PATIENCE_MS, { work, late });
    } catch (error) {
      log.error({ part, err: error }, 'a part could not be asked for metrics');
      return null;
    }
  };
  const [work, tenants, store, backup] = await Promise.all([
    asking('database', () => countWork(database, now)),
    asking('database', () => countTenants(database)),
    asking('files', async () => {
      await files.check();
      return true;
    }),
    lastBackup(config.dataDir),
  ]);
  const up = [
    { labels: { part: 'database' }, value: Number(work !== null && tenants !== null) },
    { labels: { part: 'files' }, value: Number(store !== null) },
  ];
  const rows = work ?? [];
  const byKind = (value: (row: (typeof rows)[number]) => number): Sample[] =>
    rows.map((row) => ({ labels: { kind: row.kind }, value: value(row) }));
  const finished = rows.flatMap(({ kind, done, given_up }) => [
    { labels: { kind, outcome: 'done' }, value: done },
    { labels: { kind, outcome: 'given_up' }, value: given_up },
  ]);
  const at = backup === null ? [] : [{ value: Math.round(backup / 1000) }];
  return [
    gauge('malote_part_up', 'Whether the database and the file store answer.', up),
    gauge('malote_tenants', 'Tenants of this database.', tenants === null ? [] : [{ value: tenants }]),
    gauge(
      'malote_jobs_waiting',
      'Mails, pushes and reminders that wait.',
      byKind((row) => row.waiting),
    ),
    gauge(
      'malote_jobs_failing',
      'Of these, tried before.',
      byKind((row) => row.failing),
    ),
    gauge(
      'malote_jobs_late_seconds',
      'How late the oldest of them is.',
      byKind((row) => row.late),
    ),
    gauge('malote_jobs_finished_last_hour', 'Sent, or given up, in the last hour.', finished),
    gauge('malote_last_backup_seconds', 'When this machine made a whole backup, in Unix time.', at),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, kind: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, kind: 'counter', samples };
}
