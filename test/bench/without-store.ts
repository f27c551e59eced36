// Runs inside a page that is logged in.

import { PATHS } from '#contract/paths.ts';

/**
 * The floor of a first sync: every page is fetched and parsed, and not stored. Returns
 * milliseconds.
 */
export async function withoutStore(): Promise<number> {
  const started = performance.now();
  let cursor = '';
  for (;;) {
    const answer = await fetch(
      `${PATHS.changes}?limit=500${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    const page = (await answer.json()) as { next_cursor: string; has_more: boolean };
    if (!page.has_more) return performance.now() - started;
    cursor = page.next_cursor;
  }
}
