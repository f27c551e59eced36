import type { TenantPatch } from '#contract/reference-writes.ts';
import { isLatin, isPlainAcronym, skeletonOf } from '#domain/look-alike.ts';
import { fold } from '#domain/search.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import { allowLong, isUniqueViolation, type Transaction, violatedConstraint } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { senderOf, storeImage } from '../../files/encode-image.ts';
import { once, type Done } from '../../once/idempotency.ts';
import type { Services } from '../../services/services.ts';
import { changedColumns } from '../frame/save-row.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { asStored } from '../frame/stored-text.ts';

export type TenantCall = CommandCall<v.InferOutput<typeof TenantPatch>> & { readonly services: Services };

/**
 * PATCH /api/tenants (rules H10, H15). Devices get the tenant with the session, whose row changes
 * for everybody.
 */
export async function updateTenant(call: TenantCall): Promise<Done> {
  const { actor, files } = call;
  const written = asStored(call.body);
  const body = written.acronym === undefined ? written : { ...written, acronym: written.acronym.toUpperCase() };
  guardLook(body);
  const [logo] = files;
  const stored =
    logo === undefined
      ? undefined
      : await storeImage(call.services.files, { file: logo, field: 'logo', sender: senderOf(actor) });
  return once(call, {
    write: { type: 'update-tenant', fields: call.body, fileHashes: files.map((file) => file.sha256) },
    // New names of people and sectors write documents too, and then rows that refer to the tenant.
    changesPeople: body.acronym !== undefined,
    effect: async (tx) => {
      const { name, acronym, sector, time_zone, reminder_days: days, escalation_days } = body;
      const looks = {
        name_skeleton: name === undefined ? undefined : skeletonOf(name),
        acronym_skeleton: acronym === undefined ? undefined : skeletonOf(acronym),
      };
      const sets = changedColumns({
        name,
        acronym,
        ...looks,
        sector,
        time_zone,
        reminder_days: days === undefined ? undefined : sql`${sql.param(farFirst(days))}::integer[]`,
        escalation_days,
        logo_key: stored?.storageKey,
        logo_sha256: stored?.sha256,
      });
      if (acronym !== undefined) await renumber(tx, { actor, acronym });
      if (sets !== null)
        await uniqueTenant(() => tx.execute(sql`update tenants set ${sets} where id = ${actor.tenantId}`));
      return { touched: sets === null ? {} : { tenants: [actor.tenantId] }, result: 'applied', ids: {} };
    },
  });
}

/** Days before a limit date, each once, the largest number first. */
const farFirst = (days: readonly number[]): number[] => [...new Set(days)].toSorted((one, other) => other - one);

const Named = v.object({ acronym: v.string() });

/**
 * Rewrites the beginning of each document's search text: a ticket begins with the tenant's acronym
 * (rule C5). It locks the documents in the order of their ids, as every write of many does. It runs
 * before the tenant is written: that locks the tenant's row for the rows that refer to it, and a
 * write on a document stores such rows while it holds the document.
 */
async function renumber(tx: Transaction, { actor, acronym }: { actor: Actor; acronym: string }): Promise<void> {
  // Read here: another effect may have given one since the request was judged.
  const [tenant] = await tx.rowsOf(Named, sql`select acronym from tenants where id = ${actor.tenantId}`);
  if (tenant === undefined || tenant.acronym === acronym) return;
  const old = fold(tenant.acronym);
  const mine = sql`tenant_id = ${actor.tenantId} and starts_with(search_text, ${old})`;
  await allowLong(tx);
  await tx.execute(sql`select count(*)
    from (select id from documents where ${mine} order by id for no key update) as locked`);
  await tx.execute(sql`update documents set search_text = ${fold(acronym)}::text || substr(search_text, ${old.length + 1}::int)
    where ${mine}`);
}

/**
 * Throws 422 unless the name has only Latin letters and the acronym only A to Z and digits, so that
 * no other alphabet can imitate either (S154).
 */
function guardLook({ name, acronym }: Pick<v.InferOutput<typeof TenantPatch>, 'name' | 'acronym'>): void {
  if (name !== undefined && !isLatin(name)) throw problems.invalid({ name: ['Use só letras do nosso alfabeto.'] });
  if (acronym !== undefined && !isPlainAcronym(acronym))
    throw problems.invalid({ acronym: ['Use só letras de A a Z, sem acento, e números.'] });
}

async function uniqueTenant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (violatedConstraint(error) === 'tenants_name_skeleton')
      throw problems.invalid({ name: ['Outro órgão tem esse nome, ou um que se confunde com ele.'] });
    if (violatedConstraint(error) === 'tenants_acronym_skeleton')
      throw problems.invalid({ acronym: ['Outro órgão tem essa sigla, ou uma que se confunde com ela.'] });
    if (isUniqueViolation(error, 'tenants')) throw problems.invalid({ acronym: ['Essa sigla já está em uso.'] });
    throw error;
  }
}
