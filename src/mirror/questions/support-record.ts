import { syncLogOf } from '../keep/sync-log.ts';
import { readMeta } from '../store/storage.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import type { KeptEvent } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** A command without its contents: kind, state, times, attempts and the class of its trouble. */
export type RecordedAct = Pick<OutboxCommand, 'type' | 'state' | 'attempts' | 'failures' | 'version'> & {
  readonly madeAt: string;
  readonly dueAt: string;
  readonly files: number;
  readonly error: { readonly class: string; readonly status: number | null } | null;
};

export type SupportRecord = {
  readonly acts: readonly RecordedAct[];
  readonly rows: Readonly<Record<string, number>>;
  readonly connection: { readonly auth: string; readonly network: string } | null;
  readonly isComplete: boolean;
  readonly refreshedAt: string | null;
  readonly clockOffsetMs: number | null;
  /** Errors of the application in sync, without their messages. */
  readonly faults: readonly TimedEvent[];
  /** What sync did while its log was on. */
  readonly events: readonly TimedEvent[];
};

type TimedEvent = Pick<KeptEvent, 'event' | 'facts'> & { readonly at: string };

/**
 * What helps the support to find a fault: times, states, attempts and counts. It holds no text, no
 * name, no number of a document, no name or byte of a file, and no id of a person.
 */
export async function supportRecord(mirror: Mirror): Promise<SupportRecord> {
  const [commands, log, connection, cursor, refreshedAtMs, clockOffsetMs] = await Promise.all([
    mirror.commands.toArray(),
    syncLogOf(mirror),
    readMeta(mirror, 'connection'),
    readMeta(mirror, 'cursor'),
    readMeta(mirror, 'refreshedAtMs'),
    readMeta(mirror, 'clockOffsetMs'),
  ]);
  const counts = await Promise.all(mirror.tables.map(async (table) => [table.name, await table.count()] as const));
  return {
    acts: commands.map(actOf),
    rows: Object.fromEntries(counts),
    connection: connection === undefined ? null : { auth: connection.auth, network: connection.network },
    isComplete: cursor?.snapshotDone ?? false,
    refreshedAt: refreshedAtMs === undefined ? null : instant(refreshedAtMs),
    clockOffsetMs: clockOffsetMs ?? null,
    faults: log.faults.map(timed),
    events: log.events.map(timed),
  };
}

function actOf(command: OutboxCommand): RecordedAct {
  const { type, state, attempts, failures, version, lastError } = command;
  return {
    type,
    state,
    attempts,
    failures,
    version,
    madeAt: instant(command.performedAtMs),
    dueAt: instant(command.dueAtMs),
    files: command.files.length,
    error: lastError === null ? null : { class: lastError.class, status: lastError.status },
  };
}

function timed({ atMs, event, facts }: KeptEvent): TimedEvent {
  return { at: instant(atMs), event, facts };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
