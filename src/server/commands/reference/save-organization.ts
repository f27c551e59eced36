import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { OrganizationInput, OrganizationPatch } from '#contract/reference-writes.ts';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { lockRows } from '../frame/lock-rows.ts';
import { saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';
import { rowsShowing } from './rows-of-sectors.ts';

type Patch = v.InferOutput<typeof OrganizationPatch>;

/** POST /api/organizations. */
export function createOrganization(call: CommandCall<v.InferOutput<typeof OrganizationInput>>): Promise<Done> {
  return save({ call, id: null });
}

/**
 * PUT /api/organizations. A new name changes everything that shows it: people, models, subjects,
 * and open documents.
 */
export function updateOrganization(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: { call: CommandCall<Patch>; id: number | null }): Promise<Done> {
  const { actor } = call;
  const row = { table: 'organizations', id } as const;
  return once(call, {
    ...saving(call, { kind: 'organization', ...row }),
    effect: async (tx) => {
      if (id !== null) await lockRows(tx, { actor, table: row.table, ids: [id] });
      const { name, acronym, status } = asStored(call.body);
      const columns = { name, acronym, status };
      const written = await uniqueAcronym(() => writeRow(tx, { ...row, tenantId: actor.tenantId, columns }));
      const renames = id !== null && (name !== undefined || acronym !== undefined);
      return saved(row.table, written, renames ? await showing(tx, { actor, id }) : {});
    },
  });
}

async function showing(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<ChangeStamp['touched']> {
  const organizations = [id];
  const rows = await rowsShowing(tx, { actor, organizations });
  return { ...rows, documents: await renamed(tx, { actor, organizations, users: rows.users }) };
}

/**
 * Runs `work` and turns a violated constraint into a refusal: acronyms are unique per tenant (rule
 * H15).
 */
async function uniqueAcronym<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'organizations')) {
      throw problems.invalid({ acronym: [REFUSAL_TEXT.acronym_taken] });
    }
    throw error;
  }
}
