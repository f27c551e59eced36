import type { DocumentDetails, Interaction } from '#contract/documents.ts';
import type { StoredDocumentDetails } from '../queries/document-details.ts';

/** The thread and the history of a document with files, people and sectors in their places. */
export type NamedThread = Pick<DocumentDetails, 'files' | 'interactions' | 'logs' | 'viewers'>;

/** Puts the people, sectors and files of stored details where their ids stand. */
export function namedThread(stored: StoredDocumentDetails): NamedThread {
  const people = new Map(stored.people.map((person) => [person.id, person]));
  const sectors = new Map(stored.organizations.map((sector) => [sector.id, sector]));
  const own: Interaction['files'] = [];
  const then = (creatorId: number, at: string): { creator_then?: string } => {
    const former = stored.former_names.find((one) => one.user_id === creatorId && one.until > at);
    return former === undefined ? {} : { creator_then: former.name };
  };
  const filesOf = new Map<number | null, Interaction['files']>([[null, own]]);
  for (const { interaction_id: interactionId, ...file } of stored.files) {
    const files = filesOf.get(interactionId);
    if (files === undefined) filesOf.set(interactionId, [file]);
    else files.push(file);
  }
  return {
    files: own,
    interactions: stored.interactions.map(({ creator_id: creatorId, ...line }) => ({
      ...line,
      creator: known(people, creatorId),
      ...then(creatorId, line.created_at),
      files: filesOf.get(line.id) ?? [],
    })),
    logs: stored.logs.map(
      ({ creator_id: creatorId, responsible_ids: responsibleIds, organization_ids: sectorIds, ...line }) => ({
        ...line,
        creator: known(people, creatorId),
        ...then(creatorId, line.created_at),
        responsibles: responsibleIds.flatMap((id) => people.get(id) ?? []),
        organizations: sectorIds.flatMap((id) => sectors.get(id) ?? []),
      }),
    ),
    viewers: stored.viewers.map(({ user_id: userId, ...viewer }) => ({ ...viewer, user: known(people, userId) })),
  };
}

/** A foreign key promises the person. */
function known<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`a line names ${id}, which the database did not give`);
  return row;
}
