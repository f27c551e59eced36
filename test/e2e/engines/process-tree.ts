// Ends processes that a test started, and no others. A tree is found by parent ids, starting at a
// child of the test.

import { readdir, readFile } from 'node:fs/promises';
import { eventually } from '../within.ts';

const KILL_MS = 15_000;

/**
 * Sends SIGKILL to a process and to everything that it started; resolves when none of them is left.
 */
export async function killTree(root: number): Promise<void> {
  const doomed = new Set([root]);
  await eventually(KILL_MS, {
    doing: 'every process of the browser ends',
    ask: async () => {
      const running = await runningProcesses();
      // Children that start during this round are found in the next one.
      for (let grown = -1; grown !== doomed.size;) {
        grown = doomed.size;
        for (const { pid, parent } of running) if (doomed.has(parent)) doomed.add(pid);
      }
      const left = running.filter(({ pid, zombie }) => doomed.has(pid) && !zombie);
      for (const { pid } of left) signal(pid);
      return left.length === 0 ? true : null;
    },
  });
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}

type Running = { readonly pid: number; readonly parent: number; readonly zombie: boolean };

async function runningProcesses(): Promise<Running[]> {
  const found: Running[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command name stands in parentheses and may contain any character, so the fields are
    // counted from its end.
    const [state, parent] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (state !== undefined && parent !== undefined)
      found.push({ pid: Number(name), parent: Number(parent), zombie: state === 'Z' });
  }
  return found;
}
