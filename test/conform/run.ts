// `npm run conform -- URL [--password …] [--first …] [--second …] [--outsider …]`: runs the cases of the protocol against a
// server and prints what it keeps, as Markdown. The accounts are those of the demonstration unless they are given. It writes
// documents and replies, so it belongs on a server without real data. Exit code 1: a promise is broken. 2: it could not begin.

import { parseArgs } from 'node:util';
import { conform, type Verdict } from './kit.ts';

const text = { type: 'string' } as const;
const DEMONSTRATION = {
  password: { ...text, default: 'malote-demo' },
  first: { ...text, default: 'gestor.semob@pmvi.example' },
  second: { ...text, default: 'servidor.semed@pmvi.example' },
  outsider: { ...text, default: 'servidor@cmvi.example' },
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = ({ area, promise, seen, isOffered }: Verdict): string => {
  const kept = isOffered ? 'kept' : 'not offered';
  return `| ${area} | ${cell(promise)} | ${seen === null ? kept : `BROKEN: ${cell(seen)}`} |`;
};

async function main(): Promise<number> {
  const { values: accounts, positionals } = parseArgs({ options: DEMONSTRATION, allowPositionals: true });
  const [address = ''] = positionals;
  if (!URL.canParse(address)) {
    print('Give the address of a server: npm run conform -- http://127.0.0.1:3000');
    return 2;
  }
  print('| area | promise | |\n| --- | --- | --- |');
  const verdicts = await conform(new URL(address), { accounts, tell: (verdict) => print(row(verdict)) });
  const broken = verdicts.filter(({ seen }) => seen !== null).length;
  const missing = verdicts.filter(({ isOffered }) => !isOffered).length;
  print(`\n${verdicts.length - broken - missing} kept, ${broken} broken, ${missing} not offered.`);
  return broken === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  print(`The kit could not begin: ${error instanceof Error ? error.message : String(error)}`);
  return 2;
});
