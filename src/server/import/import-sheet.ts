// Imports a sheet of sectors or people in two requests (S209). The first one judges the sheet and
// writes nothing. The second one names that judgement by its hash, `conference`. It judges the
// sheet again in its transaction, and writes only when the judgement is still the same.

import type { ImportAnswer, ImportInput } from '#contract/import.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { CommandCall } from '../call/command-call.ts';
import { renamed } from '../commands/documents/renamed.ts';
import { lockRows } from '../commands/frame/save-row.ts';
import { rowsShowing } from '../commands/reference/save-organization.ts';
import { isUniqueViolation, type Transaction } from '../db/database.ts';
import type { ChangeStamp } from '../once/change-counter.ts';
import { once, type Tell } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';
import { keepImport } from './past-imports.ts';
import { applyPeople, keysOfSheet, missingLabel, planPeople } from './plan-people.ts';
import type { Plan } from './judged-line.ts';
import { planSectors, type WrittenSector } from './plan-sectors.ts';
import { type Person, takenElsewhere } from './read-people.ts';

type Call = CommandCall<v.InferOutput<typeof ImportInput>>;

type Kind<Written> = {
  readonly of: 'organizations' | 'users';
  readonly plan: (tx: Transaction) => Promise<Plan<Written>>;
  readonly apply: (
    tx: Transaction,
    of: { rows: readonly Written[]; off: readonly Person[]; tell: Tell },
  ) => Promise<Applied>;
};
/** `invited`: how many invitations were queued; absent when the request did not ask for them. */
type Applied = { readonly touched: ChangeStamp['touched']; readonly invited?: number };

const MOVED = 'Algo mudou no sistema desde a conferência. Confira a planilha de novo.';
const REFUSED = 'Há linhas com erro. Corrija a planilha e confira de novo: nada foi importado.';
const NOTHING = 'Não há nada para importar: a planilha está igual ao que já está no sistema.';

/** POST /api/organizations/import. */
export function importSectors(call: Call): Promise<ImportAnswer> {
  const { actor } = call;
  const file = fileOf(call);
  return importSheet(call, {
    of: 'organizations',
    plan: (tx) => planSectors(tx, { actor, file }),
    apply: async (tx, { rows }) => ({ touched: await applySectors(tx, { actor, rows }) }),
  });
}

/**
 * POST /api/users/import. The e-mails of other tenants are looked up before the transaction,
 * because row-level security hides them in it.
 */
export async function importPeople(call: Call): Promise<ImportAnswer> {
  const { actor, now } = call;
  const { invite = false } = call.body;
  const file = fileOf(call);
  const taken = await takenElsewhere(call.services.database, { actor, keys: keysOfSheet(file) });
  return importSheet(call, {
    of: 'users',
    plan: (tx) => planPeople(tx, { actor, file, taken }),
    apply: (tx, { rows, off, tell }) => applyPeople(tx, { actor, now, rows, off, tell, invite }),
  });
}

const fileOf = (call: Call): Buffer => Buffer.from(call.body.file, 'base64');

async function importSheet<Written>(call: Call, kind: Kind<Written>): Promise<ImportAnswer> {
  const { conference } = call.body;
  if (conference === undefined) {
    const { report } = await call.services.database.inTenant(call.actor.tenantId, kind.plan);
    return { report, applied: false };
  }
  const deactivate = new Set(call.body.deactivate);
  let made: Pick<ImportAnswer, 'report' | 'invited'> = {};
  const done = await once(call, {
    write: { type: `import-${kind.of}`, fields: call.body, fileHashes: [] },
    changesPeople: true,
    effect: async (tx, tell) => {
      const { report, lines, missing = [] } = await kind.plan(tx);
      if (report.counts.refused > 0) throw problems.invalid({ file: [REFUSED] });
      if (report.conference !== conference) throw problems.invalid({ file: [MOVED] });
      const rows = lines.flatMap((line) => line.written ?? []);
      const off = missing.filter((person) => deactivate.has(person.id));
      if (off.length < deactivate.size) throw problems.invalid({ file: [MOVED] });
      if (rows.length + off.length === 0) throw problems.invalid({ file: [NOTHING] });
      const { touched, ...told } = await kind.apply(tx, { rows, off, tell });
      made = { report, ...told };
      const { actor, now } = call;
      await keepImport(tx, { actor, now, kind: kind.of, file: fileOf(call), report, off: off.map(missingLabel) });
      return { touched, result: 'applied', ids: {} };
    },
  }).catch((error: unknown) => {
    const isTaken = ['users', 'organizations'].some((table) => isUniqueViolation(error, table));
    throw isTaken ? problems.invalid({ file: [MOVED] }) : error;
  });
  return {
    applied: true,
    ...made,
    ...(done.receipt === null ? {} : { receipt: done.receipt }),
  };
}

/** Writes the sectors of a sheet; returns the rows that changed. */
async function applySectors(
  tx: Transaction,
  { actor, rows }: { actor: Actor; rows: readonly WrittenSector[] },
): Promise<ChangeStamp['touched']> {
  const { tenantId } = actor;
  const changed = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const organizations = await lockRows(tx, { actor, table: 'organizations', ids: changed });
  const showing = await rowsShowing(tx, { actor, organizations });
  const columns = sql`(place bigint, id bigint, name text, acronym text, status text)`;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ place, ...row })))}::jsonb) as g ${columns}`;
  await tx.execute(sql`update organizations o set name = g.name, acronym = g.acronym, status = g.status
    from ${given} where o.tenant_id = ${tenantId} and o.id = g.id`);
  const made = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`insert into organizations (tenant_id, name, acronym, status)
      select ${tenantId}::bigint, g.name, g.acronym, g.status from ${given} where g.id is null order by g.place returning id`,
  );
  const documents = await renamed(tx, { actor, organizations, users: showing.users });
  return { ...showing, documents, organizations: [...organizations, ...made.map(({ id }) => id)] };
}
