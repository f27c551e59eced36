// Runs inside the page (first-sync.ts bundles it).

import { PATHS } from '#contract/paths.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';

export { withoutStore } from './without-store.ts';

const LIMIT_MS = 120_000;

/** Milliseconds since the login's answer. */
export type Milestones = { readonly firstRows: number; readonly everything: number; readonly documents: number };

/** Watches the person's mirror until the walk of everything is complete. */
export async function milestones(userId: number): Promise<Milestones> {
  const mirror = openMirror(userId);
  const answered = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname === PATHS.login)
    .at(-1)?.responseEnd;
  if (answered === undefined) throw new Error('the login was not seen');
  let firstRows: number | null = null;
  while (performance.now() - answered < LIMIT_MS) {
    if (firstRows === null && (await mirror.documents.count()) > 0) firstRows = performance.now() - answered;
    if ((await readMeta(mirror, 'cursor'))?.snapshotDone === true) {
      const everything = performance.now() - answered;
      return { firstRows: firstRows ?? everything, everything, documents: await mirror.documents.count() };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the first sync did not end');
}
