import type { Model } from '../../fakes/model-server/model.ts';
import { buildModel } from '../../sync/town.ts';
import type { World } from './world.ts';

/** The real town's people, sectors and free subject under their real ids. */
export function modelOf({ pmvi }: World, clock: () => number): Model {
  const empty = buildModel(clock);
  const organizations = new Map(
    Object.entries(pmvi.sectors).map(([acronym, id]) => [
      id,
      { id, rev: 1, name: `Secretaria ${acronym}`, acronym, status: 'active' as const, deleted: false },
    ]),
  );
  const [person] = empty.users.values();
  const [subject] = empty.subjects.values();
  if (person === undefined || subject === undefined) throw new Error('the model has people and subjects');
  const users = Object.entries(pmvi.people).map(([name, { id, organizationId }]) => {
    const organization = organizationId === null ? null : (organizations.get(organizationId) ?? null);
    return [id, { ...person, id, organization, superAdmin: name.startsWith('admin') }] as const;
  });
  const free = { ...subject, id: pmvi.subjects.free };
  return { ...empty, organizations, users: new Map(users), subjects: new Map([[free.id, free]]) };
}
