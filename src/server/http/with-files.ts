// The files of a write: those that its body brings, or those that it names because they were sent ahead (S101).

import { StagedFilesInput, type StagedFile } from '#contract/uploads.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { assembleFiles } from '../files/assemble-staged.ts';
import type { ReceivedFile } from '../files/received-file.ts';
import { sweepCommand, type CommandName } from '../files/staged-uploads.ts';
import { removeLater } from '../files/sweep-staged.ts';
import type { Services } from '../once/services.ts';
import type { Actor } from '../policies/actor.ts';
import { HttpProblem, problems } from '../reporting/errors.ts';
import { StoreUnavailable } from '../reporting/unavailable.ts';
import type { ReadBody } from './forms/read-multipart.ts';
import { validate } from './forms/validate.ts';
import { isReplay } from './is-replay.ts';
import type { AnyRoute } from './route-declaration.ts';

type Asked = {
  readonly definition: AnyRoute;
  readonly read: ReadBody;
  readonly call: {
    readonly actor: Actor | undefined;
    readonly command: { readonly key: string | null };
    readonly request: FastifyRequest;
    readonly services: Services;
    readonly log: FastifyBaseLogger;
  };
};

/** Joining is bound by the disk or the link to the store, so more at once would only make each of them last longer. */
const JOINS_MAX = 4;
const JOIN_RETRY_SECONDS = 2;
/** 60 MB read and written again at 3 Mbit/s or more. A store that hangs must not keep the turn of others. */
export const JOIN_MAX_MS = 320_000;
/** Counted for the whole process. */
let joins = 0;
/** The commands whose files are being joined, or that are at work with them. */
const atWork = new Set<string>();

/** Refusals that are meant for good: the device will not send the write again under its key. */
const FINAL: ReadonlySet<number> = new Set([403, 404, 413, 415, 422]);

/**
 * Runs `work` with the files of the write. What was staged for it is removed once it is registered or refused, and the files that
 * were made of it when it is answered with an error. Throws 409 `upload_missing` when a file that it names is not here whole, 409
 * `in_progress` while an earlier attempt is at work, and 503 while too many others have their files joined.
 */
export async function withFiles<Result>(
  { definition, read, call }: Asked,
  work: (files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  const { actor, request, services, log } = call;
  if (definition.files === undefined) return work([]);
  const own = read.filesOf(definition.files.field);
  if (definition.files.accept !== 'documents' || read.fields['staged_files'] === undefined) return work(own);
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
  let joined: readonly ReceivedFile[] = [];
  try {
    const isKnown = await isReplay(request, actor);
    if (!isKnown) joined = await inTurn(request, () => assembleFiles(staging, { command: name, named }));
    const result = await work(isKnown ? named.map(asReplayed) : joined);
    sweep();
    return result;
  } catch (error) {
    // After any other error the commit may have happened. Then the hourly cleaning tells what is a stray.
    if (error instanceof HttpProblem) {
      removeLater(
        staging,
        joined.map((file) => file.storageKey),
      );
      if (FINAL.has(error.status)) sweep();
    }
    throw error;
  } finally {
    atWork.delete(command);
  }
}

/**
 * Joins files without a place, because it may last longer than any other work. Throws 503 while too many are joined, and
 * StoreUnavailable after JOIN_MAX_MS.
 */
async function inTurn<Result>(request: FastifyRequest, join: () => Promise<Result>): Promise<Result> {
  if (joins >= JOINS_MAX) throw problems.unavailable(JOIN_RETRY_SECONDS);
  joins += 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('away')), JOIN_MAX_MS);
  });
  try {
    return await request.server.places.outside(request, () => Promise.race([join(), late]));
  } finally {
    clearTimeout(timer);
    joins -= 1;
  }
}

/** Of a write that has its receipt only the hashes count, which must be those of then. Its uploads may be gone. */
function asReplayed({ name, sha256 }: StagedFile): ReceivedFile {
  return { name, mimeType: '', size: 0, sha256, storageKey: '' };
}
