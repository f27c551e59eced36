import { readMeta, writeMeta } from '../store/storage.ts';
import type { KeptEvent, SyncLog } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Faults of the application are always logged, other events only while a person has switched the
 * log on. The oldest are dropped first.
 */
const KEPT = { faults: 20, events: 100 };
const EMPTY: SyncLog = { isOn: false, faults: [], events: [] };

export async function syncLogOf(mirror: Mirror): Promise<SyncLog> {
  return (await readMeta(mirror, 'syncLog')) ?? EMPTY;
}

export async function keepFault(mirror: Mirror, fault: KeptEvent): Promise<void> {
  await change(mirror, (log) => ({ ...log, faults: [...log.faults, fault].slice(-KEPT.faults) }));
}

export async function keepEvent(mirror: Mirror, event: KeptEvent): Promise<void> {
  if (!(await syncLogOf(mirror)).isOn) return;
  await change(mirror, (log) => (log.isOn ? { ...log, events: [...log.events, event].slice(-KEPT.events) } : log));
}

/** Switching off deletes the events. Faults stay, because the support may ask for them later. */
export async function switchSyncLog(mirror: Mirror, isOn: boolean): Promise<void> {
  await change(mirror, (log) => ({ ...log, isOn, events: isOn ? log.events : [] }));
}

/** Changes the log in a transaction, because the page and the worker write to the same one. */
async function change(mirror: Mirror, next: (log: SyncLog) => SyncLog): Promise<void> {
  await mirror.transaction('rw', mirror.meta, async () => {
    await writeMeta(mirror, { name: 'syncLog', value: next(await syncLogOf(mirror)) });
  });
}
