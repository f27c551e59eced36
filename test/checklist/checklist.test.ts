// Every requirement of the checklist leads to a test that exists and runs.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOf, readChecklist, repeatedIn } from './read-checklist.ts';
import { testsIn, type TestsOfFile } from './tests-in.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

const SOURCE = `
it('a list shows its rows', () => {});
it("a title with 'quotes'", () => {});
it.each([['pending', 1], ['overdue', 2]])('the tile of %s leads to %i rows', () => {});
it.each(Object.entries({ sectors: 1 }))('the list of %s is drawn', () => {});
describe.each(['a phone', 'a tablet'])('%s', () => { it('a menu opens', () => {}); });
for (const width of [390]) test(\`a screen of \${width} px fits\`, () => {});
it('said twice', () => {});
describe('a room', () => { it('said twice', () => {}); });
it.skip('a list that is skipped', () => {});
it.todo('a list that is to come');
it.runIf(process.platform)('a list of some machines', () => {});
describe.skip('a skipped room', () => { it('a list in it', () => {}); });
test('a list that skips itself', () => { test.skip(); });
test('a list that skips itself on a phone', () => { test.skip(isPhone, 'no phone'); });
test('a list that is long', { tag: '@long' }, () => {});
test.describe('a long room', { tag: '@long' }, () => { test('a list that is long in it', () => {}); });
test('a journey', async () => { await test.step('a step of it', () => {}); });
expect('a text that is no title').toBe('a text that is no title');
`;
const FILE = 'src/app/lists.test.ts';
const LINE = `- A list shows its rows. → \`${FILE}\` › "a list shows its rows"`;
const bound = (title: string): string => `- A list shows its rows. → \`${FILE}\` › "${title}"`;
const onlyThatFile = (path: string): TestsOfFile | undefined => (path === FILE ? testsIn(FILE, SOURCE) : undefined);
const faults = (text: string): string[] => faultsOf(readChecklist('page.md', text), onlyThatFile);

describe('a line of the checklist is accepted', () => {
  it.each([
    ['with one test', LINE],
    ['with several tests', `${LINE} ; \`${FILE}\` › "a title with 'quotes'"`],
    ['with the title of a table as it stands', bound('the tile of %s leads to %i rows')],
    ['with the title of a table filled in', bound('the tile of pending leads to 1 rows')],
    ['with a title filled in with the key of a table', bound('the list of sectors is drawn')],
    ['with a test inside a table of describes', bound('a menu opens')],
    ['with a title in a template', bound('a screen of 390 px fits')],
    ['with such a title as it stands', bound('a screen of ${width} px fits')],
    ['below headings and empty lines', `# Lists\n\n## Rows\n\n${LINE}\n`],
  ])('a line of the checklist is accepted %s', (_what, text) => {
    expect(faults(text)).toEqual([]);
    expect(readChecklist('page.md', text).requirements).toHaveLength(1);
  });
});

describe('a line of the checklist is refused', () => {
  it.each([
    ['without a test', '- A list shows its rows.'],
    ['with an arrow that leads nowhere', '- A list shows its rows. → '],
    ['without a requirement', `- → \`${FILE}\` › "a list shows its rows"`],
    ['without a title', `- A list shows its rows. → \`${FILE}\``],
    ['with a title without its file', '- A list shows its rows. → "a list shows its rows"'],
    ['with a second test that is not written out', `${LINE} ; the same`],
    ['that is a sentence', 'Lists show rows.'],
    ['that is an item of an item', `  ${LINE}`],
    ['with a file that is not there', '- A list shows its rows. → `src/app/gone.test.ts` › "a list shows its rows"'],
    ['with a file that no runner takes', '- A list shows its rows. → `src/app/lists.ts` › "a list shows its rows"'],
    [
      'with a path that does not begin at the root',
      '- A list shows its rows. → `app/lists.test.ts` › "a list shows its rows"',
    ],
    ['with a title that is not there', bound('a list hides its rows')],
    ['with a part of a title', bound('a list shows')],
    ['with the title of a describe', bound('a room')],
    ['with the title of a step', bound('a step of it')],
    ['with a text that is no title', bound('a text that is no title')],
    ['with a table filled in with words that the file does not have', bound('the tile of paid leads to 1 rows')],
    ['with a title that two tests have', bound('said twice')],
    ['with a skipped test', bound('a list that is skipped')],
    ['with a test that is not written yet', bound('a list that is to come')],
    ['with a test that runs on some machines', bound('a list of some machines')],
    ['with a test in a skipped room', bound('a list in it')],
    ['with a test of the long form', bound('a list that is long')],
    ['with a test in a room of the long form', bound('a list that is long in it')],
    ['with a test that skips itself', bound('a list that skips itself')],
    ['with a test that skips itself on a condition', bound('a list that skips itself on a phone')],
    ['with a second test that is not there', `${LINE} ; \`${FILE}\` › "a list hides its rows"`],
  ])('a line of the checklist is refused %s', (_what, text) => {
    expect(faults(text)).toHaveLength(1);
  });

  it.each([
    ['on one page', [`${LINE}\n${LINE}`]],
    ['on two pages', [LINE, LINE]],
    ['in upper case', [LINE, LINE.replace('A list', 'a  LIST')]],
  ])('a requirement is refused that stands twice %s', (_where, pages) => {
    expect(repeatedIn(pages.map((text, at) => readChecklist(`${at}.md`, text)))).toHaveLength(1);
  });
});

const pages = readdirSync(HERE)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => readChecklist(name, readFileSync(HERE + name, 'utf8')));

describe('the checklist', () => {
  const read = new Map<string, TestsOfFile | undefined>();
  const testsOf = (path: string): TestsOfFile | undefined => {
    if (!read.has(path))
      read.set(path, existsSync(ROOT + path) ? testsIn(path, readFileSync(ROOT + path, 'utf8')) : undefined);
    return read.get(path);
  };

  it.each(pages.map((page) => ({ page, name: page.page, lines: page.requirements.length })))(
    'each of the $lines requirements of $name is bound to tests that run',
    ({ page, lines }) => {
      expect(lines).toBeGreaterThan(0);
      expect(faultsOf(page, testsOf)).toEqual([]);
    },
  );

  it('no requirement of the checklist stands twice', () => {
    expect(repeatedIn(pages)).toEqual([]);
  });
});
