// The splash of index.html. It closes 1000 ms after the page began (rule J6), with or without
// network. It is shown once per start, not again for a reload in the same tab, and not under
// reduced motion (rule H19).

import { tabStorage } from '../device/web-storage.ts';

const CLOSES_AT_MS = 1000;
const SEEN = 'malote-splash';

export function closeSplash(): void {
  const splash = document.getElementById('splash');
  if (splash === null) return;
  const seen = tabStorage.get(SEEN) !== null;
  tabStorage.set(SEEN, '1');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (seen || still) splash.remove();
  else setTimeout(() => splash.remove(), Math.max(0, CLOSES_AT_MS - performance.now()));
}
