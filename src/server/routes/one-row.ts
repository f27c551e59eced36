import { sql } from 'drizzle-orm';
import { problems } from '../reporting/errors.ts';
import type { Done, Writing } from '../once/idempotency.ts';
import { listReference } from '../queries/list-reference.ts';
import type { ReferenceCollection } from '../queries/reference-rows.ts';

/** The alias of each collection that is written: constants of the code, not escaped. */
const ALIASES = { organizations: 'o', document_subjects: 's', models: 'm', alerts: 'a' } as const;
export type WrittenCollection = keyof typeof ALIASES & ReferenceCollection;

/**
 * The row that a write made or changed, read after the commit. For a replay it is undefined when
 * the row is gone or no longer in sight.
 */
export async function rowAfter<Name extends WrittenCollection>(
  writing: Writing,
  { collection, done }: { collection: Name; done: Done },
) {
  const { actor } = writing;
  const id = sql.raw(`${ALIASES[collection]}.id`);
  const where = sql`${id} = ${done.ids.row_id ?? 0}`;
  const rows = await writing.services.database.onceInTenant(actor.tenantId, (tx) =>
    listReference(tx, { actor, collection, where, order: id }),
  );
  const [row] = rows;
  if (row === undefined && done.receipt === null) throw problems.notFound();
  return row;
}
