// Entry of `npm run admin -- COMMAND …`: the operator's console. Each noun has its commands in a
// file of this folder, and what they do stands in `operation`.

import { parseArgs } from 'node:util';
import { type AdminCommand, type Answer, COMMON, EXIT_CODES, type Words } from './admin-command.ts';
import { COMMANDS } from './admin-commands.ts';
import { runCommand, runConfigured } from './run-command.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** `tenant create …`, and `tenant:zone …` as earlier versions wrote it. */
function commandIn(given: readonly string[]): { command: AdminCommand; args: string[] } | null {
  const [first = '', second = '', ...rest] = given;
  const oneWord = first.replace(':', ' ');
  for (const command of COMMANDS) {
    if (command.name === oneWord) return { command, args: given.slice(1) };
    if (command.name === `${first} ${second}`) return { command, args: rest };
  }
  return null;
}

const writtenAs = ({ name, takes }: AdminCommand): string =>
  ['npm run admin --', name, takes].filter(Boolean).join(' ');

function usage(commands: readonly AdminCommand[]): string {
  return [
    'uso:',
    ...commands.map((one) => `  ${writtenAs(one)}\n      ${one.does}`),
    '',
    'todos aceitam --json e --help',
    EXIT_CODES,
  ].join('\n');
}

const given = process.argv.slice(2);
const wantsHelp = given.includes('--help') || given.includes('-h') || given[0] === 'help';
const found = commandIn(given);
const near = COMMANDS.filter(({ name }) => name.startsWith(`${(given[0] ?? '').split(':', 1)[0]} `));
if (found === null || wantsHelp) {
  const text = usage(found !== null ? [found.command] : near.length > 0 ? near : COMMANDS);
  if (wantsHelp) say(text);
  else process.stderr.write(`${text}\n`);
  process.exit(wantsHelp ? 0 : 1);
}
await run(found.command, found.args);

async function run(command: AdminCommand, args: string[]): Promise<void> {
  const isJson = args.includes('--json');
  const onFault = (sentence: string): void => {
    if (isJson) say(JSON.stringify({ error: sentence }));
    else process.stderr.write(`${sentence}\n`);
  };
  const read = wordsIn(command, args);
  if (read === null) {
    onFault(`uso: ${writtenAs(command)}`);
    process.exit(1);
  }
  const tell = ({ code = 0, lines, data }: Answer): number => {
    if (isJson) say(JSON.stringify(data));
    else for (const line of lines) say(line);
    return code;
  };
  if ('alone' in command) await runConfigured(async (config) => tell(await command.alone(config, read)), { onFault });
  else
    await runCommand(async (parts) => tell(await command.run(parts, read)), {
      mayMake: command.mayMake === true && read.values['new-database'] === true,
      onFault,
    });
}

/** null when the words are not those that the command takes. */
function wordsIn({ options, words }: AdminCommand, args: string[]): Words | null {
  const [least, most] = words;
  try {
    const read = parseArgs({ args, options: { ...options, ...COMMON }, allowPositionals: true });
    const { values, positionals } = read;
    return positionals.length < least || positionals.length > most ? null : { values, words: positionals };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null;
    throw error;
  }
}
