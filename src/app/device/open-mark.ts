// Reads and writes, for a page, the cookie that says for whom this browser is open (S33;
// src/mirror/store/device-facts.ts).

import { OPEN_MARK, openForIn, openMarkOf } from '#mirror/store/device-facts.ts';

const AGAIN_MS = 60_000;

/** The person for whom this browser is open; null for none. */
export function openedFor(): number | null {
  return openForIn(document.cookie, Date.now());
}

/**
 * Marks the browser as open for a person. The cookie has no duration, so that the browser forgets
 * it when it is closed.
 */
export function markOpen(userId: number): void {
  write(openMarkOf(userId, Date.now()));
}

/** Removes the mark. The next person who opens the browser then has to log in. */
export function unmarkOpen(): void {
  write('', '; Max-Age=0');
}

/** Keeps the mark fresh as long as this page has a person. `current`: their id; null for none. */
export function keepOpenMark(current: () => number | null): void {
  const keep = () => {
    const userId = current();
    const marked = openedFor();
    // A mark of another person stays: they may have entered in another tab.
    if (userId !== null && (marked === null || marked === userId)) markOpen(userId);
  };
  setInterval(keep, AGAIN_MS);
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keep);
  keep();
}

function write(value: string, more = ''): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${OPEN_MARK}=${value}; Path=/; SameSite=Strict${secure}${more}`;
}
