// What the database holds of commands, read from PostgreSQL itself: an effect counts by the command
// that made it.

import { inRunningDatabase } from '../../running-database.ts';

/**
 * What a command has made: rows that name it, SHA-256 of its files, an alert of this title, a
 * sector of this name, a person of this e-mail who is switched off, a deleted subject of this name.
 * Absent: none.
 */
export type Effects = {
  readonly documents?: number;
  readonly interactions?: number;
  readonly logs?: Readonly<Record<string, number>>;
  readonly files?: readonly string[];
  readonly alerts?: string;
  readonly sectors?: string;
  readonly switchedOff?: string;
  readonly deleted?: string;
};

export type ExpectedEffects = { readonly key: string; readonly effects: Effects };
/**
 * `receipts`: ids of the authors of its receipts. `atUs`: when the first of them was written, in
 * µs.
 */
export type ServerEffects = ExpectedEffects & { readonly receipts: readonly number[]; readonly atUs: number | null };

const QUESTIONS = {
  documents: 'select command_id as key, count(*)::int as n from documents where command_id = any($1) group by 1',
  interactions: 'select command_id as key, count(*)::int as n from interactions where command_id = any($1) group by 1',
  logs: 'select command_id as key, action, count(*)::int as n from logs where command_id = any($1) group by 1, 2',
  receipts: `select key, actor_id::int as author, (extract(epoch from at) * 1e6)::bigint as at from receipts
    where key = any($1) order by at`,
  files: 'select sha256 from files where sha256 = any($1)',
  alerts: 'select title from alerts where title = any($1)',
  sectors: 'select name as title from organizations where name = any($1)',
  switchedOff: `select email as title from users where status = 'inactive' and email = any($1)`,
  deleted: 'select name as title from document_subjects where deleted_at is not null and name = any($1)',
} as const;

/** What there is of each command now. A file that is there twice is listed twice. */
export async function effectsOf(dataDir: string, expected: readonly ExpectedEffects[]): Promise<ServerEffects[]> {
  return inRunningDatabase(dataDir, async (client) => {
    // One snapshot: a device that goes on may register a command between two of the questions.
    await client.query('begin isolation level repeatable read read only');
    const keys = expected.map(({ key }) => key);
    const ask = async (question: keyof typeof QUESTIONS, given: readonly string[] = keys) =>
      (await client.query<Row>(QUESTIONS[question], [given])).rows;
    const hashes = expected.flatMap(({ effects }) => effects.files ?? []);
    const given = (kind: 'alerts' | 'sectors' | 'switchedOff' | 'deleted') =>
      expected.flatMap(({ effects }) => effects[kind] ?? []);
    const documents = await ask('documents');
    const interactions = await ask('interactions');
    const logs = await ask('logs');
    const receipts = await ask('receipts');
    const files = await ask('files', hashes);
    const alerts = await ask('alerts', given('alerts'));
    const sectors = await ask('sectors', given('sectors'));
    const switchedOff = await ask('switchedOff', given('switchedOff'));
    const deleted = await ask('deleted', given('deleted'));
    return expected.map(({ key, effects }) => {
      const own = (rows: readonly Row[]) => rows.filter((row) => row.key === key);
      const acts = Object.fromEntries(own(logs).map(({ action, n }) => [action, n]));
      const stored = files.flatMap(({ sha256 }) => (effects.files?.includes(sha256) === true ? [sha256] : []));
      const named = (rows: readonly Row[], wanted: string | undefined) =>
        rows.find(({ title }) => title === wanted)?.title;
      const made: Effects = {
        ...present('documents', own(documents)[0]?.n),
        ...present('interactions', own(interactions)[0]?.n),
        ...(Object.keys(acts).length === 0 ? {} : { logs: acts }),
        ...(stored.length === 0 ? {} : { files: stored }),
        ...present('alerts', named(alerts, effects.alerts)),
        ...present('sectors', named(sectors, effects.sectors)),
        ...present('switchedOff', named(switchedOff, effects.switchedOff)),
        ...present('deleted', named(deleted, effects.deleted)),
      };
      const kept = own(receipts);
      const first = kept[0]?.at;
      return {
        key,
        effects: made,
        receipts: kept.map(({ author }) => author),
        atUs: first === undefined ? null : Number(first),
      };
    });
  });
}

type Row = { key: string; n: number; action: string; author: number; at: string; sha256: string; title: string };

function present<Value>(name: string, value: Value | undefined): Record<string, Value> {
  return value === undefined ? {} : { [name]: value };
}
