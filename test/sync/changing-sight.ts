// A person's sight changes on the server while answers from before the change are still on their
// way.

import { pull } from '#sync/pull.ts';
import { fetchAhead } from '#sync/pull-details.ts';
import type { Dice } from '../fakes/dice.ts';
import { nextRev, organizationRef, userOf } from '../fakes/model-server/model.ts';
import type { Profile } from './device.ts';
import type { World } from './world.ts';

/** Moves a person to another sector. */
export function changesSector({ model }: World, dice: Dice): string {
  const userId = 1 + dice.below(4);
  const user = userOf(model, userId);
  const organization = organizationRef(model, dice.pick([11, 12]));
  const rev = nextRev(model);
  model.users.set(userId, { ...user, organization, rev, scopeEpoch: `${userId}-${rev}` });
  return `${userId} to ${organization?.acronym ?? ''}`;
}

/**
 * Another context prefetches details. Its first answer arrives when a pull, perhaps for another
 * sight, has ended.
 */
export function fetchesAhead(
  world: World,
  { profile: { parts, secondTab }, dice }: { profile: Profile; dice: Dice },
): Promise<string> {
  let pulled: Promise<unknown> | undefined;
  const client: typeof secondTab.client = {
    ...secondTab.client,
    async request(call) {
      const answer = await secondTab.client.request(call);
      if (pulled === undefined && dice.chance(0.5)) changesSector(world, dice);
      pulled ??= pull(parts);
      await pulled;
      return answer;
    },
  };
  return fetchAhead({ ...secondTab, client });
}
