// Bugs in commands on rows of reference data, planted in a healthy device.

import { editOf } from '#contract/row-writes.ts';
import { isRowCommand, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';
import type { Focus } from './history.ts';
import type { PlantedBug } from './planted-bug.ts';
import { forcedClaim, judge, outbox } from './planting.ts';
import type { Parts } from './ground.ts';

const ROWS: Focus = { rows: 80, act: 2, drain: 30, together: 20 };
const isFree = ({ state }: OutboxCommand) => ['queued', 'backoff', 'unknown'].includes(state);

/** All commands of the device, newest first. */
async function newestFirst({ runtime }: Parts): Promise<OutboxCommand[]> {
  return (await runtime.mirror.commands.orderBy('seq').toArray()).toReversed();
}

/** Changes the number on the receipt of a command on rows. */
const withRev = (rev: number) =>
  judge((outcome) => {
    if (outcome.kind !== 'done' || 'found' in outcome.answer) return outcome;
    if (outcome.answer.receipt.ids.document_id !== undefined) return outcome;
    const { written: _unread, receipt } = outcome.answer;
    return { kind: 'done', answer: { receipt: { ...receipt, rev } } };
  });

export const PLANTED_ROW_BUGS: Readonly<Record<string, PlantedBug>> = {
  'commands on one row do not wait for one another': {
    hazard: 9,
    focus: ROWS,
    plant: outbox((_real, parts) => ({
      due: async (nowMs) => (await newestFirst(parts)).filter((command) => isFree(command) && command.dueAtMs <= nowMs),
      claim: (id, claim) => forcedClaim(parts, { id, ...claim }),
    })),
  },
  'a stuck row holds its whole collection': {
    hazard: 9,
    focus: { ...ROWS, poison: 30 },
    plant: outbox((real, parts) => ({
      async due(nowMs) {
        const first = new Map(
          (await newestFirst(parts)).filter(isFree).map((command) => [command.documentKey, command.seq]),
        );
        return (await real.due(nowMs)).filter((command) => first.get(command.documentKey) === command.seq);
      },
    })),
  },
  'a change of a row sends all of its fields': {
    hazard: 23,
    focus: ROWS,
    plant: outbox((real, parts) => ({
      async claim(id, claim) {
        const command = await real.claim(id, claim);
        if (command?.type !== 'update-row') return command;
        const { collection, row_keys: keys, fields } = command.payload;
        const row = await parts.runtime.mirror[collection].get(serverIdOfKey(keys[0] ?? '') ?? 0);
        if (row === undefined) return command;
        const all = { ...editOf(collection, row as never), ...fields };
        return { ...command, payload: { ...command.payload, fields: all } as never };
      },
    })),
  },
  'a registered command stays over later rows': { hazard: 19, focus: ROWS, plant: withRev(1_000_000) },
  'a registered command is gone before its row has come': { hazard: 19, focus: ROWS, plant: withRev(0) },
  'a row that names its creation is shown beside it': {
    hazard: 8,
    focus: { ...ROWS, 'rows unheard': 30 },
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        applyPage: (page) =>
          parts.store.applyPage({
            ...page,
            changes: page.changes.map((change) =>
              change.op === 'put' && change.collection !== 'documents'
                ? ({ ...change, row: { ...change.row, command_id: undefined } } as typeof change)
                : change,
            ),
          }),
      },
    }),
  },
  'an effect is called registered before the server has it': {
    hazard: 12,
    focus: { ...ROWS, weather: 20 },
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        if (!isRowCommand(command) || recording.outcome.kind !== 'again') return real.record(command, recording);
        await parts.runtime.mirror.commands.update(command.seq, {
          state: 'done',
          lease: null,
          doneAtMs: recording.nowMs,
        });
        return true;
      },
    })),
  },
};
