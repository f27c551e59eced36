// `npm run conform -- URL [--password …] [--first …] [--second …] [--outsider …] [--patience
// SECONDS]`: runs the cases of the protocol against a server and prints what it keeps, as Markdown.
// The accounts are those of the demonstration unless they are given; `--outsider=` says that the
// server has one tenant only. It writes documents and replies, so it belongs on a server without
// real data. Exit code 0: nothing is broken, whatever is not offered. 1: a promise is broken. 2: it
// could not begin.

import { parseArgs } from 'node:util';
import { conform, countsOf, type Verdict } from './kit.ts';

const text = { type: 'string' } as const;
const DEMONSTRATION = {
  password: { ...text, default: 'malote-demo' },
  first: { ...text, default: 'gestor.semob@pmvi.example' },
  second: { ...text, default: 'servidor.semed@pmvi.example' },
  outsider: { ...text, default: 'servidor@cmvi.example' },
  patience: { ...text, default: '30' },
};

const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ');
const verdictOf = ({ seen, lacks }: Verdict): string => {
  if (seen !== null) return `BROKEN: ${cell(seen)}`;
  return lacks === null ? 'kept' : `not offered: ${lacks}`;
};
const row = (verdict: Verdict): string => `| ${verdict.area} | ${cell(verdict.promise)} | ${verdictOf(verdict)} |`;

/** Runs the kit as the arguments say, printing line by line. Resolves to the exit code. */
export async function command(args: readonly string[], print: (line: string) => void): Promise<number> {
  try {
    return await printed(args, print);
  } catch (error) {
    print(`The kit could not begin: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

async function printed(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: DEMONSTRATION, allowPositionals: true });
  const { patience, ...accounts } = values;
  const [address = ''] = positionals;
  if (!/^https?:/.test(address) || !URL.canParse(address) || !(Number(patience) > 0)) {
    print('Give the address of a server: npm run conform -- http://127.0.0.1:3000 [--patience SECONDS]');
    return 2;
  }
  const verdicts = await conform(new URL(address), {
    accounts,
    patienceMs: Number(patience) * 1000,
    tellKeys: (sentence) => print(`${sentence}\n\n| area | promise | |\n| --- | --- | --- |`),
    tell: (verdict) => print(row(verdict)),
  });
  const { areas, all } = countsOf(verdicts);
  print('\n| area | kept | broken | not offered |\n| --- | ---: | ---: | ---: |');
  for (const { area, kept, broken, lacking } of areas) print(`| ${area} | ${kept} | ${broken} | ${lacking} |`);
  print(`\n${all.kept} kept, ${all.broken} broken, ${all.lacking} not offered.`);
  return all.broken === 0 ? 0 : 1;
}
