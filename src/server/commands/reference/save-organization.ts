import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { OrganizationInput, OrganizationPatch } from '#contract/reference-writes.ts';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import type { Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { saveRow } from '../frame/save-row.ts';
import { rowsShowing } from './rows-of-sectors.ts';

type Patch = v.InferOutput<typeof OrganizationPatch>;

/** POST /api/organizations. */
export function createOrganization(call: CommandCall<v.InferOutput<typeof OrganizationInput>>): Promise<Done> {
  return save({ call, id: null });
}

/** PUT /api/organizations. A new name changes everything that shows it: people, models, subjects, and open documents. */
export function updateOrganization(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: { call: CommandCall<Patch>; id: number | null }): Promise<Done> {
  const { actor, body } = call;
  return saveRow(call, {
    kind: 'organization',
    table: 'organizations',
    id,
    unique: uniqueAcronym,
    columns: (_tx, { name, acronym, status }) => ({ name, acronym, status }),
    after: async (tx) => {
      const renames = body.name !== undefined || body.acronym !== undefined;
      return id !== null && renames ? showing(tx, { actor, id }) : {};
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
      throw problems.invalid({ acronym: [REFUSAL_TEXT.acronym_taken] });
    }
    throw error;
  }
}
