// The files of a large command go ahead of it in parts, so that a cut costs one part (S101). This
// device stores only the progress that it shows. The server knows how many bytes it has, and is
// asked at the beginning of each attempt. The command itself is not sent before all its files are
// there, so a failure here leaves it in no doubt.

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { PART_MAX_BYTES, PART_MIN_BYTES, readUpload, STAGED_ABOVE_BYTES } from '#contract/uploads.ts';
import { sha256Of } from '#mirror/keep/files.ts';
import type { CommandFile, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { DrainParts } from './parts.ts';
import { errorOf, type Outcome } from './outcome.ts';
import { type Answer, readingOf, successOf } from './reading.ts';
import { noteTrouble } from './trouble.ts';

const FIRST_PART_BYTES = 128 * 1024;
/**
 * A part should take about a second, so that a cut costs about a second: parts grow below
 * `QUICK_MS` and shrink above `SLOW_MS`.
 */
const QUICK_MS = 700;
/** Where a part takes less, round trips cost more than the bytes, and parts grow faster. */
const VERY_QUICK_MS = 200;
const SLOW_MS = 1_500;
/**
 * After a lost part, parts are at most half as large. Once this many have arrived, the bound
 * doubles.
 */
const PARTS_BEFORE_GROWTH = 8;
/** Losses in a row, within one attempt, after which the attempt has failed. */
const LOSSES_MAX = 3;
/**
 * After this many failures without a byte of progress, every other attempt sends the files in the
 * command's form: something on the way may refuse parts.
 */
const FAILURES_BEFORE_FORM = 3;
const TIMEOUT_MS = 30_000;
/** Slowest link that is still waited for, in bytes per ms. */
const BYTES_PER_MS = 16;

export type StagingResult =
  /** The server has all files; the command's request names them. */
  | { readonly kind: 'staged' }
  /** The files travel in the command's own form: this server does not take them ahead. */
  | { readonly kind: 'in-form' }
  | { readonly kind: 'failed'; readonly outcome: Outcome };

type Staging = { readonly command: OutboxCommand; readonly signal: AbortSignal };

/** Sends the files of a claimed command ahead, each from the byte up to which the server has it. */
export async function stageFiles(parts: DrainParts, { command, signal }: Staging): Promise<StagingResult> {
  const way = newWay(parts, { command, signal });
  for (const file of command.files) {
    const end = await stageFile(way, file);
    if (end !== 'whole') return end;
    way.sentBefore += file.size;
  }
  return { kind: 'staged' };
}

/** Whether the files travel in the command's form: they are few bytes, or it is the form's turn. */
export function isSentWhole({ files, failures }: OutboxCommand): boolean {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  return total <= STAGED_ABOVE_BYTES || (failures >= FAILURES_BEFORE_FORM && failures % 2 === 1);
}

/** What the files of one attempt share. */
type Way = Staging & {
  readonly parts: DrainParts;
  partBytes: number;
  /**
   * `ceilingBytes`: the largest part that is tried since the last loss. `sinceLoss`: parts that
   * have arrived since then.
   */
  ceilingBytes: number;
  sinceLoss: number;
  /** The largest part that a proxy may let through: a size that was refused is not tried again. */
  limitBytes: number;
  losses: number;
  /** Whether a part has arrived in this attempt. */
  progressed: boolean;
  /** Bytes of the files that the server has whole. */
  sentBefore: number;
};

function newWay(parts: DrainParts, staging: Staging): Way {
  const most = { ceilingBytes: PART_MAX_BYTES, limitBytes: PART_MAX_BYTES };
  return {
    ...staging,
    ...most,
    parts,
    partBytes: FIRST_PART_BYTES,
    sinceLoss: 0,
    losses: 0,
    progressed: false,
    sentBefore: 0,
  };
}

type StagingEnd = Exclude<StagingResult, { kind: 'staged' }>;
/** `at`: bytes of the file that the server holds; null: the server has to be asked. */
type Step = { readonly at: number | null } | StagingEnd;

async function stageFile(way: Way, file: CommandFile): Promise<'whole' | StagingEnd> {
  const blob = await way.parts.outbox.readBlob(file.id);
  // The form finds the same and refuses the command, because its attachment is gone (`fileGone`).
  if (blob === null || blob.size !== file.size) return { kind: 'in-form' };
  let at: number | null = null;
  let known: number | null = null;
  for (;;) {
    const step: Step = at === null ? await begin(way, file) : await sendPart(way, { file, blob, at });
    if ('kind' in step) return step;
    at = step.at;
    if (at !== null && known !== null && at > known) gain(way);
    known = at ?? known;
    if (at !== null && !(await tell(way, at))) return failed(way, lostLease());
    if (at === file.size) return 'whole';
  }
}

/** Stores the progress for screens. False when another sender has claimed the command. */
async function tell({ parts, command, sentBefore }: Way, at: number): Promise<boolean> {
  // Progress is only shown, so a device that can't store it goes on sending.
  return parts.outbox.progressed(command, sentBefore + at).catch((error: unknown) => {
    noteTrouble(parts.runtime, error, { where: 'progress', command: command.id });
    return true;
  });
}

async function begin(way: Way, file: CommandFile): Promise<Step> {
  const answer = await ask(way, { file, method: 'PUT', body: { size: file.size, sha256: file.sha256 } });
  const upload = readUpload(successOf(readingOf(answer)));
  if (upload === null) return after(way, answer);
  return { at: upload.registered ? file.size : Math.min(upload.received, file.size) };
}

async function sendPart(way: Way, { file, blob, at }: { file: CommandFile; blob: Blob; at: number }): Promise<Step> {
  const bytes = await blob.slice(at, at + way.partBytes).arrayBuffer();
  const { clock } = way.parts.runtime;
  const startedMs = clock();
  const query = { offset: at, sha256: await sha256Of(bytes) };
  const body = new Blob([bytes], { type: 'application/octet-stream' });
  const answer = await ask(way, { file, method: 'PATCH', body, query });
  const reading = readingOf(answer);
  if (reading.reply?.status === 413 && bytes.byteLength > PART_MIN_BYTES) {
    limit(way, bytes.byteLength);
    return { at };
  }
  const upload = readUpload(successOf(reading));
  // An answer without progress is not our server's.
  if (upload === null || upload.received <= at) return after(way, answer);
  arrived(way, clock() - startedMs);
  return { at: Math.min(upload.received, file.size) };
}

/** Notes that more bytes have arrived than before, also where the answer that said so was lost. */
function gain(way: Way): void {
  way.losses = 0;
  way.progressed = true;
}

function arrived(way: Way, tookMs: number): void {
  way.sinceLoss += 1;
  if (way.sinceLoss % PARTS_BEFORE_GROWTH === 0) way.ceilingBytes = Math.min(way.ceilingBytes * 2, way.limitBytes);
  const growth = tookMs < VERY_QUICK_MS ? 4 : 2;
  if (tookMs < QUICK_MS) way.partBytes = Math.min(way.partBytes * growth, way.ceilingBytes);
  if (tookMs > SLOW_MS) way.partBytes = Math.max(way.partBytes / 2, PART_MIN_BYTES);
}

function lose(way: Way): void {
  way.losses += 1;
  halve(way, way.partBytes);
}

/**
 * Notes that a proxy refuses a body of this length. That is no loss of the network: parts shrink
 * until one passes, or the smallest is refused.
 */
function limit(way: Way, refusedBytes: number): void {
  halve(way, refusedBytes);
  way.limitBytes = way.partBytes;
}

function halve(way: Way, bytes: number): void {
  way.sinceLoss = 0;
  way.partBytes = Math.max(Math.floor(bytes / 2), PART_MIN_BYTES);
  way.ceilingBytes = way.partBytes;
}

type Asking = {
  readonly file: CommandFile;
  readonly method: 'PUT' | 'PATCH';
  readonly body: Blob | Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
};

async function ask({ parts, command, signal }: Way, { file, body, ...asking }: Asking): Promise<Answer> {
  return parts.client.request({
    ...asking,
    path: PATHS.upload(command.id, file.id),
    headers: { [HEADERS.actingUser]: String(command.actorId) },
    body,
    signal,
    timeoutMs: TIMEOUT_MS + (body instanceof Blob ? Math.ceil(body.size / BYTES_PER_MS) : 0),
  });
}

/**
 * What to do after an answer that is no success: continue at another offset, ask again, or end this
 * attempt.
 */
async function after(way: Way, answer: Answer): Promise<Step> {
  const { parts, command } = way;
  const { reply, body } = readingOf(answer);
  const type = body?.type;
  const isLoss = reply === null || type === 'part_damaged' || type === 'upload_offset' || type === 'not_found';
  if (isLoss) {
    lose(way);
    // Another sender may be sending, or the upload was cleaned up: the server is asked how many
    // bytes it has.
    if (way.losses < LOSSES_MAX && !way.signal.aborted) {
      return { at: type === 'upload_offset' ? (body?.received ?? null) : null };
    }
    if (reply !== null) return { kind: 'in-form' };
  }
  await parts.connection.heard(answer);
  if (reply === null) return failed(way, lost());
  const outcome = parts.outcomeOf(command, { answer, nowMs: parts.runtime.clock() });
  switch (outcome.kind) {
    case 'again':
    case 'login':
      return failed(way, outcome);
    case 'held':
      // A server that takes no files ahead is no reason to hold the command.
      return outcome.error.class === 'identity' ? { kind: 'failed', outcome } : { kind: 'in-form' };
    case 'done':
    case 'conflict':
    case 'refused':
      // The command's own answer decides whether it is refused.
      return { kind: 'in-form' };
  }
}

function failed(way: Way, outcome: Outcome): StagingEnd {
  const { progressed } = way;
  return { kind: 'failed', outcome: outcome.kind === 'again' ? { ...outcome, ahead: { progressed } } : outcome };
}

/**
 * The outcome when the network was lost under a part. The command itself was not sent, so its state
 * is `backoff` and not `unknown`.
 */
function lost(): Outcome {
  return { ...again(), error: errorOf('unknown'), network: 'offline' };
}

/** The outcome when another sender has claimed the command. The drain drops it. */
function lostLease(): Outcome {
  return again();
}

function again(): Extract<Outcome, { kind: 'again' }> {
  const error = errorOf('transient');
  return { kind: 'again', state: 'backoff', error, waitMs: null, everyone: false, network: null, atOnce: false };
}
