import { registeredRows } from './reference-rows.ts';
import type { DocumentSubjectRow, OrganizationRow, UserRow } from '#contract/reference-data.ts';
import type { Mirror } from '../store/schema.ts';

export type NameBook = {
  readonly people: ReadonlyMap<number, UserRow>;
  readonly sectors: ReadonlyMap<number, OrganizationRow>;
  readonly subjects: ReadonlyMap<number, DocumentSubjectRow>;
};

/**
 * All people, sectors and subjects by id, also those no longer active, to describe a command with.
 */
export async function nameBook(mirror: Mirror): Promise<NameBook> {
  const [people, sectors, subjects] = await Promise.all([
    registeredRows(mirror, 'users'),
    registeredRows(mirror, 'organizations'),
    registeredRows(mirror, 'document_subjects'),
  ]);
  return {
    people: new Map(people.map((row) => [row.id, row])),
    sectors: new Map(sectors.map((row) => [row.id, row])),
    subjects: new Map(subjects.map((row) => [row.id, row])),
  };
}
