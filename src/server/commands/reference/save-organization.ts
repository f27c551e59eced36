import type { OrganizationInput, OrganizationPatch } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { CommandCall } from '../../call/command-call.ts';
import { isUniqueViolation, type Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';
import type { ChangeStamp } from '../../once/change-counter.ts';
import { type Done, once } from '../../once/idempotency.ts';
import type { Actor } from '../../policies/actor.ts';
import { problems } from '../../reporting/errors.ts';
import { renamed } from '../documents/renamed.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';

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
      const { name, acronym, status, chief_user_id } = asStored(call.body);
      await guardChief(tx, { actor, sector: id, chief: chief_user_id ?? null });
      const columns = { name, acronym, status, chief_user_id };
      const written = await uniqueAcronym(() => writeRow(tx, { ...row, tenantId: actor.tenantId, columns }));
      const renames = id !== null && (name !== undefined || acronym !== undefined);
      return saved(row.table, written, renames ? await showing(tx, { actor, id }) : {});
    },
  });
}

/** Throws 422 unless the chief is an active person of the sector. null means no chief. */
async function guardChief(
  tx: Transaction,
  { actor, sector, chief }: { actor: Actor; sector: number | null; chief: number | null },
): Promise<void> {
  if (chief === null) return;
  const { rows } = await tx.execute(sql`select 1 from users where tenant_id = ${actor.tenantId} and id = ${chief}
    and organization_id = ${sector} and status = 'active' and deleted_at is null`);
  if (rows.length === 0) throw problems.invalid({ chief_user_id: [REFUSAL_TEXT.chief_elsewhere] });
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

type Sectors = { readonly actor: Actor; readonly organizations: readonly number[] };

/**
 * Ids of the people of the sectors, deleted ones included, because they stay as names. Their rows
 * show the sector's name, and are locked in the order of their ids before they are changed.
 */
export function peopleOf(tx: Transaction, { actor, organizations }: Sectors): Promise<number[]> {
  return lock(tx, { table: 'users', where: sql`x.organization_id = ${anyOf(organizations)}`, actor });
}

/**
 * Locks the people, models and subjects whose rows show one of the sectors, and returns their ids.
 * Documents are found by `renamed`.
 */
export async function rowsShowing(tx: Transaction, sectors: Sectors) {
  const { actor } = sectors;
  const named = (link: string, owner: string): SQL => sql`x.deleted_at is null and exists (select 1
    from ${sql.raw(link)} e where e.tenant_id = x.tenant_id and e.${sql.raw(owner)} = x.id
      and e.organization_id = ${anyOf(sectors.organizations)})`;
  return {
    users: await peopleOf(tx, sectors),
    models: await lock(tx, { table: 'models', where: named('model_organizations', 'model_id'), actor }),
    document_subjects: await lock(tx, {
      table: 'document_subjects',
      where: named('subject_exempt_organizations', 'subject_id'),
      actor,
    }),
  };
}

async function lock(
  tx: Transaction,
  rows: { table: 'users' | 'models' | 'document_subjects'; where: SQL; actor: Actor },
): Promise<number[]> {
  const found = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`select x.id from ${sql.raw(rows.table)} x
    where x.tenant_id = ${rows.actor.tenantId} and ${rows.where} order by x.id for no key update of x`,
  );
  return found.map((row) => row.id);
}
