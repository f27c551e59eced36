// The real outbox behind a drain: state changes of the mirror, each in a durable transaction.

import { applyAnswer, applyConflicting } from '#mirror/apply/apply-answer.ts';
import { blobOf } from '#mirror/keep/files.ts';
import {
  claimCommand,
  dueWork,
  extendLease,
  type FailedAttempt,
  noteProgress,
  recordOutcome,
} from '#mirror/outbox/sending.ts';
import { makeBackoffDue } from '#mirror/outbox/waiting.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { backoffMs } from './backoff.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { DrainParts, Outbox, PlainServer, PullParts, Recording } from './parts.ts';
import { requestOf } from './request-of.ts';
import type { SessionSignals } from './session-gate.ts';

/** `userId`: the person of the mirror; only commands of this person are ever due (I4). */
export function mirrorOutbox({ mirror, userId }: { mirror: Mirror; userId: number }, plain: PlainServer): Outbox {
  const dueAt = (nowMs: number) => dueWork(mirror, { nowMs, actorId: userId });
  return {
    due: async (nowMs) => (await dueAt(nowMs)).commands,
    nextDueMs: async (nowMs) => (await dueAt(nowMs)).nextDueAtMs,
    claim: (id, { token, untilMs, nowMs }) => claimCommand(mirror, { id, token, nowMs, untilMs }),
    renew: (id, { token, untilMs }) => extendLease(mirror, { id, token, untilMs }),
    async record(command, recording) {
      const { outcome, token, nowMs } = recording;
      if (outcome.kind === 'done' && 'found' in outcome.answer) {
        return (await plain()).applySeen(mirror, { command, answer: outcome.answer, nowMs });
      }
      if (outcome.kind === 'done') {
        await applyAnswer(mirror, { command, answer: outcome.answer, nowMs });
        return true;
      }
      const failed = failedAttempt(command, { ...recording, outcome });
      const recorded = await recordOutcome(mirror, { id: command.id, token, outcome: failed, nowMs });
      if (outcome.kind === 'conflict' && outcome.document !== null)
        await applyIfStored(mirror, { command, document: outcome.document });
      return recorded;
    },
    contacted: (nowMs) => makeBackoffDue(mirror, nowMs),
    async isReplaced(documentKey) {
      const document = await mirror.documents.get(documentKey);
      return document?.gone === true && document.serverId === null;
    },
    async serverIdOf(documentKey) {
      // The document's row may have left the device, or not have come yet. Without an id here, the
      // server judges the command.
      const known = (await mirror.documents.get(documentKey))?.serverId ?? serverIdOfKey(documentKey);
      return known ?? registeredId(mirror, documentKey);
    },
    progressed: (command, sentBytes) => noteProgress(mirror, { command, sentBytes }),
    readBlob: (fileId) => blobOf(mirror, fileId),
  };
}

/**
 * The document's id from the receipt of its creation. The receipt may come without the document,
 * before the next pull.
 */
async function registeredId(mirror: Mirror, documentKey: string): Promise<number | null> {
  const lane = await mirror.commands.where('documentKey').equals(documentKey).toArray();
  return lane.find(({ type }) => type === 'create-document')?.receipt?.ids.document_id ?? null;
}

/**
 * Applies the document of a conflict after the conflict itself is on the disk, in a transaction of
 * its own: a device without space for the document would otherwise never record the conflict, and
 * send the command again each time. A document that does not fit comes with the next pull.
 */
async function applyIfStored(mirror: Mirror, conflict: Parameters<typeof applyConflicting>[1]): Promise<void> {
  try {
    await applyConflicting(mirror, conflict);
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
}

/** What is written on a command whose attempt was not a success. Pure. */
function failedAttempt(
  command: Pick<OutboxCommand, 'attempts'>,
  { outcome, nowMs, random }: Recording & { outcome: Exclude<Outcome, { kind: 'done' }> },
): FailedAttempt {
  const { error } = outcome;
  switch (outcome.kind) {
    case 'again': {
      const { state, waitMs } = outcome;
      const ahead = outcome.ahead === undefined ? {} : { ahead: outcome.ahead };
      if (outcome.atOnce) return { state, error, dueAtMs: nowMs, ...ahead };
      if (waitMs === null) {
        const attempts = outcome.ahead?.progressed === true ? 1 : command.attempts;
        return { state, error, dueAtMs: nowMs + backoffMs(attempts, random), ...ahead };
      }
      return { state, error, dueAtMs: nowMs + waitMs, asked: outcome.everyone ? 'all' : 'this', ...ahead };
    }
    case 'login':
      return { state: 'queued', error };
    case 'held':
    case 'conflict':
    case 'refused':
      return { state: outcome.kind, error };
  }
}

/** Adds to the parts of a pull what a drain needs. */
export function withSending<Parts extends PullParts>(parts: Parts, signals: SessionSignals): DrainParts & Parts {
  return { ...parts, outbox: mirrorOutbox(parts.runtime, parts.plain), signals, requestOf, outcomeOf };
}
