// Bugs in work that stays on a device: when its author leaves, and when the application is updated.

import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { isUnderstood } from '#mirror/store/upcast-command.ts';
import type { Focus } from './history.ts';
import type { PlantedBug } from './planted-bug.ts';
import { outbox } from './planting.ts';

const LEAVING: Focus = { leaves: 10, switches: 40, act: 50 };
const GROWN_OLD: Focus = { 'grows old': 20, searches: 20, 'sector changes': 15, act: 40, pull: 30 };
const UPDATED: Focus = { upgrades: 50, act: 50, drain: 8, together: 4 };

export const PLANTED_KEPT_BUGS: Readonly<Record<string, PlantedBug>> = {
  'leaving erases unsent work': { hazard: 14, focus: LEAVING, deviceFaults: { losesSealed: true } },
  'what somebody left lies open': { hazard: 14, focus: LEAVING, deviceFaults: { leavesOpen: true } },
  'a login opens less than was sealed': { hazard: 14, focus: LEAVING, deviceFaults: { opensInPart: true } },
  'the next person takes over what was left': { hazard: 13, focus: LEAVING, deviceFaults: { passesOn: true } },
  'an update drops what an older version stored': { hazard: 30, focus: UPDATED, deviceFaults: { dropsOlder: true } },
  'photographs outlive the command of their PDF': {
    hazard: 1,
    focus: { 'sends in parts': 30, act: 60 },
    plant: outbox((real, { runtime }) => ({
      async record(command, ended) {
        const { seq } = command;
        await runtime.mirror.commands.update(seq, { joined: undefined });
        return real.record(command, ended);
      },
    })),
  },
  'bytes of files are kept as text': { hazard: 25, deviceFaults: { keepsText: true } },
  'a gesture that the storage did not take is called saved': {
    hazard: 26,
    from: 4,
    focus: { stumble: 60, act: 20 },
    deviceFaults: { saysSaved: true },
  },
  'what a newer version stored is dropped': {
    hazard: 30,
    focus: UPDATED,
    plant: outbox((real, { runtime }) => ({
      async due(nowMs) {
        const stored: OutboxCommand[] = await runtime.mirror.commands.toCollection().raw().toArray();
        const strange = stored.filter((row) => !isUnderstood(row)).map((row) => row.seq);
        await runtime.mirror.commands.bulkDelete(strange);
        return real.due(nowMs);
      },
    })),
  },
  'older documents that a walk did not meet are kept unasked': {
    hazard: 22,
    from: 33,
    focus: GROWN_OLD,
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        applyDetails: (details, { nowMs }) => parts.store.applyDetails(details, { asked: [], nowMs }),
      },
    }),
  },
  'older documents keep the rows that they had before a walk': {
    hazard: 22,
    focus: { 'grows old': 14, trims: 8, searches: 8, 'sector changes': 6, act: 40, pull: 16 },
    from: 1415,
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        staleDetails: async (ask) => ({ ids: (await parts.store.staleDetails(ask)).ids }),
      },
    }),
  },
  'a bounded copy is taken for less than it is': {
    hazard: 22,
    focus: { ...GROWN_OLD, trims: 30 },
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        applyPage: (page) => parts.store.applyPage({ ...page, changes: page.bounded ? [] : page.changes }),
      },
    }),
  },
  'rows that a walk did not meet are kept': {
    hazard: 22,
    focus: { 'sector changes': 25, act: 40, pull: 30 },
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        applyPage: (page) => parts.store.applyPage({ ...page, snapshot: false, scope_epoch: 'one for ever' }),
      },
    }),
  },
};
