// Tells two kinds of errors in this room apart: trouble of the device's storage is expected and
// passes, any other error is a fault of the application. A fault ends nothing else: the triggers go
// on with their pauses.

import { storageTroubleOf } from '#mirror/store/storage.ts';
import type { SyncRuntime } from './runtime.ts';

type Reporters = Pick<SyncRuntime, 'log' | 'report'>;
type FaultContext = {
  /** The work in which the error occurred. */
  readonly where: string;
  /** The command that was being sent. */
  readonly command?: string;
};

const told = new WeakSet<Error>();

/**
 * Notes an error once, however many callers pass it on; a fault is also reported like an uncaught
 * error.
 */
export function noteTrouble({ log, report }: Reporters, error: unknown, at: FaultContext): 'storage' | 'fault' {
  const trouble = storageTroubleOf(error);
  if (error instanceof Error) {
    if (told.has(error)) return trouble === null ? 'fault' : 'storage';
    told.add(error);
  }
  if (trouble !== null) {
    log('storage-trouble', { ...at, kind: trouble.kind });
    return 'storage';
  }
  log('fault', { ...at, error: nameOf(error), line: lineOf(error) });
  report(error);
  return 'fault';
}

/** Runs `work`; an error of it is noted, and thrown as it is. */
export async function noting<Result>(runtime: Reporters, where: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    noteTrouble(runtime, error, { where });
    throw error;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/**
 * File, line and column where a fault was thrown. Its message stays out, because it may quote what
 * a person wrote.
 */
function lineOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const frames = error.stack.replace(error.message, '');
  return /\/([\w.-]+)(?:\?[^\s:)/]*)?(:\d+:\d+)/.exec(frames)?.slice(1).join('') ?? null;
}
