import { FEED, SESSION } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { visibleTo } from '../policies/visibility.ts';
import { referenceSources } from '../queries/reference-rows.ts';
import { wholeNumber } from '../db/json.ts';
import { CHANGE_STEPS, type CursorPosition } from './cursor.ts';
import { documentFacts, NO_FACTS, rowOfKey } from './row-sql.ts';
import { sessionKey } from './session-row.ts';
import { FeedRow } from './change-json.ts';

const ChangedRow = v.object({ ...FeedRow.entries, step: v.number() });

export type ChangesRead = {
  readonly rows: readonly FeedRow[];
  /** The number of the last change. */
  readonly rev: number;
  /** Where the next page begins; null when nothing is left. */
  readonly last: { readonly rev: number; readonly place: CursorPosition } | null;
};

type Since = {
  readonly actor: Actor;
  readonly loginId: string | null;
  readonly today: CalendarDay;
  readonly rev: number;
  readonly place: CursorPosition;
  readonly limit: number;
};

/**
 * Rows changed after a place in the feed, ordered by number, collection and id. The order of
 * numbers is the order of commits, so no row can appear behind the cursor (src/sync/promises.md,
 * One number). Takes one statement. A row that the person no longer sees is a `delete`.
 */
export async function readChanges(tx: Transaction, since: Since): Promise<ChangesRead> {
  const branches = CHANGE_STEPS.map((_, step) => sql`(${changedKeys(step, since)})`);
  const rows = await tx.lastRowsOf(
    ChangedRow,
    sql`
    with keys as (${sql.join(branches, sql` union all `)}),
      page as (select * from keys order by rev, step, id limit ${wholeNumber(since.limit + 1)})
    select k.step, k.collection, k.id, k.rev, k.status, k.command_id, ${rowOfKey(since)}
    from page k order by k.rev, k.step, k.id`,
  );
  const given = rows.slice(0, since.limit);
  const last = given.at(-1);
  const complete = rows.length <= since.limit || last === undefined;
  return {
    rows: given,
    rev: last?.rev ?? 0,
    last: complete ? null : { rev: last.rev, place: { step: last.step, id: last.id, at: null } },
  };
}

function changedKeys(step: number, since: Since): SQL {
  const { actor } = since;
  const select = (collection: string, id: string): SQL =>
    sql`select ${step}::int as step, ${sql.raw(collection)} as collection, ${sql.raw(id)} as id, rev`;
  const collection = FEED[step];
  if (collection === undefined) {
    return sql`${select('t.collection', 't.row_id')}, ${NO_FACTS} from tombstones t
      where t.tenant_id = ${actor.tenantId} and ${after(step, { since, alias: 't', id: 'row_id' })}
      order by t.rev, t.row_id limit ${wholeNumber(since.limit + 1)}`;
  }
  if (collection === SESSION) {
    return sql`${select(literal(collection), 's.id')}, ${NO_FACTS} from (${sessionKey(actor)}) s
      where ${after(step, { since, alias: 's' })}`;
  }
  if (collection === 'documents') {
    return sql`${select(literal(collection), 'd.id')}, ${documentFacts(actor, since.today)} from documents d
      where ${visibleTo(viewerOf(actor), 'few')} and ${after(step, { since, alias: 'd' })}
      order by d.rev, d.id limit ${wholeNumber(since.limit + 1)}`;
  }
  const { table, alias } = referenceSources(actor)[collection];
  return sql`${select(literal(collection), `${alias}.id`)}, ${NO_FACTS} from ${sql.raw(`${table} ${alias}`)}
    where ${sql.raw(alias)}.tenant_id = ${actor.tenantId} and ${after(step, { since, alias })}
    order by ${sql.raw(alias)}.rev, ${sql.raw(alias)}.id limit ${wholeNumber(since.limit + 1)}`;
}

/** The keyset condition over (rev, step, id) for one step. */
function after(step: number, key: { since: Since; alias: string; id?: string }): SQL {
  const { rev, place } = key.since;
  const column = sql.raw(`${key.alias}.rev`);
  if (step < place.step) return sql`${column} > ${rev}`;
  if (step > place.step) return sql`${column} >= ${rev}`;
  return sql`(${column}, ${sql.raw(`${key.alias}.${key.id ?? 'id'}`)}) > (${rev}::bigint, ${place.id}::bigint)`;
}

function literal(collection: (typeof FEED)[number]): string {
  return `'${collection}'::text`;
}
