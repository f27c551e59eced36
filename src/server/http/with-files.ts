// The files of a write: those that its body brings, or those that it names because they were sent
// ahead (S101).

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { Uuid } from '#contract/scalars.ts';
import { HEADERS } from '#contract/sync.ts';
import { type StagedFile, StagedFilesInput } from '#contract/uploads.ts';
import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { receipts } from '../db/schema/history.ts';
import {
  asJoined,
  type CommandName,
  findStaged,
  joinStaged,
  removeOrLeave,
  type Staging,
  sweepCommand,
  takeJoinTurn,
} from '../files/staged-uploads.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { removeLeftovers } from '../files/remove-unreferenced.ts';
import { StoreUnavailable } from '../files/file-store.ts';
import { Rehearsed } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { HttpProblem, problems } from '../reporting/errors.ts';
import { within } from '../reporting/timers.ts';
import type { ReadBody } from './forms/read-body.ts';
import { validate } from './forms/validate.ts';
import { SAFE_METHODS } from './plugins/session.ts';
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
 * Time for joining: 60 MB are read and written again at 3 Mbit/s or more. A store that hangs must
 * not keep the turn of others.
 */
export const JOIN_MAX_MS = 320_000;
/** Commands with staged files that are at work now, by tenant, person and key. */
const atWork = new Set<string>();

/** Final refusals: the device will not send the write again under its key. */
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
  // These services do not ask whether the author still stands (S152): staged files are removed also
  // when their author may no longer write.
  const { services } = request.server;
  if (definition.files === undefined) return work([], false);
  const own = read.filesOf(definition.files.field);
  if (definition.files.accept === 'images') {
    const result = await work(own, false);
    // No row points at what came, because an image is stored encoded anew.
    const keys = own.map((file) => file.storageKey);
    await removeOrLeave({ ...services, log }, keys);
    return result;
  }
  if (definition.files.accept !== 'documents' || read.fields['staged_files'] === undefined) return work(own, false);
  const { key } = call.command;
  if (actor === undefined || key === null || own.length > 0)
    throw problems.invalid({ staged_files: [REFUSAL_TEXT.invalid] });
  const named = validate(StagedFilesInput, { staged_files: read.fields['staged_files'] }).staged_files;
  const name: CommandName = { tenantId: actor.tenantId, userId: actor.userId, key };
  const staging = { ...services, log };
  const sweep = (): void => {
    sweepCommand(staging, name).catch((error: unknown) =>
      log.warn({ event: 'leftovers', err: error }, 'staged uploads were left behind'),
    );
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
    // A rehearsal throws Rehearsed. It returns only when the write was registered meanwhile.
    return await work(staged.map(asJoined), true);
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  const joined = await inTurn({ request, command }, () => joinStaged(staging, { command, staged }));
  request.stored.push(...joined.map((file) => file.storageKey));
  return work(joined, false);
}

/**
 * Joins files in a turn at joining, and without the request's place, because joining may last
 * longer than any other work. Throws 503 when no turn is free, and StoreUnavailable after
 * JOIN_MAX_MS.
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
 * A file of a write that has its receipt already. Only the hash matters, which must equal that of
 * the first time. The upload may be gone.
 */
function asReplayed({ name, sha256 }: StagedFile): ReceivedFile {
  return { name, mimeType: '', size: 0, sha256, storageKey: '' };
}

/**
 * Whether the request repeats a write that already happened. A replay is answered even when its
 * author has lost the permission since (src/sync/promises.md, Exactly once). The command itself
 * then answers the receipt, or key_reused.
 */
export async function isReplay(request: FastifyRequest, actor: Actor): Promise<boolean> {
  if (SAFE_METHODS.has(request.method)) return false;
  const key = request.headers[HEADERS.idempotencyKey.toLowerCase()];
  if (typeof key !== 'string' || !v.is(Uuid, key)) return false;
  const found = await request.server.services.database.inTenant(actor.tenantId, (tx) =>
    tx
      .select({ key: receipts.key })
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, actor.tenantId),
          eq(receipts.actorId, actor.userId),
          eq(receipts.key, key.toLowerCase()),
        ),
      ),
  );
  return found.length > 0;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Keys of what was stored for this request. */
    stored: string[];
  }
}

/**
 * Files are stored while they arrive, before anything is judged. What a request stored and no row
 * points at is removed when the request is refused or was a repeat, so that neither fills the disk.
 */
export function addStoredKeys(app: FastifyInstance): void {
  app.decorateRequest('stored', null as never);
  app.addHook('onRequest', async (request) => void (request.stored = []));
}

/** Runs the work of a request, and removes stored files to which no row points. */
export async function withoutLeftovers<Answer>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { log } = request;
  const { services } = request.server;
  try {
    const answer = await work();
    // A repeat wrote nothing, so no row can point at its files.
    if (reply.hasHeader(HEADERS.replayed)) await removeOrLeave({ ...services, log }, request.stored);
    return answer;
  } catch (error) {
    // After any other error the commit may have happened, so nothing is removed here. The hourly
    // cleaning finds the stray files.
    if (error instanceof HttpProblem) await removeLeftovers({ ...services, log }, request.stored);
    throw error;
  }
}
