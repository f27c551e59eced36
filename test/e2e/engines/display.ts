// A virtual display (Xvfb) for WebKitGTK, which has no headless mode.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { within } from '../within.ts';
import { displayServerAtHand } from './find-engines.mjs';

const START_MS = 20_000;
/** Larger than any viewport that a test uses, because a window can't be larger than its screen. */
const SCREEN = '1920x1400x24';

export type Display = { readonly name: string; close(): Promise<void> };

export async function openDisplay(): Promise<Display> {
  const command = displayServerAtHand();
  if (command === null) throw new Error('Xvfb is not installed');
  // Xvfb chooses a free display number and writes it to the file descriptor 3.
  const server = spawn(command, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await within(START_MS, {
    doing: 'the display starts',
    work: once(server.stdio[3] as NodeJS.ReadableStream, 'data'),
  })) as [Buffer];
  return { name: `:${number.toString().trim()}`, close: () => end(server) };
}

/** Ends a child process of the test; resolves when it has exited. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), START_MS);
  await gone;
  clearTimeout(tooLong);
}
