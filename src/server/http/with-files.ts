// The files of a write: those that its body brings, or those that it names because they were sent
// ahead (S101).

import { StagedFilesInput, type StagedFile } from '#contract/uploads.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { asJoined, findStaged, joinStaged } from '../files/assemble-staged.ts';
import { takeJoinTurn } from '../files/join-turns.ts';
import type { ReceivedFile } from '../files/received-file.ts';
import { sweepCommand, type CommandName, type Staging } from '../files/staged-uploads.ts';
import { Rehearsed } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { HttpProblem, problems } from '../reporting/errors.ts';
import { within } from '../reporting/timers.ts';
import { StoreUnavailable } from '../files/unavailable.ts';
import type { ReadBody } from './forms/read-multipart.ts';
import { validate } from './forms/validate.ts';
import { isReplay } from './is-replay.ts';
import type { AnyRoute } from './route-declaration.ts';

type FormCall = {
  readonly definition: AnyRoute;
  readonly read: ReadBody;
  readonly call: {
    readonly actor: Actor | undefined;
    readonly command: { readonly key: string | null };
    readonly request: FastifyRequest;
    readonly log: FastifyBaseLogger;
  };
};

const JOIN_RETRY_SECONDS = 2;
/**
 * 60 MB read and written again at 3 Mbit/s or more. A store that hangs must not keep the turn of
 * others.
 */
export const JOIN_MAX_MS = 320_000;
/** The commands whose files are being joined, or that are at work with them. */
const atWork = new Set<string>();

/** Refusals that are meant for good: the device will not send the write again under its key. */
const FINAL: ReadonlySet<number> = new Set([403, 404, 413, 415, 422]);

/**
 * Does the write with these files. As a rehearsal it judges the write, and throws Rehearsed if it
 * would be accepted.
 */
type Work<Result> = (files: readonly ReceivedFile[], rehearsal: boolean) => Promise<Result>;

/**
 * Runs `work` with the files of the write. A write that names staged files is judged with them
 * before they are joined, because joining writes as many bytes as they have. What was staged for it
 * is removed once it is registered or refused. Throws 409 `upload_missing` when a file that it
 * names is not here whole, 409 `in_progress` while an earlier attempt is at work, and 503 while the
 * person or too many others have their files joined.
 */
export async function withFiles<Result>({ definition, read, call }: FormCall, work: Work<Result>): Promise<Result> {
  const { actor, request, log } = call;
  // Staged files are removed also when their author may no longer write.
  const { services } = request.server;
  if (definition.files === undefined) return work([], false);
  const own = read.filesOf(definition.files.field);
  if (definition.files.accept !== 'documents' || read.fields['staged_files'] === undefined) return work(own, false);
  const { key } = call.command;
  if (actor === undefined || key === null || own.length > 0)
    throw problems.invalid({ staged_files: [REFUSAL_TEXT.invalid] });
  const named = validate(StagedFilesInput, { staged_files: read.fields['staged_files'] }).staged_files;
  const name: CommandName = { tenantId: actor.tenantId, userId: actor.userId, key };
  const staging = { ...services, log };
  const sweep = (): void => {
    sweepCommand(staging, name).catch((error: unknown) => log.warn({ err: error }, 'staged uploads were left behind'));
  };
  const command = `${name.tenantId}:${name.userId}:${name.key}`;
  if (atWork.has(command)) throw problems.inProgress();
  atWork.add(command);
  try {
    const result = await ((await isReplay(request, actor))
      ? work(named.map(asReplayed), false)
      : judgedFirst({ request, staging, command: name, named }, work));
    sweep();
    return result;
  } catch (error) {
    if (error instanceof HttpProblem && FINAL.has(error.status)) sweep();
    throw error;
  } finally {
    atWork.delete(command);
  }
}

type Judging = {
  readonly request: FastifyRequest;
  readonly staging: Staging;
  readonly command: CommandName;
  readonly named: readonly StagedFile[];
};

async function judgedFirst<Result>({ request, staging, command, named }: Judging, work: Work<Result>): Promise<Result> {
  const staged = await findStaged(staging, { command, named });
  try {
    // Answers only when the write was registered meanwhile.
    return await work(staged.map(asJoined), true);
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  const joined = await inTurn({ request, command }, () => joinStaged(staging, { command, staged }));
  request.stored.push(...joined.map((file) => file.storageKey));
  return work(joined, false);
}

/**
 * Joins files without a place, because it may last longer than any other work. Throws 503 without a
 * turn, and StoreUnavailable after JOIN_MAX_MS.
 */
async function inTurn<Result>(
  { request, command }: Pick<Judging, 'request' | 'command'>,
  join: () => Promise<Result>,
): Promise<Result> {
  const giveBack = takeJoinTurn(command);
  if (giveBack === null) throw problems.unavailable(JOIN_RETRY_SECONDS);
  try {
    return await request.server.places.outside(request, () =>
      within(JOIN_MAX_MS, { work: join, late: () => new StoreUnavailable('away') }),
    );
  } finally {
    giveBack();
  }
}

/**
 * Of a write that has its receipt only the hashes count, which must be those of then. Its uploads
 * may be gone.
 */
function asReplayed({ name, sha256 }: StagedFile): ReceivedFile {
  return { name, mimeType: '', size: 0, sha256, storageKey: '' };
}
