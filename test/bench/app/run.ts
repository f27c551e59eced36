// `npm run bench:app`: the built application on a phone with 20,000 documents. `-- --documents 2000
// --rounds 1`: a small try. `-- --only starts,gestures`: these parts of a round alone. `-- --memory
// 10`: and the memory after so many minutes. Prints Markdown tables and asserts nothing.

import { parseArgs } from 'node:util';
import { loaded } from './bytes.ts';
import { memoryAfter } from './memory.ts';
import { measureRound, PARTS, type Round } from './round.ts';
import { loadedTable, samplesTable, tableOf } from './table.ts';
import { withAppTown } from './town.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    memory: { type: 'string' },
    only: { type: 'string', default: PARTS.join() },
  },
});
const [documents, times] = [Number(values.documents), Number(values.rounds)];
const parts = PARTS.filter((part) => values.only.split(',').includes(part));
const print = (text: string) => process.stdout.write(`${text}\n`);

await withAppTown(documents, async (town) => {
  const { login, home } = await loaded(town);
  const rounds: Round[] = [];
  for (let time = 0; time < times; time += 1) rounds.push(await measureRound(town, parts));
  print(
    `${documents} documents, median of ${times} rounds (least–most)\n\n${tableOf(rounds)}\n\n${samplesTable(rounds)}\n`,
  );
  print(
    loadedTable([
      { what: 'first load after login', load: home, most: 240 },
      { what: 'login', load: login, most: 160 },
    ]),
  );
  if (values.memory === undefined) return;
  const { first, last, walks } = await memoryAfter(town, Number(values.memory));
  print(
    `\nheap MB: ${first.toFixed(1)}, after ${values.memory} min with ${walks} documents of others ${last.toFixed(1)}`,
  );
});
