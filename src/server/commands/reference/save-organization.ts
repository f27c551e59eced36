import type { OrganizationInput, OrganizationPatch } from '#contract/reference-writes.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import type { Transaction } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/violations.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import { changedColumns } from '../frame/changed-columns.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { lockRows } from '../frame/lock-rows.ts';
import { rowsShowing } from './rows-of-sectors.ts';
import { asStored } from '../frame/stored-text.ts';

/** POST /api/organizations. */
export function createOrganization(call: CommandCall<v.InferOutput<typeof OrganizationInput>>): Promise<Done> {
  const { actor } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'create-organization', fields: call.body, fileHashes: [] },
    effect: async (tx) => {
      const { rows } = await uniqueAcronym(() =>
        tx.execute<{ id: number }>(sql`insert into organizations (tenant_id, name, acronym, status)
          values (${actor.tenantId}, ${body.name}, ${body.acronym}, ${body.status}) returning id`),
      );
      const id = rows[0]?.id ?? 0;
      return { touched: { organizations: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/** PUT /api/organizations. A new name changes everything that shows it: people, models, subjects, and open documents. */
export function updateOrganization(
  call: CommandCall<v.InferOutput<typeof OrganizationPatch>>,
  id: number,
): Promise<Done> {
  const { actor } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'update-organization', fields: { id, ...call.body }, fileHashes: [] },
    effect: async (tx: Transaction) => {
      await lockRows(tx, { actor, table: 'organizations', ids: [id] });
      const sets = changedColumns({ name: body.name, acronym: body.acronym, status: body.status });
      if (sets !== null) {
        await uniqueAcronym(() =>
          tx.execute(sql`update organizations set ${sets} where tenant_id = ${actor.tenantId} and id = ${id}`),
        );
      }
      const named = body.name !== undefined || body.acronym !== undefined;
      const also = named ? await showing(tx, { actor, id }) : {};
      return { touched: { ...also, organizations: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

async function showing(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<ChangeStamp['touched']> {
  const organizations = [id];
  const rows = await rowsShowing(tx, { actor, organizations });
  return { ...rows, documents: await renamed(tx, { actor, organizations, users: rows.users }) };
}

/** Runs `work` and turns a violated constraint into a refusal: acronyms are unique per tenant (rule H15). */
async function uniqueAcronym<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'organizations')) {
      throw problems.invalid({ acronym: ['Já existe um setor com essa sigla.'] });
    }
    throw error;
  }
}
