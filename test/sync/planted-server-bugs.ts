// One bug for each hazard of src/sync/promises.md that the server must avoid.

import type { Focus } from './history.ts';
import { FORGOTTEN, HELD_UP, type PlantedBug } from './planted-bug.ts';

const LOST_ANSWERS: Focus = { weather: 25, drain: 30 };
const ROLLED_BACK: Focus = { 'rolls back': 40, act: 40, pull: 20 };
const IN_PARTS: Focus = { 'sends in parts': 60 };

export const PLANTED_SERVER_BUGS: Readonly<Record<string, PlantedBug>> = {
  'the server keeps what was withdrawn': { hazard: 2, focus: HELD_UP, modelFaults: { keepsWithdrawn: true } },
  'the server does not compare the author': { hazard: 13, focus: FORGOTTEN, modelFaults: { ignoresActingUser: true } },
  'keys are forgotten after a day': {
    hazard: 15,
    from: 50,
    focus: { ...LOST_ANSWERS, wait: 20 },
    modelFaults: { keysLiveMs: 86_400_000 },
  },
  'keys are not looked up': { hazard: 15, from: 8, focus: LOST_ANSWERS, modelFaults: { ignoresKeys: true } },
  'guards come before the key': {
    hazard: 17,
    from: 31,
    focus: { ...LOST_ANSWERS, decide: 0 },
    modelFaults: { guardsFirst: true },
  },
  'a change is skipped by the cursor': { hazard: 18, modelFaults: { skipsChanges: true } },
  'the session is no part of the feed': { hazard: 18, modelFaults: { skipsSession: true } },
  'a damaged part is taken': { hazard: 24, focus: IN_PARTS, modelFaults: { takesDamaged: true } },
  'the mark of a document is not compared': {
    hazard: 33,
    focus: ROLLED_BACK,
    modelFaults: { ignoresMarks: true },
  },
  'a rollback begins no walk': { hazard: 33, focus: ROLLED_BACK, modelFaults: { hidesRollbacks: true } },
  'an upload begins anew with every cut': { hazard: 32, focus: IN_PARTS, modelFaults: { restartsUploads: true } },
};
