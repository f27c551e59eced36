// Bugs planted in a healthy device whose server has neither a feed nor keys (S106). The oracle of
// its histories must notice each.

import { listsState } from '#sync/plain-server/apply-listed.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { ListsState } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { ListPlant } from './list-history.ts';

/** `hazard`: its number in src/sync/promises.md. */
export type PlantedListBug = { readonly hazard: number; readonly plant: ListPlant };

export const PLANTED_LIST_BUGS: Readonly<Record<string, PlantedListBug>> = {
  'a command whose answer was lost is sent again without a look': {
    hazard: 8,
    plant: (parts) => ({
      ...parts,
      outbox: {
        ...parts.outbox,
        async claim(id, claim) {
          const command = await parts.outbox.claim(id, claim);
          return command === null ? null : { ...command, answerLost: false };
        },
      },
    }),
  },
  'one look is enough, whatever is still on its way': {
    hazard: 8,
    plant: (parts) => ({
      ...parts,
      outbox: {
        ...parts.outbox,
        async claim(id, claim) {
          const command = await parts.outbox.claim(id, claim);
          if (command?.answerLost !== true || command.lastError === null) return command;
          return { ...command, lastError: { ...command.lastError, status: null, absentAt: command.attempts - 1 } };
        },
      },
    }),
  },
  'nobody asks whose session it is': {
    hazard: 13,
    plant: (parts) => ({
      ...parts,
      client: {
        ...parts.client,
        async request(call) {
          const answer = await parts.client.request(call);
          if (call.path !== '/api/user' || answer.kind === 'failure') return answer;
          return { ...answer, json: { ...(answer.json as object), id: parts.runtime.userId } };
        },
      },
    }),
  },
  'what was lost counts as done': {
    hazard: 8,
    plant: (parts) => ({
      ...parts,
      outbox: {
        ...parts.outbox,
        record: (command, recording) =>
          recording.outcome.kind === 'again' && recording.outcome.error.class === 'unknown'
            ? parts.outbox.record(command, {
                ...recording,
                outcome: { kind: 'refused', error: { ...recording.outcome.error, class: 'gone' } },
              })
            : parts.outbox.record(command, recording),
      },
    }),
  },
  'what one walk did not meet is dropped': {
    hazard: 21,
    plant: missing(async (mirror) => ({
      documents: (await mirror.documents.toArray()).flatMap(({ serverId }) => serverId ?? []),
    })),
  },
  'what no walk meets is kept': { hazard: 21, plant: missing(async () => ({})) },
};

/** Before each walk, replaces the ids that the walk before did not meet with these. */
function missing(missedOf: (mirror: Mirror) => Promise<ListsState['missed']>): ListPlant {
  return (parts) => ({
    ...parts,
    async plain() {
      const ways = await parts.plain();
      const pull: typeof ways.pull = async (given) => {
        const { mirror } = given.runtime;
        const missed = await missedOf(mirror);
        await writeMeta(mirror, { name: 'lists', value: { ...(await listsState(mirror)), missed } });
        return ways.pull(given);
      };
      return { ...ways, pull };
    },
  });
}
