import { PATHS } from '#contract/paths.ts';
import { readReceiptKey } from '#contract/read-person.ts';
import type { Receipt } from '#contract/writes.ts';
import { sha256Of } from '#mirror/keep/files.ts';
import { keepReceiptKeys, knownReceiptKeys } from '#mirror/store/device-facts.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { errorOf, fileGone, type Outcome, replaced } from './outcome.ts';
import type { DrainParts, Sending } from './parts.ts';
import { readingOf, successOf } from './reading.ts';
import { bodyOf, namingStaged, timeoutOf, type WriteRequest } from './request-of.ts';
import { waysFor } from './server-ways.ts';
import { isSentWhole, stageFiles } from './stage-files.ts';
import type { SyncClient } from './runtime.ts';

/**
 * Sends a claimed command and returns its outcome. Every command goes out through here. It stores
 * only what the answer shows of the connection.
 */
export async function sendCommand(parts: DrainParts, sending: Sending): Promise<Outcome> {
  const { runtime, plain } = parts;
  const { command } = sending;
  // A command of another person can come here only by a fault of the program. It is never sent
  // (I4).
  if (command.actorId !== runtime.userId) return { kind: 'held', error: errorOf('identity') };
  const ways = await waysFor({ mirror: runtime.mirror, plain, command }, { send: sendKeyed });
  return ways.send(parts, sending);
}

/** Sends to a server that knows commands by their keys. */
async function sendKeyed(parts: DrainParts, { command, signal }: Sending): Promise<Outcome> {
  const { outbox } = parts;
  const request = parts.requestOf(command, await outbox.serverIdOf(command.documentKey));
  if (request === null) return (await outbox.isReplaced(command.documentKey)) ? replaced() : waitForRegistration();
  const whole = isSentWhole(command) ? await sendWhole(parts, { command, request, signal }) : null;
  // A proxy lets no form of this size through. Parts may be small enough.
  if (whole !== null && !(isTooLarge(whole) && command.files.length > 0)) return whole;
  const ahead = await stageFiles(parts, { command, signal });
  if (ahead.kind === 'failed') return ahead.outcome;
  if (ahead.kind === 'in-form') return whole ?? sendWhole(parts, { command, request, signal });
  const outcome = await sendForm(parts, { command, request: namingStaged(request), signal });
  if (!isMissing(outcome)) return outcome;
  if (!(await areWhole(parts, command))) return fileGone();
  // The staged files were cleaned up or damaged meanwhile: they are staged again, once.
  const again = await stageFiles(parts, { command, signal });
  if (again.kind === 'failed') return again.outcome;
  return sendForm(parts, { command, request: again.kind === 'staged' ? namingStaged(request) : request, signal });
}

function isTooLarge(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.error.class === 'too_large';
}

function isMissing(outcome: Outcome): boolean {
  return outcome.kind === 'again' && outcome.error.type === 'upload_missing';
}

/**
 * Whether the bytes of a command's files are still those that were picked. Other bytes would be
 * sent again and again, and never match the hash.
 */
async function areWhole({ outbox }: DrainParts, { files }: OutboxCommand): Promise<boolean> {
  for (const { id, sha256 } of files) {
    const blob = await outbox.readBlob(id);
    if (blob === null || (await sha256Of(await blob.arrayBuffer())) !== sha256) return false;
  }
  return true;
}

type Form = Sending & { readonly request: WriteRequest };

/** The command with its files in its form, so that none of their bytes counts as sent ahead. */
async function sendWhole(parts: DrainParts, form: Form): Promise<Outcome> {
  const { command } = form;
  if ((command.sentBytes ?? 0) > 0) await parts.outbox.progressed(command, 0);
  return sendForm(parts, form);
}

/** The command's own request, with the files that were not sent ahead. */
async function sendForm(parts: DrainParts, { command, request, signal }: Form): Promise<Outcome> {
  const { outbox, client, connection, runtime } = parts;
  const body = await bodyOf(request, (id) => outbox.readBlob(id));
  if (body === null) return fileGone();
  const answer = await client.request({
    method: 'POST',
    path: request.path,
    headers: request.headers,
    body,
    signal,
    timeoutMs: timeoutOf(command, request),
  });
  await connection.heard(answer);
  const outcome = parts.outcomeOf(command, { answer, nowMs: runtime.clock() });
  if (outcome.kind === 'done') await learnReceiptKey(client, outcome.answer.receipt);
  return outcome;
}

/**
 * The outcome of a command whose document is not registered yet. The lane's order prevents this; if
 * it happens, the command waits and is tried again.
 */
function waitForRegistration(): Outcome {
  const error = errorOf('transient');
  return { kind: 'again', state: 'backoff', error, waitMs: null, everyone: false, network: null, atOnce: false };
}

const PATIENCE_MS = 4000;

/**
 * Fetches the key that signed a receipt, when this device has none of that id: the server may have
 * a new key since the login (S98). Without an answer the receipt stays unchecked until a person
 * opens it. Never throws: the receipt is registered all the same.
 */
export async function learnReceiptKey(client: SyncClient, { signed }: Receipt): Promise<void> {
  if (signed === undefined || signed.key === '') return;
  const known = await knownReceiptKeys();
  // A device that can't read its keys could not store another one either.
  if (known === null || known.some((key) => key.id === signed.key)) return;
  const answer = await client.request({ method: 'GET', path: PATHS.receiptKey(signed.key), timeoutMs: PATIENCE_MS });
  const key = readReceiptKey(successOf(readingOf(answer)));
  if (key !== null && key.id === signed.key) await keepReceiptKeys([key]);
}
