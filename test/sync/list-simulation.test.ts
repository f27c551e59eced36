// Seeded histories on a server without a feed and without keys: 40, or 400 with MALOTE_LONG. A broken promise names its
// seed. Planted bugs of this mode must be noticed.

import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { type ListPlant, playLists } from './list-history.ts';

const HISTORIES = process.env['MALOTE_LONG'] === '1' ? 400 : 40;
const PARTS = 4;
/** One in twenty shows the rarest bug: a request held up whose answer is lost, and that is looked for before it has arrived. */
const NOTICED_WITHIN = 60;

test.each(Array.from({ length: PARTS }, (_none, part) => part))(
  'no random history of faults breaks a promise on a server without keys, part %i',
  async (part) => {
    for (let seed = 1 + part; seed <= HISTORIES; seed += PARTS) {
      expect([seed, ...(await playLists(seed))]).toEqual([seed]);
    }
  },
  180_000 + HISTORIES * 6_000,
);

const BUGS: Readonly<Record<string, ListPlant>> = {
  'a command whose answer was lost is sent again without a look': (parts) => ({
    ...parts,
    outbox: {
      ...parts.outbox,
      async claim(id, claim) {
        const command = await parts.outbox.claim(id, claim);
        return command === null ? null : { ...command, answerLost: false };
      },
    },
  }),
  'one look is enough, whatever is still on its way': (parts) => ({
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
  'nobody asks whose session it is': (parts) => ({
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
  'what was lost counts as done': (parts) => ({
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
};

describe('planted bugs of a server without keys', () => {
  test.each(Object.entries(BUGS))(
    'the oracle notices: %s',
    async (_name, plant) => {
      let caught: string | undefined;
      for (let seed = 1; seed <= NOTICED_WITHIN && caught === undefined; seed += 1)
        [caught] = await playLists(seed, plant);
      expect(caught).toMatch(/^I\d/);
    },
    600_000,
  );
});
