// Whether the server can do its work (GET /health), and its figures (GET /metrics).

import { VERSION } from '#contract/version.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Want } from '../config/want.ts';
import { wantOfDatabase } from '../db/connections.ts';
import { StoreUnavailable } from '../files/file-store.ts';
import { countTenants, countWork, probeDatabase, readSuccesses } from '../queries/count-work.ts';
import { problems } from '../reporting/errors.ts';
import { within } from '../reporting/timers.ts';

/**
 * When all places for requests (S158) have been taken for this long and none was given back, the
 * server is stuck, because a rush would have passed.
 */
const STUCK_AFTER_MS = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `isAnnounced`: whether this server is about to close its port. `announce` says that it is.
     */
    departure: { readonly announce: () => void; readonly isAnnounced: () => boolean };
  }
}

const OUTSIDE = { logLevel: 'warn', config: { session: false } } as const;

/**
 * GET /health: 200, or 503 with the name of the part that fails. A part that is full is told as
 * such with 200: reading goes on, and so does everything that needs no room. GET /health/ready, for
 * balancers, says no as well once this server is about to stop. GET /health/live, for supervisors,
 * looks at nothing: a server whose database is away is not made better by a restart. The routes are
 * outside sessions, limits and logs. However many clients ask, the parts are checked by one check
 * at a time.
 */
export function registerHealth(app: FastifyInstance): void {
  const { database, files } = app.services;
  const parts: Record<string, () => Promise<unknown>> = {
    places: async () => {
      if (app.places.stuckForMs() > STUCK_AFTER_MS) throw new Error('nobody is let in');
    },
    database: () => probeDatabase(database),
    version: async () => {
      await app.schema.look();
      if (app.schema.isOutdated()) throw new Error('a newer version has migrated the database');
    },
    files: () => files.check(),
  };
  let asked: Promise<Answer> | null = null;

  let isLeaving = false;
  app.decorate('departure', { announce: () => void (isLeaving = true), isAnnounced: () => isLeaving });

  const tell = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header('Cache-Control', 'no-store');
    asked ??= answerOf(parts, () => readSuccesses(database)).finally(() => (asked = null));
    const { failing, last } = await asked;
    const told = { version: VERSION, last_backup: last?.backup ?? null, last_verify: last?.verify ?? null };
    if (failing === null) return { status: 'ok', ...told };
    const { part, error } = failing;
    request.log.error({ event: 'health_failed', part, err: error }, 'health check failed');
    if (wantOf(error) === 'full') return { status: 'full', part, ...told };
    return away(reply, part);
  };
  app.get('/health', OUTSIDE, tell);
  app.get('/health/ready', OUTSIDE, async (request, reply) =>
    isLeaving ? away(reply, 'stopping') : tell(request, reply),
  );
  app.get('/health/live', OUTSIDE, async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok', version: VERSION };
  });
}

function away(reply: FastifyReply, part: string): FastifyReply {
  return reply
    .code(503)
    .header('Cache-Control', 'no-store')
    .header('Retry-After', '5')
    .send({ status: 'unavailable', part });
}

const PATIENCE_MS = 3000;

type Answer = { readonly failing: Failing | null; readonly last: Successes | null };
type Successes = Awaited<ReturnType<typeof readSuccesses>>;

/**
 * The part that fails, and when backup and verification last succeeded; null without a database.
 */
async function answerOf(parts: Parameters<typeof failingOf>[0], ask: () => Promise<Successes>): Promise<Answer> {
  const failing = await failingOf(parts);
  const asking = within(PATIENCE_MS, { work: ask, late: () => new Error('too slow') });
  return { failing, last: await asking.catch(() => null) };
}

type Failing = { readonly part: string; readonly error: unknown };

async function failingOf(parts: Readonly<Record<string, () => Promise<unknown>>>): Promise<Failing | null> {
  for (const [part, check] of Object.entries(parts)) {
    const error = await failureOf(check);
    if (error !== null) return { part, error };
  }
  return null;
}

function wantOf(error: unknown): Want | null {
  return error instanceof StoreUnavailable ? error.want : wantOfDatabase(error);
}

async function failureOf(check: () => Promise<unknown>): Promise<unknown> {
  try {
    await within(PATIENCE_MS, { work: check, late: () => new Error('too slow') });
    return null;
  } catch (error) {
    return error;
  }
}

type Counted = { readonly class: string; readonly status: number; count: number; seconds: number };

/**
 * GET /metrics, for Prometheus. The route exists only with METRICS_TOKEN, and answers only clients
 * that send this token. It tells numbers of work and of this process, never a name, an address or
 * an id. It is outside sessions and limits. However often it is asked, the database is asked by one
 * question at a time.
 */
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

/**
 * The class of a route: `documents` for /api/documents/:id. Addresses without a route share one
 * class.
 */
function classOf({ routeOptions }: FastifyRequest): string {
  const [first = '', second = ''] = (routeOptions.url ?? '').split('/').slice(1);
  if (routeOptions.url === undefined) return 'nowhere';
  if (first === 'api') return second;
  return first === '' || first === '*' ? 'client' : first;
}

/** The figures that this process knows by itself. */
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
 * The figures of the database and of the file store. A part that is away is reported
 * as away, without its figures.
 */
async function shared(app: FastifyInstance): Promise<readonly Metric[]> {
  const { clock, database, files, log } = app.services;
  const now = clock();
  const late = (): Error => new Error('too slow');
  const asking = async <Result>(part: string, work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await within(PATIENCE_MS, { work, late });
    } catch (error) {
      log.error({ event: 'metrics_failed', part, err: error }, 'a part could not be asked for metrics');
      return null;
    }
  };
  const [work, tenants, store, successes] = await Promise.all([
    asking('database', () => countWork(database, now)),
    asking('database', () => countTenants(database)),
    asking('files', async () => {
      await files.check();
      return true;
    }),
    asking('database', () => readSuccesses(database)),
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
  const at = (instant: string | null | undefined): Sample[] =>
    instant === null || instant === undefined ? [] : [{ value: Math.round(Date.parse(instant) / 1000) }];
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
    gauge('malote_last_backup_seconds', 'When a whole backup was last made, in Unix time.', at(successes?.backup)),
    gauge('malote_last_verify_seconds', 'When rows and files last agreed, in Unix time.', at(successes?.verify)),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, kind: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, kind: 'counter', samples };
}

/**
 * The text form of Prometheus: what a metric means, its kind, and a line per combination of labels.
 */
type Sample = { readonly labels?: Readonly<Record<string, string | number>>; readonly value: number };

type Metric = {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
};

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, kind, samples }) => {
      const lines = samples.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
    })
    .join('');
}

function labelsOf(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
