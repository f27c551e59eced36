import { OrganizationInput } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { ActiveStatus } from '#contract/scalars.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';
import { readSheet, SECTOR_COLUMNS, STATUS_WORD } from './read-sheet.ts';
import {
  judgeFields,
  judgeStatus,
  Judging,
  LONGER_LINE,
  planOf,
  repeatedText,
  storedCells,
  type Plan,
} from './judged-line.ts';

const Sector = v.object({ id: v.number(), name: v.string(), acronym: v.string(), status: ActiveStatus });
export type Sector = v.InferOutput<typeof Sector>;

/** `id` is null for a new sector. */
export type WrittenSector = Omit<Sector, 'id'> & { readonly id: number | null };

const Texts = v.object({ name: OrganizationInput.entries.name, acronym: OrganizationInput.entries.acronym });

export function readSectors(tx: Transaction, { tenantId }: Actor): Promise<Sector[]> {
  return tx.rowsOf(
    Sector,
    sql`select id, name, acronym, status from organizations where tenant_id = ${tenantId} and deleted_at is null
      order by lower(acronym), id`,
  );
}

/**
 * What the sheet would change among the tenant's sectors, which this transaction reads. The key of
 * a sector is its acronym.
 */
export async function planSectors(tx: Transaction, of: { actor: Actor; file: Buffer }): Promise<Plan<WrittenSector>> {
  const sheet = readSheet(of.file, SECTOR_COLUMNS);
  const known = new Map((await readSectors(tx, of.actor)).map((sector) => [sector.acronym.toLowerCase(), sector]));
  const seen = new Map<string, number>();
  const mayUpdate = of.actor.permissions.has('update_organizations');
  const lines = sheet.lines.map((line) => {
    const judging = new Judging(SECTOR_COLUMNS);
    const cells = storedCells(line);
    const key = cells.acronym?.toLowerCase() ?? '';
    const current = known.get(key);
    if (line.isLonger) judging.refuse('', LONGER_LINE);
    judgeFields(judging, {
      schema: Texts,
      fields: { name: cells.name ?? current?.name ?? '', acronym: cells.acronym ?? '' },
    });
    const status = judgeStatus(judging, cells.status);
    const earlier = seen.get(key);
    if (key !== '' && earlier !== undefined) judging.refuse('acronym', repeatedText(earlier));
    seen.set(key, earlier ?? line.line);
    const wanted = {
      name: cells.name ?? current?.name ?? '',
      acronym: cells.acronym ?? '',
      status: status ?? current?.status ?? 'active',
    };
    if (current !== undefined) {
      judging.change('name', current.name, wanted.name);
      judging.change('acronym', current.acronym, wanted.acronym);
      judging.change('status', STATUS_WORD[current.status], STATUS_WORD[wanted.status]);
      if (judging.changes.length > 0 && !mayUpdate) judging.refuse('', REFUSAL_TEXT.no_permission);
    }
    return judging.line({
      line: line.line,
      label: [cells.acronym, wanted.name].filter((text) => text !== undefined && text !== '').join(' · '),
      isNew: current === undefined,
      written: (): WrittenSector => ({ id: current?.id ?? null, ...wanted }),
    });
  });
  return planOf(lines, { file: of.file, sheet, columns: SECTOR_COLUMNS });
}
