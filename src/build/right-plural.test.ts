import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rightPlural, WORDS_MODULE } from './right-plural.ts';

type Words = {
  countAnnouncement: (args: { optionCount: number }, formatter: object) => string;
};

const formatter = {
  number: String,
  plural: (count: number, words: { one: () => string; other: () => string }) =>
    count === 1 ? words.one() : words.other(),
};

it('rightPlural gives one option and many options their Portuguese plural', async () => {
  const library = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));
  const path = join(library, 'dist/private/intl/combobox/pt-BR.mjs');
  expect(path).toMatch(WORDS_MODULE);
  const code = rightPlural(readFileSync(path, 'utf8'));
  const words = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: Words };
  const say = (optionCount: number) => words.default.countAnnouncement({ optionCount }, formatter);
  expect([say(1), say(8)]).toEqual(['1 opção disponível.', '8 opções disponíveis.']);
});

it('rightPlural throws for words that it does not know', () => {
  expect(() => rightPlural('"countAnnouncement": `x`')).toThrow('right-plural');
});
