// Reads the words after `npm run admin --`. They ask for help or for a command; any other words are
// refused with the reason.

import { parseArgs } from 'node:util';
import { type AdminCommand, COMMON, EXIT_CODES, type Words } from './admin-command.ts';
import { COMMANDS } from './admin-commands.ts';

type Request =
  | { readonly kind: 'help'; readonly text: string }
  /**
   * `text`: the reason and the commands that exist, for people; `sentence`: one line for programs.
   */
  | { readonly kind: 'refused'; readonly sentence: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: AdminCommand; readonly given: Words };

export function askedBy(words: readonly string[]): Request {
  const found = commandIn(words);
  const near = COMMANDS.filter(({ name }) => name.startsWith(`${(words[0] ?? '').split(':', 1)[0]} `));
  const listed = usage(found !== null ? [found.command] : near.length > 0 ? near : COMMANDS);
  if (words.includes('--help') || words.includes('-h') || words[0] === 'help') return { kind: 'help', text: listed };
  if (found === null) {
    const named = words
      .filter((one) => !one.startsWith('-'))
      .slice(0, 2)
      .join(' ');
    const isNoun = near.length > 0 && !named.includes(' ');
    if (named === '' || isNoun) return { kind: 'refused', sentence: 'falta o comando; uso: --help', text: listed };
    const sentence = `não há o comando ${named}`;
    return { kind: 'refused', sentence: `${sentence}; uso: --help`, text: `${sentence}\n${listed}` };
  }
  const { command, args } = found;
  const given = wordsIn(command, args);
  if (typeof given !== 'string') return { kind: 'command', command, given };
  const sentence = `${given}; uso: ${writtenAs(command)}`;
  return { kind: 'refused', sentence, text: sentence };
}

/** Finds the command of `tenant create …`, and of `tenant:zone …` as earlier versions wrote it. */
function commandIn([first = '', second = '', ...rest]: readonly string[]) {
  const oneWord = first.replace(':', ' ');
  for (const command of COMMANDS) {
    if (command.name === oneWord) return { command, args: second === '' ? rest : [second, ...rest] };
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

/** The arguments and options of the command, or a sentence when the command does not take them. */
function wordsIn({ name, options, words: [least, most] }: AdminCommand, args: string[]): Words | string {
  const known = { ...options, ...COMMON };
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    if (positionals.length < least) return `falta o que vem depois de ${name}`;
    const extra = positionals[most];
    return extra === undefined ? { values, words: positionals } : `${name} não leva ${extra}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return optionFault(known, args);
    throw error;
  }
}

/** A sentence about the option that Node's `parseArgs` has refused. */
function optionFault(known: NonNullable<AdminCommand['options']>, args: string[]): string {
  const { tokens } = parseArgs({ args, options: known, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const type = known[token.name]?.type;
    if (type === undefined) return `não há a opção ${token.rawName}`;
    if (type === 'boolean' && token.value !== undefined) return `${token.rawName} não leva valor`;
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'));
    if (type === 'string' && isMissing) return `falta o valor de ${token.rawName}`;
  }
  return 'não se entende';
}
