// `npm run bench:mirror`: our mirror against raw IndexedDB in the same browser. `-- 50000`: that
// many documents. `-- quick`: two rounds. `-- ours f2 fp`: these stores alone. Prints a Markdown
// table and asserts nothing.

import { bundledInParts } from '../page-module.ts';
import { measureRound, type Round, STORES } from './measure.ts';
import { tableOf } from './table.ts';
import { startTownServer } from './town-server.ts';

const words = process.argv.slice(2);
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 20_000);
const times = words.includes('quick') ? 2 : 5;
const named = STORES.filter((name) => words.includes(name));

const floors = { first: 'floors-page.js', files: await bundledInParts('mirror/floors-page') };
const ours = { first: 'mirror-page.js', files: await bundledInParts('mirror/mirror-page') };
const town = await startTownServer(count, { n0: floors, f2: floors, fp: floors, fa: floors, ours });
const rounds: Round[] = [];
try {
  for (let turn = 0; turn < times; turn += 1)
    rounds.push(await measureRound(town, { turn, stores: named.length === 0 ? STORES : named }));
} finally {
  town.close();
}
process.stdout.write(`${count} documents, median of ${times} rounds (least–most)\n\n${tableOf(rounds)}\n`);
