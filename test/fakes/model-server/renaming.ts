// Whatever shows a person, a sector or a subject gets their names of now, and the number of the
// change: people, models and subjects that show a sector, and documents that are not completed.
// Completed ones keep the names that they had.

import type { RowCollection } from '#contract/row-writes.ts';
import { organizationRef, personRef, type Model, type ModelDocument } from './model.ts';

type Change = {
  readonly collection: RowCollection;
  readonly ids: readonly number[];
  /** What was written; `deleted` for a deletion. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly rev: number;
};

export function showNames(model: Model, change: Change): void {
  const { collection, ids, fields, rev } = change;
  const isWritten = (...names: readonly string[]) => names.some((name) => fields[name] !== undefined);
  if (collection === 'users' && isWritten('name', 'last_name', 'organization_id'))
    return onDocuments(model, { users: ids, rev });
  if (collection === 'document_subjects' && isWritten('name')) return onDocuments(model, { subjects: ids, rev });
  if (collection !== 'organizations') return undefined;
  if (isWritten('deleted')) return onDocuments(model, { users: withoutSector(model, { ids, rev }), rev });
  if (!isWritten('name', 'acronym')) return undefined;
  const users = peopleOf(model, ids);
  for (const id of users)
    changeUser(model, id, (user) => ({ organization: organizationRef(model, user.organization?.id ?? null), rev }));
  for (const [id, row] of model.models) {
    if (!shows(row.organizations, ids)) continue;
    model.models.set(id, { ...row, organizations: named(model, row.organizations), rev });
  }
  for (const [id, row] of model.subjects) {
    const { exempt_submission_date_organizations: exempt } = row;
    if (row.deleted || !shows(exempt, ids)) continue;
    model.subjects.set(id, { ...row, exempt_submission_date_organizations: named(model, exempt), rev });
  }
  onDocuments(model, { users, organizations: ids, rev });
}

type WithId = { readonly id: number };
const shows = (refs: readonly WithId[], ids: readonly number[]) => refs.some(({ id }) => ids.includes(id));
const named = (model: Model, refs: readonly WithId[]) => refs.flatMap(({ id }) => organizationRef(model, id) ?? []);

function peopleOf(model: Model, sectors: readonly number[]): number[] {
  return [...model.users.values()].flatMap(({ id, organization }) =>
    organization !== null && sectors.includes(organization.id) ? [id] : [],
  );
}

type User = NonNullable<ReturnType<Model['users']['get']>>;

function changeUser(model: Model, id: number, change: (user: User) => Partial<User>): void {
  const user = model.users.get(id);
  if (user !== undefined) model.users.set(id, { ...user, ...change(user) });
}

/** People of deleted sectors have none, and see other documents. */
function withoutSector(model: Model, { ids, rev }: { ids: readonly number[]; rev: number }): number[] {
  const users = peopleOf(model, ids);
  for (const id of users) changeUser(model, id, () => ({ organization: null, scopeEpoch: `${id}-${rev}`, rev }));
  return users;
}

type RenamedRows = {
  readonly users?: readonly number[];
  readonly organizations?: readonly number[];
  readonly subjects?: readonly number[];
  readonly rev: number;
};

function onDocuments(model: Model, { users = [], organizations = [], subjects = [], rev }: RenamedRows): void {
  for (const [id, document] of model.documents) {
    const { stored_status, created_by, origin, subject, responsibles, organizations: sectors } = document;
    const isShown =
      users.includes(created_by) ||
      shows(responsibles, users) ||
      shows([...sectors, ...(origin === null ? [] : [origin])], organizations) ||
      subjects.includes(subject.id);
    if (stored_status !== 'completed' && isShown) model.documents.set(id, { ...withNames(model, document), rev });
  }
}

function withNames(model: Model, document: ModelDocument): ModelDocument {
  const { created_by, origin, subject, responsibles, organizations } = document;
  return {
    ...document,
    creator: personRef(model, created_by),
    origin: organizationRef(model, origin?.id ?? null),
    subject: { id: subject.id, name: model.subjects.get(subject.id)?.name ?? subject.name },
    responsibles: responsibles.map(({ id }) => personRef(model, id)),
    organizations: named(model, organizations),
  };
}
