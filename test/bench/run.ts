// `npm run bench`: prints figures and asserts nothing.

import { benchCommits } from './commits.ts';
import { benchEnqueue } from './enqueue.ts';
import { benchFirstSync } from './first-sync.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  enqueue: benchEnqueue,
  commits: benchCommits,
  'first-sync': benchFirstSync,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) if (wanted.length === 0 || wanted.includes(name)) await bench();
