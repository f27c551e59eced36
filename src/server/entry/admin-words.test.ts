// The words of every command of the console: its help, and what it says to words that it does not
// take. Read from the table of commands, so that a new one is asked the same.

import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from './admin-command.ts';
import { COMMANDS } from './admin-commands.ts';
import { askedBy } from './admin-words.ts';

/** Words that a command takes, as many as it must have. */
const enough = ([least]: readonly [number, number]): string[] => Array.from({ length: least }, () => 'PMVI');
const ENGLISH = ['the', 'and', 'with', 'is', 'are', 'of', 'not', 'all', 'it', 'its', 'who', 'writes', 'sends'];
const plain = (text: string) => text.replaceAll(/--[a-z-]+/g, '').match(/\p{L}+/gu) ?? [];

describe.each(COMMANDS)('$name', (command) => {
  const { name, takes, does, options = {}, words } = command;
  const given = name.split(' ');

  it.each(['--help', '-h'])('%s tells in Portuguese what it takes, what it does, and the exit codes', (help) => {
    const asked = askedBy([...given, help]);
    if (asked.kind !== 'help') throw new Error(asked.kind);
    expect(asked.text).toBe(
      [
        'uso:',
        `  ${['npm run admin --', name, takes].filter(Boolean).join(' ')}`,
        `      ${does}`,
        '',
        'todos aceitam --json e --help',
        EXIT_CODES,
      ].join('\n'),
    );
    expect(does).toMatch(/^[a-zà-ú].*[^.]$/);
    expect(plain(`${takes} ${does}`).filter((word) => ENGLISH.includes(word.toLowerCase()))).toEqual([]);
  });

  it('names each of its options in what it takes, and no other', () => {
    const named = [...takes.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
    expect(new Set(named)).toEqual(new Set(Object.keys(options)));
  });

  it('is found with its words, with --json, and as earlier versions wrote it', () => {
    expect(askedBy([...given, ...enough(words), '--json'])).toMatchObject({
      kind: 'command',
      command: { name },
      given: { words: enough(words), values: { json: true } },
    });
    expect(askedBy([given.join(':'), ...enough(words)])).toMatchObject({ kind: 'command', command: { name } });
  });

  it('refuses by a sentence an option that there is not, an option without a value, and too few or too many words', () => {
    const [least, most] = words;
    const refusals: (readonly [string[], string])[] = [
      [[...enough(words), '--nonsense'], 'não há a opção --nonsense'],
      [[...enough(words), '--json=1'], '--json não leva valor'],
      [Array.from({ length: most + 1 }, () => 'X9'), `${name} não leva X9`],
      ...(least > 0 ? [[enough([least - 1, most]), `falta o que vem depois de ${name}`] as const] : []),
    ];
    for (const [option, { type }] of Object.entries(options)) {
      if (type === 'boolean') refusals.push([[...enough(words), `--${option}=1`], `--${option} não leva valor`]);
      else {
        refusals.push([[...enough(words), `--${option}`], `falta o valor de --${option}`]);
        refusals.push([[...enough(words), `--${option}`, '--json'], `falta o valor de --${option}`]);
      }
    }
    for (const [args, why] of refusals) {
      const asked = askedBy([...given, ...args]);
      if (asked.kind !== 'refused') throw new Error(`${args.join(' ')} was taken`);
      expect(asked.sentence.split('; uso: ')).toEqual([
        why,
        ['npm run admin --', name, takes].filter(Boolean).join(' '),
      ]);
      expect(asked.text).toBe(asked.sentence);
    }
  });
});

describe('words that name no command', () => {
  it.each([
    [[], 'falta o comando', COMMANDS.length],
    [['--json'], 'falta o comando', COMMANDS.length],
    [['tenant'], 'falta o comando', COMMANDS.filter(({ name }) => name.startsWith('tenant ')).length],
    [
      ['tenant', 'nonsense'],
      'não há o comando tenant nonsense',
      COMMANDS.filter(({ name }) => name.startsWith('tenant ')).length,
    ],
    [['nonsense', 'x', 'y', '--json'], 'não há o comando nonsense x', COMMANDS.length],
  ])('%j', (words, why, listed) => {
    const asked = askedBy(words);
    if (asked.kind !== 'refused') throw new Error(asked.kind);
    expect(asked.sentence).toBe(`${why}; uso: --help`);
    expect(asked.text.match(/^ {2}npm run admin -- /gm)).toHaveLength(listed);
  });

  it.each([[['--help']], [['help']], [['nonsense', '--help']]])('%j lists all', (words) => {
    const asked = askedBy(words);
    if (asked.kind !== 'help') throw new Error(asked.kind);
    for (const { name } of COMMANDS) expect(asked.text).toContain(`npm run admin -- ${name}`);
  });
});
