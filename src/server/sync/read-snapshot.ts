import { type Collection, SESSION } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { concerns, visibleTo } from '../policies/visibility.ts';
import { instantJson, wholeNumber } from '../db/json.ts';
import { referenceSources, type ReferenceCollection } from '../queries/reference-rows.ts';
import { SNAPSHOT_STEPS, type CursorPosition } from './cursor.ts';
import { inCopy } from './in-copy.ts';
import { documentFacts, NO_FACTS, rowOfKey } from './row-sql.ts';
import { sessionKey } from './session-row.ts';
import { FeedRow } from './change-json.ts';

export type SnapshotPage = {
  readonly rows: readonly FeedRow[];
  /** null when the walk is complete. */ readonly last: CursorPosition | null;
};

const WalkedRow = v.object({ ...FeedRow.entries, step: v.number(), at: v.nullable(v.string()) });

const DOCUMENTS = SNAPSHOT_STEPS.indexOf('documents');

const ALL_STEPS = SNAPSHOT_STEPS.map((_, step) => step);
/** Those of the page ahead of a walk. */
export const SCREEN_STEPS = ALL_STEPS.filter((step) => step >= DOCUMENTS || SNAPSHOT_STEPS[step] === 'alerts');

/**
 * The next rows of the walk of everything: the session, reference data by id, then documents that
 * are mine and open, then the other documents, both by created_at from the newest. `steps`: of
 * these alone. Takes one statement.
 */
export async function readSnapshot(
  tx: Transaction,
  { steps = ALL_STEPS, ...walk }: Walk & { steps?: readonly number[] },
): Promise<SnapshotPage> {
  const wanted = steps.filter((step) => step >= walk.place.step);
  const reference = wanted.filter((step) => step < DOCUMENTS).map((step) => sql`(${referenceKeys(step, walk)})`);
  const documents = wanted.filter((step) => step >= DOCUMENTS).map((step) => documentKeys(step, walk));
  const parts = [...(reference.length === 0 ? [] : [sql.join(reference, sql` union all `)]), ...documents];
  const names = parts.map((_, at) => sql.raw(`part_${at}`));
  const limit = wholeNumber(walk.limit + 1);
  // Each part is read as far as those before it leave room on the page.
  const read = parts.map((part, at) => {
    if (at === 0) return sql`${names[at]} as (${part})`;
    const taken = names.slice(0, at).map((name) => sql`(select count(*) from ${name})`);
    return sql`${names[at]} as (select * from (${part}) p limit greatest(${limit} - ${sql.join(taken, sql` - `)}, 0))`;
  });
  const keys = names.map((name) => sql`select * from ${name}`);
  const rows = await tx.lastRowsOf(
    WalkedRow,
    sql`
    with ${sql.join(read, sql`, `)}, page as (select * from (${sql.join(keys, sql` union all `)}) keys
      order by step, place limit ${limit})
    select k.step, k.collection, k.id, k.rev, k.at, k.status, k.command_id, ${rowOfKey(walk)}
    from page k order by k.step, k.place`,
  );
  const given = rows.slice(0, walk.limit);
  const last = given.at(-1);
  const complete = rows.length <= walk.limit || last === undefined;
  return {
    rows: given.filter(({ row }) => row !== null),
    last: complete ? null : { step: last.step, id: last.id, at: last.at },
  };
}

type Walk = {
  readonly actor: Actor;
  readonly loginId: string | null;
  readonly today: CalendarDay;
  readonly place: CursorPosition;
  readonly limit: number;
  /** The first day of a bounded copy; null for every document. */
  readonly since: CalendarDay | null;
};

function referenceKeys(step: number, { actor, place, limit }: Walk): SQL {
  const collection = SNAPSHOT_STEPS[step] as typeof SESSION | ReferenceCollection;
  const after = step === place.step ? place.id : 0;
  if (collection === SESSION) {
    return sql`select ${step}::int as step, ${collection}::text as collection, s.id as id, s.rev as rev, null::text as at,
      1::bigint as place, ${NO_FACTS} from (${sessionKey(actor)}) s where s.id > ${after}`;
  }
  const { table, alias, visible } = referenceSources(actor)[collection];
  const id = sql.raw(`${alias}.id`);
  return sql`select ${step}::int as step, ${collection}::text as collection, ${id} as id, ${sql.raw(alias)}.rev as rev,
      null::text as at, row_number() over (order by ${id}) as place, ${NO_FACTS}
    from ${sql.raw(`${table} ${alias}`)} where ${sql.raw(alias)}.tenant_id = ${actor.tenantId} and ${id} > ${after} and ${visible}
    order by ${id} limit ${wholeNumber(limit + 1)}`;
}

function documentKeys(step: number, { actor, place, limit, since, today }: Walk): SQL {
  const viewer = viewerOf(actor);
  const collection: Collection = 'documents';
  const isFirst = step === DOCUMENTS;
  // What concerns the person is one set where many open documents are looked through for it. Among
  // the others few are open, and of those that concern the person few are out of sight: they are
  // looked up one by one.
  const first = sql`(d.stored_status <> 'completed' and ${concerns(viewer, isFirst ? 'many' : 'few')})`;
  const after =
    step === place.step && place.at !== null
      ? sql` and (d.created_at, d.id) < (${place.at}::timestamptz, ${place.id}::bigint)`
      : sql``;
  const bound = since === null ? sql`` : sql` and ${inCopy({ since, timeZone: actor.timeZone })}`;
  return sql`select ${step}::int as step, ${collection}::text as collection, d.id as id, d.rev as rev,
      ${instantJson('d.created_at')} as at, row_number() over (order by d.created_at desc, d.id desc) as place,
      ${documentFacts(actor, today)}
    from documents d where ${visibleTo(viewer, isFirst ? 'few' : 'many')} and ${isFirst ? first : sql`not ${first}`}${bound}${after}
    order by d.created_at desc, d.id desc limit ${wholeNumber(limit + 1)}`;
}
