import { csvOf } from '#contract/csv.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';
import { PERSON_COLUMNS, ROLE_DIVIDER, SECTOR_COLUMNS, STATUS_WORD, titlesOf } from './read-sheet.ts';
import { readSectors } from './plan-sectors.ts';
import { readPeople } from './read-people.ts';

/** `lines` counts the rows below the line of titles. */
type Sheet = { readonly text: string; readonly lines: number };

/** All sectors of the tenant as a sheet that can be imported again. */
export async function sheetOfSectors(database: Database, actor: Actor): Promise<Sheet> {
  const sectors = await database.inTenant(actor.tenantId, (tx) => readSectors(tx, actor));
  const rows = sectors.map(({ acronym, name, status }) => [acronym, name, STATUS_WORD[status]]);
  return { text: csvOf([titlesOf(SECTOR_COLUMNS), ...rows]), lines: rows.length };
}

/** The people whom the actor manages (rule B2), as a sheet that can be imported again. */
export async function sheetOfPeople(database: Database, actor: Actor): Promise<Sheet> {
  const people = await database.inTenant(actor.tenantId, (tx) => readPeople(tx, { actor, where: sql`true` }));
  const rows = people
    .filter((person) => person.managed)
    .map((one) => [
      one.name,
      one.last_name,
      one.email,
      one.acronym ?? '',
      one.roles.map((role) => role.name).join(ROLE_DIVIDER),
      STATUS_WORD[one.status],
      one.job_title ?? '',
      one.registration ?? '',
    ]);
  return { text: csvOf([titlesOf(PERSON_COLUMNS), ...rows]), lines: rows.length };
}
