import type { OrganizationRef, PersonRef, SubjectRef } from '#contract/scalars.ts';
import type { SessionUser } from '#contract/session.ts';
import type { Candidate } from '#domain/decide-respond.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * A person as the fold needs them: how to show them, and whether a document may be sent to them.
 */
export type FoldPerson = { readonly ref: PersonRef; readonly active: boolean };

/**
 * The names and settings that a fold reads from the mirror. A fold has no clock, because every
 * command is judged on the day on which it was made.
 */
export type FoldContext = {
  readonly people: ReadonlyMap<number, FoldPerson>;
  readonly organizations: ReadonlyMap<number, OrganizationRef>;
  readonly subjects: ReadonlyMap<number, SubjectRef>;
  /** IANA zone of the tenant's calendar days. */
  readonly zone: string;
};

const DEFAULT_ZONE = 'America/Sao_Paulo';

type Names = Pick<FoldContext, 'people' | 'organizations' | 'subjects'>;

const kept = new WeakMap<Mirror, { readonly version: number; readonly names: Names }>();

/**
 * The context, inside the caller's transaction if there is one. Names are kept in memory until
 * reference data changes: every fold needs all of them, and their number grows with the town hall.
 */
export async function foldContextOf(mirror: Mirror): Promise<FoldContext> {
  const [session, version = 0] = await Promise.all([readMeta(mirror, 'session'), readMeta(mirror, 'referenceVersion')]);
  const known = kept.get(mirror);
  if (known !== undefined && known.version === version) return contextOf(known.names, session);
  const names = await readNames(mirror);
  kept.set(mirror, { version, names });
  return contextOf(names, session);
}

/**
 * The context of a person whose session is not stored yet, because their sealed work is opened
 * first (S94).
 */
export async function foldContextFor(mirror: Mirror, session: SessionUser): Promise<FoldContext> {
  return contextOf(await readNames(mirror), session);
}

/**
 * The context inside a transaction that has changed reference data. Its names are not kept in
 * memory, because the transaction may still abort.
 */
export async function freshFoldContextOf(mirror: Mirror): Promise<FoldContext> {
  const [session, names] = await Promise.all([readMeta(mirror, 'session'), readNames(mirror)]);
  return contextOf(names, session);
}

async function readNames(mirror: Mirror): Promise<Names> {
  const [users, organizations, subjects] = await Promise.all([
    mirror.users.toArray(),
    mirror.organizations.toArray(),
    mirror.document_subjects.toArray(),
  ]);
  const people = users.map(({ id, name, last_name, organization, status, deleted }): [number, FoldPerson] => [
    id,
    { ref: { id, name, last_name, organization }, active: status === 'active' && !deleted },
  ]);
  return {
    people: new Map(people),
    organizations: new Map(organizations.map(({ id, name, acronym }) => [id, { id, name, acronym }])),
    subjects: new Map(subjects.map(({ id, name }) => [id, { id, name }])),
  };
}

function contextOf(names: Names, session: SessionUser | undefined): FoldContext {
  const zone = session?.tenant.time_zone ?? DEFAULT_ZONE;
  if (session === undefined || names.people.has(session.id)) return { ...names, zone };
  // Before the first page of the feed, the session alone has the name of the person who is logged
  // in.
  const { id, name, last_name, organization } = session;
  const self: FoldPerson = { ref: { id, name, last_name, organization }, active: true };
  return { ...names, people: new Map(names.people).set(id, self), zone };
}

/** The person as the rules judge them; null for an unknown id. */
export function candidateOf(context: FoldContext, userId: number): Candidate | null {
  const person = context.people.get(userId);
  if (person === undefined) return null;
  return { id: userId, active: person.active, organizationId: person.ref.organization?.id ?? null };
}

/** How to show a person. One whom the mirror does not know, or not yet, has an empty name. */
export function personRefOf(context: FoldContext, userId: number): PersonRef {
  return context.people.get(userId)?.ref ?? { id: userId, name: '', last_name: '', organization: null };
}

export function organizationRefOf(context: FoldContext, id: number): OrganizationRef {
  return context.organizations.get(id) ?? { id, name: '', acronym: '' };
}
