import { COLLECTIONS, SESSION } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { documentRowText, ownCommand } from '../queries/document-row.ts';
import { type ReferenceCollection, referenceSources } from '../queries/reference-rows.ts';
import { type Reader, sessionText } from './session-row.ts';

/**
 * What a key of a document brings along, for alias `d`: its status on `today`, and the command that
 * is told to its author.
 */
export function documentFacts(actor: Actor, today: CalendarDay): SQL {
  return sql`status_at(d.stored_status, d.limit_date, ${today}::date) as status, ${ownCommand(viewerOf(actor))}`;
}

/** The same columns of a key of any other row. */
export const NO_FACTS: SQL = sql`null::text as status, null::uuid as command_id`;

/**
 * The row of a key `k` (collection, id, rev) as the text of its JSON. It is read by its primary
 * key, and by that alone: a branch of CASE that is not taken costs nothing. null where the row is
 * gone or the person does not see it. The session's has not its wire shape yet (session-row.ts).
 */
export function rowOfKey({ actor, loginId }: Reader): SQL {
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
