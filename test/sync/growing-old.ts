// Old documents in a history with bounded copies (S110): devices drop them, fetch them again, and
// learn from the server which of them their people still see.

import { applyFetched } from '#mirror/apply/apply-fetched.ts';
import { trimCopy } from '#sync/tidy-done.ts';
import type { Dice } from '../fakes/dice.ts';
import { visibleTo } from '../fakes/model-server/model.ts';
import { rowFor } from '../fakes/model-server/present.ts';
import type { Device } from './device.ts';
import { addDocument } from './town.ts';
import type { World } from './world.ts';

const LONG_AGO = '2020-03-05T12:00:00.000Z';

/**
 * An old completed document appears on the server, and from now on every copy is bounded. Some
 * people see it through their sector alone.
 */
export function growsOld({ model }: World, dice: Dice): string {
  model.boundedFrom = 1;
  const before = model.documents.size;
  const to = dice.pick([{ userId: 1 }, { userId: 2 }, { userId: 4, sectorIds: [11, 12] }]);
  addDocument(model, { title: `old ${model.lastId}`, ...to });
  const document = [...model.documents.values()].at(-1);
  if (document === undefined || model.documents.size === before) return 'its people have moved';
  const facts = { ...document.facts, completed_by: document.created_by };
  const aged = { stored_status: 'completed', created_at: LONG_AGO, last_activity_at: LONG_AGO } as const;
  model.documents.set(document.id, { ...document, ...aged, facts });
  return String(document.id);
}

/** The device drops documents outside of its copies' bounds. */
export async function trims(world: World, { device, userId }: { device: Device; userId: number }): Promise<string> {
  await trimCopy(device.profile(userId).mirror, world.clock.now());
  return String(userId);
}

/**
 * "Buscar no servidor" fetches documents that the person sees and their copy leaves out. No pull
 * runs meanwhile.
 */
export async function searches(world: World, { device, userId }: { device: Device; userId: number }): Promise<string> {
  const { mirror, parts } = device.profile(userId);
  if (device.sessionUserId() !== userId) return 'not logged in';
  return parts.runtime.locks.request(`pull:${mirror.name}`, {
    mode: 'exclusive',
    ifAvailable: true,
    async work(held) {
      if (!held) return 'a pull is running';
      const older = visibleTo(world.model, userId).filter(({ created_at }) => created_at === LONG_AGO);
      const rows = older.map((document) => rowFor(world.model, { document, userId }));
      const isApplied = await applyFetched(mirror, { rows, nowMs: world.clock.now() });
      return isApplied ? `${rows.length} came` : 'not yet';
    },
  });
}
