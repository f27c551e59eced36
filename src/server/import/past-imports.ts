// The record of past imports: written in the transaction of an import, and read by people who may
// import.

import { type ImportedReport, ImportLine, type ImportReport, PastImport } from '#contract/import.ts';
import { sql, type SQL } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import type { Actor } from '../policies/actor.ts';

const KINDS = { organizations: 'create_organizations', users: 'create_users' } as const;
type ImportKind = keyof typeof KINDS;

type Imported = {
  readonly actor: Actor;
  readonly now: number;
  readonly kind: ImportKind;
  readonly file: Buffer;
  readonly report: ImportReport;
  /** Names of the people who were deactivated because the sheet did not name them. */
  readonly off: readonly string[];
};

/** Keeps what an import changed, in its transaction. */
export async function keepImport(tx: Transaction, of: Imported): Promise<void> {
  const { actor, now, kind, file, report, off } = of;
  const counts = { new: report.counts.new, changed: report.counts.changed, off: off.length };
  const lines = report.lines.filter((line) => line.result !== 'same').map(({ cells: _cells, ...line }) => line);
  const kept = { lines, off };
  await tx.execute(sql`insert into imports (tenant_id, by, at, kind, sha256, counts, report)
    values (${actor.tenantId}, ${actor.userId}, ${new Date(now).toISOString()}::timestamptz, ${kind},
      ${createHash('sha256').update(file).digest('hex')}, ${JSON.stringify(counts)}::jsonb,
      ${JSON.stringify(kept)}::jsonb)`);
}

const SHOWN_MAX = 50;

/** The kinds of sheets that the person may import; empty for a person who may import none. */
export const importedKinds = (actor: Actor): readonly ImportKind[] =>
  (Object.keys(KINDS) as ImportKind[]).filter((kind) => actor.permissions.has(KINDS[kind]));

/**
 * A Super Admin reads the imports of everybody. Another person reads their own, because a report
 * names people of other sectors (rule B2).
 */
const readable = (actor: Actor): SQL => sql`i.tenant_id = ${actor.tenantId}
  and i.kind = any(${sql.param([...importedKinds(actor)])}::text[])
  and ${actor.superAdmin ? sql`true` : sql`i.by = ${actor.userId}`}`;

const importJson = sql`json_build_object('id', i.id, 'at', ${instantJson('i.at')}, 'kind', i.kind, 'counts', i.counts,
  'by', (select u.name || ' ' || u.last_name from users u where u.tenant_id = i.tenant_id and u.id = i.by))`;

/** The newest imports that the person may read. */
export async function pastImports(tx: Transaction, actor: Actor): Promise<PastImport[]> {
  const rows = await tx.rowsOf(
    v.object({ import: PastImport }),
    sql`select ${importJson} as import from imports i where ${readable(actor)} order by i.id desc limit ${SHOWN_MAX}`,
  );
  return rows.map((row) => row.import);
}

/** What one import changed; null for one that the person may not read. */
export async function importedReport(
  tx: Transaction,
  { actor, id }: { readonly actor: Actor; readonly id: number },
): Promise<ImportedReport | null> {
  const Kept = v.object({ lines: v.array(ImportLine), off: v.array(v.string()) });
  const rows = await tx.rowsOf(
    v.object({ import: PastImport, report: Kept }),
    sql`select ${importJson} as import, i.report from imports i where ${readable(actor)} and i.id = ${id}`,
  );
  const [row] = rows;
  return row === undefined ? null : { import: row.import, ...row.report };
}
