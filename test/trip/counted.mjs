// Which files of src run functions between two moments, by V8's precise coverage. As a preload of a
// process with a channel it answers its parent: `start` forgets what has run, `take` sends the
// files since then.

import { Session } from 'node:inspector/promises';

const session = new Session();
let isCounting = false;

/** Forgets what has run until now. */
export async function startCounting() {
  if (!isCounting) {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    isCounting = true;
  }
  await session.post('Profiler.takePreciseCoverage');
}

/**
 * Paths below src whose functions have run since the last count. The code that a module runs when
 * it is loaded does not count.
 */
export async function takeCount() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.flatMap(({ url, functions }) => {
    const [, path] = /\/(src\/[^?]+)/.exec(url) ?? [];
    const hasRun = functions.some(
      ({ functionName, ranges: [range] }) => functionName !== '' && (range?.count ?? 0) > 0,
    );
    return path !== undefined && !url.includes('/node_modules/') && hasRun ? [path] : [];
  });
  return [...new Set(files)].sort();
}

if (process.send !== undefined) {
  process.on('message', (asked) => {
    const answer = asked === 'start' ? startCounting().then(() => []) : takeCount();
    void answer.then((files) => process.send?.(files));
  });
  // The channel alone does not keep the process.
  process.channel?.unref();
}
