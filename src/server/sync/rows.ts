// The rows of the feed: what has changed since a number, and the pages of a walk through everything
// that a person may see.

import { type Collection, COLLECTIONS, FEED, SESSION } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson, wholeNumber } from '../db/json.ts';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { concerns, visibleTo } from '../policies/visibility.ts';
import { documentRowText, ownCommand, rowJson } from '../queries/document-row.ts';
import { type ReferenceCollection, referenceSources } from '../queries/reference-rows.ts';
import { ownPersonQuery, SessionPersonRow, sessionRowOf } from '../sessions/session-person.ts';
import { CHANGE_STEPS, type CursorPosition, SNAPSHOT_STEPS } from './cursor.ts';

// The session's own row of the feed (S174): the person, their roles and their tenant, as GET
// /api/user tells them.

/**
 * SQL for the key of the session's row: the person's id, and the greatest number of the rows that
 * it is made of (`revOf` in session-person.ts).
 */
function sessionKey({ tenantId, userId }: Actor): SQL {
  return sql`select u.id, greatest(u.rev, t.rev, o.rev, (select max(r.rev) from user_roles ur
        join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)) as rev
      from users u join tenants t on t.id = u.tenant_id
      left join organizations o on o.tenant_id = u.tenant_id and o.id = u.organization_id
      where u.tenant_id = ${tenantId} and u.id = ${userId}`;
}

/** The person who pulls. `loginId`: the login of the session; null when the session has none. */
type Reader = { readonly actor: Actor; readonly loginId: string | null };

/**
 * SQL for the facts of the session's row as JSON text; null when the person was deactivated
 * meanwhile.
 */
function sessionText({ actor: { tenantId, userId }, loginId }: Reader): SQL {
  return sql`(select row_to_json(p)::text from (${ownPersonQuery({ tenantId, userId, loginId })}) p)`;
}

/** Gives the session's row its wire shape. Most pages have no such row and stay as they are. */
export function withSession(rows: readonly FeedRow[]): readonly FeedRow[] {
  if (!rows.some(isSession)) return rows;
  return rows.flatMap((one) => {
    if (!isSession(one)) return one;
    if (one.row === null) return [];
    const person = v.parse(SessionPersonRow, JSON.parse(one.row));
    return { ...one, row: JSON.stringify(sessionRowOf(person)) };
  });
}

function isSession({ collection }: FeedRow): boolean {
  return collection === SESSION;
}

/** An entry of the feed: its key, and its row as the database keeps it. */
export const FeedRow = v.object({
  collection: v.picklist(FEED),
  id: v.number(),
  rev: v.number(),
  /**
   * The row's JSON in its wire shape; that of a document lacks `status` and `command_id`. null when
   * the row is gone, or out of this person's sight.
   */
  row: v.nullable(v.string()),
  /** For a document: its status today. Otherwise null. */
  status: v.nullable(v.string()),
  /** For a document and its author: the command that made it. Otherwise null. */
  command_id: v.nullable(v.string()),
});
export type FeedRow = v.InferOutput<typeof FeedRow>;

/**
 * The `changes` of a page as JSON. Rows are kept as text, so that hundreds are neither parsed nor
 * serialised again.
 */
export function changesJson(rows: readonly FeedRow[]): string {
  return `"changes":[${rows.map(changeJson).join(',')}]`;
}

function changeJson({ collection, id, rev, row, status, command_id }: FeedRow): string {
  const key = `"collection":"${collection}","id":${id},"rev":${rev}`;
  if (row === null) return `{"op":"delete",${key}}`;
  return `{"op":"put",${key},"row":${collection === 'documents' ? rowJson(row, { status, command_id }) : row}}`;
}

/**
 * SQL columns of the document of alias `d` that its kept row does not have: its status on `today`,
 * and its command, which only its author gets.
 */
function documentFacts(actor: Actor, today: CalendarDay): SQL {
  return sql`status_at(d.stored_status, d.limit_date, ${today}::date) as status, ${ownCommand(viewerOf(actor))}`;
}

/** The columns of `documentFacts`, null for rows of other collections. */
const NO_FACTS: SQL = sql`null::text as status, null::uuid as command_id`;

/**
 * SQL for the row of a key `k` (collection, id, rev) as JSON text. The row is read by its primary
 * key alone, because a branch of CASE that is not taken costs nothing. Null where the row is gone
 * or the person does not see it. The session's row gets its wire shape later, from `withSession`.
 */
function rowOfKey({ actor, loginId }: Reader): SQL {
  const sources = referenceSources(actor);
  const textOf = (collection: ReferenceCollection): SQL => {
    const { table, alias, json, visible } = sources[collection];
    const column = (name: string) => sql.raw(`${alias}.${name}`);
    return sql`(select ${json}::text from ${sql.raw(`${table} ${alias}`)}
      where ${column('tenant_id')} = ${actor.tenantId} and ${column('id')} = k.id and ${visible})`;
  };
  const branches = COLLECTIONS.map((collection) => {
    const text = collection === 'documents' ? documentRowText(actor.tenantId) : textOf(collection);
    return sql`when ${sql.raw(`'${collection}'`)} then ${text}`;
  });
  return sql`case k.collection when ${sql.raw(`'${SESSION}'`)} then ${sessionText({ actor, loginId })} ${sql.join(branches, sql` `)} end as row`;
}

/**
 * The one SQL form of `isInCopy` (src/domain/bounded-copy.ts) over alias `d`. `since`: the copy's
 * first day, which begins at midnight in `timeZone`. A table of cases in
 * test/server/sync/bounded-feed.test.ts compares it with the domain's predicate.
 */
export function inCopy({ since, timeZone }: { since: CalendarDay; timeZone: string }): SQL {
  const first = sql`((${since}::date)::timestamp at time zone ${timeZone})`;
  return sql`(d.stored_status <> 'completed' or d.created_at >= ${first} or d.last_activity_at >= ${first})`;
}

const ChangedRow = v.object({ ...FeedRow.entries, step: v.number() });

type ChangesRead = {
  readonly rows: readonly FeedRow[];
  /** The change number of the last row; 0 without rows. */
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

type SnapshotPage = {
  readonly rows: readonly FeedRow[];
  /** null when the walk is complete. */ readonly last: CursorPosition | null;
};

const WalkedRow = v.object({ ...FeedRow.entries, step: v.number(), at: v.nullable(v.string()) });

const DOCUMENTS = SNAPSHOT_STEPS.indexOf('documents');

const ALL_STEPS = SNAPSHOT_STEPS.map((_, step) => step);
/** The steps whose rows the page ahead of a walk gives: alerts and documents (S132). */
export const SCREEN_STEPS = ALL_STEPS.filter((step) => step >= DOCUMENTS || SNAPSHOT_STEPS[step] === 'alerts');

/**
 * The next rows of a walk: the session, reference data by id, open documents that concern the
 * person, then the other documents. Documents come newest first, by created_at. `steps` limits the
 * rows to these steps. Takes one statement.
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
  // Each part reads only as many rows as the parts before it leave room for on the page.
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
  // In the first step `concerns` is asked of all open documents, so the planner reads it as one
  // set. Sight is then looked up for the few that remain. In the second step sight is read as one
  // set, and `concerns` is looked up for the few open documents.
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
