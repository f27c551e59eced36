import { PATHS } from '#contract/paths.ts';
import { readDetails } from '#contract/read-answers.ts';
import { SYNC_DETAILS_MAX } from '#contract/sync.ts';
import { get } from './pull.ts';
import type { PullParts, PullResult } from './parts.ts';
import { noting } from './trouble.ts';

/** How many details one pull fetches ahead. */
const DETAILS_AHEAD = 200;

/**
 * Fetches the details that are likely to be wanted, after the pages of a pull and under its lock.
 */
export function pullDetails(parts: PullParts): Promise<PullResult | 'absent'> {
  return fetchEach(parts, { isInPull: true });
}

/**
 * Fetches such details outside a pull. Another context may begin a walk for a changed sight before
 * the answer comes, so documents that a walk left open are not asked for here. At most one
 * `fetchAhead` of a mirror runs at a time; `busy`: one is running.
 */
export function fetchAhead(parts: PullParts): Promise<PullResult | 'absent'> {
  const { locks, mirror } = parts.runtime;
  return locks.request(`details:${mirror.name}`, {
    mode: 'exclusive',
    ifAvailable: true,
    work: async (held) =>
      held ? noting(parts.runtime, 'details', () => fetchEach(parts, { isInPull: false })) : 'busy',
  });
}

async function fetchEach(parts: PullParts, { isInPull }: { isInPull: boolean }): Promise<PullResult | 'absent'> {
  const asked = new Set<number>();
  while (asked.size < DETAILS_AHEAD) {
    const nowMs = parts.runtime.clock();
    const { ids, ...form } = await parts.store.staleDetails({ limit: SYNC_DETAILS_MAX, nowMs, skip: asked });
    if (ids.length === 0 || (form.rows !== undefined && !isInPull)) return 'pulled';
    // Details that the server does not give (the person has lost sight of the document) are asked
    // for once.
    for (const id of ids) asked.add(id);
    const query = { ids: ids.join(), ...form };
    const answer = await get(parts, { path: PATHS.syncDocuments, query, read: readDetails });
    if (typeof answer === 'string') return answer;
    await parts.store.applyDetails(answer.documents, { asked: isInPull ? ids : [], nowMs });
  }
  return 'pulled';
}
