// One bug for each hazard of src/sync/promises.md that the device must avoid.

import { writeDocuments } from '#mirror/engine/document-writes.ts';
import { HEADERS } from '#contract/sync.ts';
import type { Receipt } from '#contract/writes.ts';
import { COLLECTIONS_KNOWN } from '#mirror/store/position.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { isUndoable } from '#mirror/store/outbox-row.ts';
import { outcomeOf } from '#sync/outcome.ts';
import type { Focus } from './history.ts';
import { forcedClaim, judge, madeUpError, outbox, pretendDone, remove } from './planting.ts';
import { FORGOTTEN, HELD_UP, type PlantedBug } from './planted-bug.ts';

const INTERCEPTED: Focus = { weather: 25, drain: 30, act: 40 };
const DECIDED: Focus = { 'decides late': 200 };
const REASSIGNED: Focus = { reassigns: 60 };
const CONTENTION: Focus = { act: 50, together: 20, decide: 0 };

const UNDONE: Focus = { undoes: 60 };

export const PLANTED_DEVICE_BUGS: Readonly<Record<string, PlantedBug>> = {
  'deletes before sending': {
    hazard: 1,
    plant: outbox((real, parts) => ({
      async claim(id, claim) {
        const command = await real.claim(id, claim);
        if (command !== null) await remove(parts, command);
        return command;
      },
    })),
  },
  'any answer is a success': {
    hazard: 2,
    plant: judge((outcome, { command, answer }) =>
      outcome.kind !== 'done' && answer.kind === 'reply' ? pretendDone(command) : outcome,
    ),
  },
  'a refusal settles what an earlier attempt left open': {
    hazard: 2,
    focus: HELD_UP,
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        const recorded = await real.record(command, recording);
        const isRefused = recording.outcome.kind === 'refused' || recording.outcome.kind === 'conflict';
        if (isRefused) await parts.runtime.mirror.commands.update(command.seq, { answerLost: false });
        return recorded;
      },
    })),
  },
  'old commands are dropped': {
    hazard: 3,
    plant: outbox((real, parts) => ({
      async due(nowMs) {
        for (const command of await parts.runtime.mirror.commands.toArray()) {
          if (command.state !== 'done' && command.performedAtMs < nowMs - 3_600_000) await remove(parts, command);
        }
        return real.due(nowMs);
      },
    })),
  },
  'a portal page is a success': {
    hazard: 6,
    from: 28,
    focus: INTERCEPTED,
    plant: judge((outcome, { command, answer }) =>
      answer.kind === 'reply' && answer.status === 200 && answer.json === undefined ? pretendDone(command) : outcome,
    ),
  },
  "a proxy's refusal is believed": {
    hazard: 6,
    from: 24,
    focus: INTERCEPTED,
    plant: judge((outcome, { answer }) =>
      answer.kind === 'reply' && (answer.status === 403 || answer.status === 404) && outcome.kind === 'again'
        ? { kind: 'refused', error: outcome.error }
        : outcome,
    ),
  },
  'a 401 is final': {
    hazard: 7,
    from: 6,
    plant: judge((outcome) => (outcome.kind === 'login' ? { kind: 'refused', error: outcome.error } : outcome)),
  },
  'a local failure after sending is a refusal': {
    hazard: 8,
    focus: { stumble: 40 },
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        try {
          return await real.record(command, recording);
        } catch {
          await parts.runtime.mirror.commands.update(command.seq, { state: 'refused', lease: null });
          return true;
        }
      },
    })),
  },
  'one lane for everything': {
    hazard: 9,
    from: 13,
    focus: { poison: 20 },
    plant: outbox((real, parts) => ({
      async due(nowMs) {
        const all = await parts.runtime.mirror.commands.toArray();
        const first = all.find((command) => command.state !== 'done' && command.state !== 'refused');
        return (await real.due(nowMs)).filter((command) => command.seq === first?.seq);
      },
    })),
  },
  'what failed is never due again': {
    hazard: 10,
    plant: outbox((real) => ({
      async due(nowMs) {
        return (await real.due(nowMs)).filter((command) => command.attempts === 0);
      },
    })),
  },
  'a refusal is passed over in silence': {
    hazard: 12,
    from: 2,
    focus: CONTENTION,
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        if (recording.outcome.kind === 'refused' || recording.outcome.kind === 'conflict') await remove(parts, command);
        return real.record(command, recording);
      },
    })),
  },
  'the queue has no owner': {
    hazard: 13,
    focus: FORGOTTEN,
    plant: (parts) => ({
      ...parts,
      requestOf(command, serverId) {
        const request = parts.requestOf(command, serverId);
        if (request === null) return null;
        const { [HEADERS.actingUser]: _nobody, ...headers } = request.headers;
        return { ...request, headers };
      },
    }),
  },
  'every attempt has its own key': {
    hazard: 15,
    plant: (parts) => ({
      ...parts,
      requestOf(command, serverId) {
        const request = parts.requestOf(command, serverId);
        const key = `${command.id.slice(0, -2)}${String(command.attempts % 100).padStart(2, '0')}`;
        return request === null ? null : { ...request, headers: { ...request.headers, [HEADERS.idempotencyKey]: key } };
      },
      outcomeOf(command, got) {
        const said = got.answer.kind === 'reply' ? (got.answer.json as { receipt?: Receipt } | null) : null;
        const receipt = said?.receipt;
        return outcomeOf(receipt === undefined ? command : { id: receipt.key }, got);
      },
    }),
  },
  'a 409 is always a conflict': {
    hazard: 16,
    plant: judge((outcome, { answer }) =>
      answer.kind === 'reply' && answer.status >= 500
        ? { kind: 'conflict', error: outcome.kind === 'again' ? outcome.error : madeUpError, document: null }
        : outcome,
    ),
  },
  'the cursor is written before its rows': {
    hazard: 20,
    from: 4,
    focus: { crash: 120, pull: 0, decide: 0, wait: 0, weather: 0, login: 0 },
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        async applyPage(page) {
          const { next_cursor: value, scope_epoch: scopeEpoch, has_more: more, snapshot } = page;
          const cursor = { value, scopeEpoch, snapshotDone: !snapshot || !more, collections: COLLECTIONS_KNOWN };
          await writeMeta(parts.runtime.mirror, { name: 'cursor', value: cursor });
          return parts.store.applyPage({ ...page, asked: value });
        },
      },
    }),
  },
  'late pages overwrite newer rows': {
    hazard: 19,
    from: 9,
    focus: { together: 40 },
    plant: (parts) => ({
      ...parts,
      store: {
        ...parts.store,
        async applyPage(page) {
          const { mirror } = parts.runtime;
          for (let turns = 0; turns < 300; turns += 1) await new Promise((resolve) => setImmediate(resolve));
          const applied = await parts.store.applyPage(page);
          for (const change of page.changes) {
            if (change.collection !== 'documents' || change.op !== 'put') continue;
            const { stored_status, limit_date, rev } = change.row;
            await mirror.transaction('rw', mirror.tables, async () => {
              const row = await mirror.documents.withServerId(change.id);
              const late = row && { ...row, stored_status, limit_date, rev };
              if (late !== undefined) await writeDocuments(mirror, { puts: [late], deletes: [] });
            });
          }
          return applied;
        },
      },
    }),
  },
  'order by the clock of the device': {
    hazard: 23,
    from: 11,
    focus: { 'clock jumps': 30, act: 60, pull: 2 },
    plant: outbox((_real, parts) => ({
      async due(nowMs) {
        const commands = (await parts.runtime.mirror.commands.toArray()).filter(
          (command) => command.state !== 'done' && command.state !== 'refused' && command.state !== 'conflict',
        );
        const byClock = commands.sort((left, right) => left.performedAtMs - right.performedAtMs);
        const lanes = new Map(byClock.toReversed().map((command) => [command.documentKey, command]));
        return [...lanes.values()].filter((command) => command.dueAtMs <= nowMs);
      },
      claim: (id, claim) => forcedClaim(parts, { id, ...claim }),
    })),
  },
  'lanes are not kept in order': {
    hazard: 9,
    plant: outbox((_real, parts) => ({
      async due(nowMs) {
        const all = await parts.runtime.mirror.commands.toArray();
        return all
          .filter((command) => ['queued', 'backoff', 'unknown'].includes(command.state) && command.dueAtMs <= nowMs)
          .toReversed();
      },
      claim: (id, claim) => forcedClaim(parts, { id, ...claim }),
    })),
  },
  'what is made of a conflict goes behind what waited for it': {
    hazard: 9,
    focus: DECIDED,
    deviceFaults: { redoesBehind: true },
  },
  'a receipt with a note is read as one without': {
    hazard: 12,
    focus: DECIDED,
    plant: judge((outcome) => {
      if (outcome.kind !== 'done') return outcome;
      const { note: _unread, ...receipt } = outcome.answer.receipt;
      return { ...outcome, answer: { ...outcome.answer, receipt: { ...receipt, result: 'applied' } } };
    }),
  },
  'a reassignment is sent without what its author saw': {
    hazard: 31,
    focus: REASSIGNED,
    plant: (parts) => ({
      ...parts,
      requestOf(command, serverId) {
        const request = parts.requestOf(command, serverId);
        if (request === null || command.type !== 'reassign-document') return request;
        return { ...request, fields: request.fields.filter(([name]) => !name.startsWith('based_on')) };
      },
    }),
  },
  'leases are ignored': {
    hazard: 29,
    focus: { 'tab freezes': 40 },
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        if (recording.outcome.kind !== 'again') return real.record(command, recording);
        const dueAtMs = recording.nowMs + 5_000;
        await parts.runtime.mirror.commands.update(command.seq, { state: 'backoff', lease: null, dueAtMs });
        return true;
      },
    })),
  },
  'a lost answer is asked again as a new command': {
    hazard: 8,
    from: 2,
    plant: outbox((real, parts) => ({
      async record(command, recording) {
        const { outcome } = recording;
        if (outcome.kind === 'again' && outcome.state === 'unknown') {
          await parts.runtime.mirror.commands.update(command.seq, { id: parts.runtime.newId(), state: 'queued' });
          return true;
        }
        return real.record(command, recording);
      },
    })),
  },
  'the undo time is not waited for': {
    hazard: 34,
    focus: UNDONE,
    plant: outbox((real, parts) => ({
      async due(nowMs) {
        const held = (await parts.runtime.mirror.commands.toArray()).filter((command) => isUndoable(command, nowMs));
        return [...(await real.due(nowMs)), ...held.slice(0, 1)];
      },
      claim: async (id, claim) => (await real.claim(id, claim)) ?? forcedClaim(parts, { id, ...claim }),
    })),
  },
  'what is being sent is taken back': { hazard: 34, focus: UNDONE, deviceFaults: { undoesSent: true } },
  'an undone reply is lost': { hazard: 34, focus: UNDONE, deviceFaults: { forgetsUndone: true } },
};
