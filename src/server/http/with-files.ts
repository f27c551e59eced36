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

/** Refusals that are meant for good: the device will not send the write again under its key. */
const FINAL: ReadonlySet<number> = new Set([403, 404, 413, 415, 422]);

/**
 * Runs `work` with the files of the write. What was staged for it is removed once it is registered or refused, and the files that
 * were made of it when it is answered with an error. Throws 409 `upload_missing` when a file that it names is not here whole.
 */
export async function withFiles<Result>(
  { definition, read, call }: Asked,
  work: (files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  const { actor, command, request, services, log } = call;
  if (definition.files === undefined) return work([]);
  const own = read.filesOf(definition.files.field);
  if (definition.files.accept !== 'documents' || read.fields['staged_files'] === undefined) return work(own);
  if (actor === undefined || command.key === null || own.length > 0)
    throw problems.invalid({ staged_files: [REFUSAL_TEXT.invalid] });
  const named = validate(StagedFilesInput, { staged_files: read.fields['staged_files'] }).staged_files;
  const name: CommandName = { tenantId: actor.tenantId, userId: actor.userId, key: command.key };
  const staging = { ...services, log };
  const sweep = (): void => {
    sweepCommand(staging, name).catch((error: unknown) => log.warn({ err: error }, 'staged uploads were left behind'));
  };
  let joined: readonly ReceivedFile[] = [];
  try {
    const isKnown = await isReplay(request, actor);
    if (!isKnown) joined = await assembleFiles(staging, { command: name, named });
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
  }
}

/** Of a write that has its receipt only the hashes count, which must be those of then. Its uploads may be gone. */
function asReplayed({ name, sha256 }: StagedFile): ReceivedFile {
  return { name, mimeType: '', size: 0, sha256, storageKey: '' };
}
