import type { OrganizationRef, PersonRef, SubjectRef } from '#contract/references.ts';
import type { Candidate } from '#domain/judge-candidates.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** A person as the fold needs them: how to show them, and whether a document may go to them. */
export type FoldPerson = { readonly ref: PersonRef; readonly active: boolean };

/** The names and settings a fold takes from the mirror; it reads no clock: every command is judged on the day it was made. */
export type FoldContext = {
  readonly people: ReadonlyMap<number, FoldPerson>;
  readonly organizations: ReadonlyMap<number, OrganizationRef>;
  readonly subjects: ReadonlyMap<number, SubjectRef>;
  /** The tenant's acronym, for tickets in searches. */
  readonly acronym: string;
  /** IANA zone of the tenant's calendar days. */
  readonly zone: string;
};

const DEFAULT_ZONE = 'America/Sao_Paulo';

/** Reads the context, inside the caller's transaction if there is one. */
export async function foldContextOf(mirror: Mirror): Promise<FoldContext> {
  const [session, users, organizations, subjects] = await Promise.all([
    readMeta(mirror, 'session'),
    mirror.users.toArray(),
    mirror.organizations.toArray(),
    mirror.document_subjects.toArray(),
  ]);
  const people = new Map<number, FoldPerson>();
  // Whoever is logged in is known before the first page has come.
  if (session !== undefined) {
    const { id, name, last_name, organization } = session;
    people.set(id, { ref: { id, name, last_name, organization }, active: true });
  }
  for (const { id, name, last_name, organization, status, deleted } of users) {
    people.set(id, { ref: { id, name, last_name, organization }, active: status === 'active' && !deleted });
  }
  return {
    people,
    organizations: new Map(organizations.map(({ id, name, acronym }) => [id, { id, name, acronym }])),
    subjects: new Map(subjects.map(({ id, name }) => [id, { id, name }])),
    acronym: session?.tenant.acronym ?? '',
    zone: session?.tenant.time_zone ?? DEFAULT_ZONE,
  };
}

/** The person as the rules judge them; null for an id nobody has. */
export function candidateOf(context: FoldContext, userId: number): Candidate | null {
  const person = context.people.get(userId);
  if (person === undefined) return null;
  return { id: userId, active: person.active, organizationId: person.ref.organization?.id ?? null };
}

/** How to show a person, also one the mirror does not know (yet). */
export function personRefOf(context: FoldContext, userId: number): PersonRef {
  return context.people.get(userId)?.ref ?? { id: userId, name: '', last_name: '', organization: null };
}

export function organizationRefOf(context: FoldContext, id: number): OrganizationRef {
  return context.organizations.get(id) ?? { id, name: '', acronym: '' };
}
