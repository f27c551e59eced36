// The mark that the browser is open for its person (src/mirror/store/device-facts.ts), as a page
// writes and reads it.

import { OPEN_MARK, openForIn, openMarkOf } from '#mirror/store/device-facts.ts';

const AGAIN_MS = 60_000;

/** The person for whom this browser is open; null for none. */
export function openedFor(): number | null {
  return openForIn(document.cookie, Date.now());
}

/** Without a duration, so that the browser forgets it when it is closed. */
export function markOpen(userId: number): void {
  write(openMarkOf(userId, Date.now()));
}

/** The next person who opens the browser has to log in. */
export function unmarkOpen(): void {
  write('', '; Max-Age=0');
}

/** Keeps the mark fresh as long as this page has a person. `current`: their id; null for none. */
export function keepOpenMark(current: () => number | null): void {
  const keep = () => {
    const userId = current();
    const marked = openedFor();
    // Another person may have entered in another tab.
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
