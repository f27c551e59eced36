// Every citation in the project leads to something. A comment that names a rule, a decision, a
// promise or a file is of use only to a reader who finds it. A page that is renumbered or a file
// that is moved would otherwise leave citations to nothing.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { parseSync } from 'vite';
import { brokenIn, DECISION, targetsOf, type Passage } from './citations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src', 'sw', 'test', '.github'];
/**
 * A restore compares the hashes of migrations, so that not even their comments are edited; the
 * router's file is generated.
 */
const FIXED = /\/db\/migrations\/|routeTree\.gen\.ts$/;

const TARGETS = targetsOf(
  new Map([
    [
      'src/domain/rules.md',
      '## A. Status\n\n| rule |  |\n| A4   | late work |\n| A7   | reopening |\n| H16  | rails |',
    ],
    ['src/decisions/law.md', '**S12. A clock.** words\n\n**S20 (S21, S22). Three in one.** words'],
    ['src/sync/promises.md', '## Drain\n\n## Order and guards\n\n| I4      | author |\n| hazard 7  | 401 |'],
    ['src/server/defaults.md', '| default 5  | passwords |'],
    ['src/ui/look.md', '## look 3: type'],
    ['src/app/experience.md', '| experience P9  | versions |\n| experience T13 | networks |'],
  ]),
  [
    'src/sync/drain.ts',
    'src/sync/promises.md',
    'src/decisions/law.md',
    'src/app/entry/index.html',
    'src/domain/decide-create.ts',
    'src/ui/look.md',
    'src/app/experience.md',
    'test/run.mjs',
  ],
);
const read = (text: string, file = 'src/sync/drain.ts'): string[] => brokenIn({ file, line: 1, text }, TARGETS);

describe('a citation is accepted when it names', () => {
  it.each([
    ['a rule, several rules, a section of rules', 'rule A4; rules A4, A7 and H16; rules A4–A7; rules A'],
    ['a decision and a promise', 'the lease (S12) of one author (I4)'],
    ['a decision that is part of another one now', 'S20, S21 and S22'],
    [
      'a heading of the promises',
      'by a lock (src/sync/promises.md, Drain), in lanes (src/sync/promises.md, Order and guards: a lane each).',
    ],
    [
      'a hazard, a default, a section of the look, an expectation',
      'src/sync/promises.md, hazard 7; default 5; src/ui/look.md, look 3; src/app/experience.md, experience P9, T13',
    ],
    [
      'a file by its name, its path, its room or its shape',
      'drain.ts, src/sync/drain.ts, `#sync/drain.ts`, sync/drain',
    ],
    ['a file beside the one that speaks, and a family of files', './promises.md, ../sync/drain.ts, domain/decide-*.ts'],
    ['a page by its path from the root or from src', 'src/sync/promises.md and decisions/law.md'],
    [
      'nothing, because it only looks like a citation',
      'Default 30 s; Alt+F10; UAX #15; W3C is a body; a picture of the screen; 1/0; A to Z',
    ],
  ])('a citation is accepted when it names %s', (_what, text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a citation is refused when it names', () => {
  it.each([
    ['a rule without a row', 'as rule A5 says'],
    ['one rule of several', 'rules A4, A7 and B1'],
    ['the end of a range', 'rules A4–A9'],
    ['a section that the rules do not have', 'rules F'],
    ['a decision that was not made', 'see S13'],
    ['a promise without a row', 'it holds I8'],
    ['a hazard without a row', '(src/sync/promises.md, hazard 8)'],
    ['a hazard without its page', 'it pauses (hazard 7)'],
    ['a default without a row', 'default 6'],
    ['a section that the look does not have', 'src/ui/look.md, look 9'],
    ['a section of the look without its page', 'look 3'],
    ['such a section, written out', 'look, section 3'],
    ['an expectation without a row', 'src/app/experience.md, experience P10'],
    ['an expectation without its page', 'quiet (experience P9)'],
    ['a heading that the promises do not have', '(src/sync/promises.md, Server side)'],
    ['such a heading, by its path from src', '(sync/promises.md, Server side)'],
    ['a page that is not there', 'sync.md'],
    ['a page by its name alone', 'as promises.md says'],
    ['a file that has moved', 'src/mirror/drain.ts'],
    ['a file that has moved, by its room', '`#mirror/drain`'],
    ['a file that has moved, by its name', 'see drain-lane.ts'],
    ['a file by a path that begins inside its room', 'entry/index.html'],
    ['a family of files without members', 'domain/judge-*.ts'],
  ])('a citation is refused when it names %s', (_what, text) => {
    expect(read(text)).toHaveLength(1);
  });

  it.each([
    ['an id without the word that names its page', 'accepted late (A4)'],
    ['an expectation without the word that names its page', 'quiet (P9)'],
    ['a rule by its old name', 'decisions A4'],
    ['a section of rules by its old name', 'decisions F'],
    ['an expectation behind a comma', '(experience, hazard 13)'],
    ['a section of a page of the design', '(skeleton, 6)'],
    ['a section of a text that is not here', 'as in section 7'],
    ['a page by its file alone', 'look.md, type and space'],
    ['a heading of the promises, without their path', 'by a lock (promises.md, Drain)'],
    ['an old name of the defaults', 'hardening 5'],
    ['a page of the design', 'contract page, Errors'],
    ['a text that is not here', 'product specification, section 5'],
    ['the words of such a text', "the specification's sentence"],
    ['a drawing that is not here', '(pictures 05)'],
    ['a difference from such a drawing', 'deviation 12'],
    ['a number of an issue', 'issue 3'],
    ['a number of an issue, in short', 'as in #12'],
  ])('a citation of an old kind is refused: %s', (_what, text) => {
    expect(read(text)).not.toEqual([]);
  });

  it('a hazard is refused on a screen', () => {
    expect(read('(src/sync/promises.md, hazard 7)', 'src/app/features/login/login-screen.tsx')).toEqual(['hazard 7']);
  });
});

describe('citations are read', () => {
  it.each([
    ['in a comment that goes on in the next line', 'a.ts', 'export const a = 1;\n// as rule\n// A5 says\n'],
    ['in a docstring', 'a.ts', '/**\n * As rule\n * A5 says.\n */\nexport const a = 1;'],
    ['in a comment of a component', 'a.tsx', 'export const A = () => <p>{/* rule A5 */}</p>;'],
    ['in a test name', 'a.test.ts', "it('counts late work (rule A5)', () => {});"],
    ['in a test name of a table', 'a.test.ts', "describe.each([1])('%s (rule A5)', () => {});"],
    ['in a name of a table of tests', 'a.test.ts', "it.each([['late (rule A5)', 1]])('%s', () => {});"],
    ['in a test name in a template', 'test/a.e2e.ts', 'for (const a of all) test(`${a} (rule A5)`, () => {});'],
    ['in a style sheet', 'a.css', '.a {\n  color: red; /* rule\n  A5 */\n}'],
    ['in a file of SQL statements', 'a.sql', 'select 1;\n-- rule A5'],
    ['in a page of markup', 'a.html', '<p></p><!-- rule A5 -->'],
    ['in a paragraph of a page', 'a.md', 'Some\nrule\nA5.'],
    ['in a row of a page that defines another', 'a.md', '| A4 | rule A5 |'],
  ])('a citation is read %s', (_what, file, text) => {
    const found = passagesOf(file, text).flatMap((one) => brokenIn(one, TARGETS));
    expect(found).toEqual(['rule A5']);
  });

  it.each([
    ['code', 'a.ts', "export const cited = 'rule A5';"],
    [
      'what defines a row',
      'a.md',
      '| A5 | words |\n\n**S99. A decision.** Words.\n\n**S97 (S98). Two.** Words.\n\n## look 9: a section',
    ],
  ])('no citation is read in %s', (_what, file, text) => {
    expect(passagesOf(file, text).flatMap((one) => brokenIn(one, TARGETS))).toEqual([]);
  });
});

describe('the citations of the project', () => {
  it('every citation leads to a row, a heading or a file of the project', async () => {
    const files = await filesOfProject();
    const texts = new Map(
      await Promise.all(files.filter(isText).map(async (file) => [file, await readFile(ROOT + file, 'utf8')] as const)),
    );
    const targets = targetsOf(texts, files);
    const passages = [...texts].flatMap(([file, text]) => passagesOf(file, text));
    expect(passages.length).toBeGreaterThan(4000);
    const broken = passages.flatMap((one) => brokenIn(one, targets).map((what) => `${one.file}:${one.line}: ${what}`));
    expect(broken).toEqual([]);
  });
});

test('a number of a decision stands in one head alone', async () => {
  const folder = `${ROOT}src/decisions/`;
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(pages.map((name) => readFile(folder + name, 'utf8')));
  const numbers = texts.flatMap((text) => [...text.matchAll(DECISION)].flatMap(([head]) => head.match(/S\d+/g) ?? []));
  expect(numbers.length).toBeGreaterThan(40);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
});

test('src/README.md describes every inner room that has a floor', async () => {
  const floors = new URL('floors.mjs', import.meta.url).href;
  const { FLOORS } = (await import(floors)) as { FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> };
  const page = await readFile(`${ROOT}src/README.md`, 'utf8');
  const innerRooms = Object.values(FLOORS)
    .flat(2)
    .filter((name) => /^[a-z-]+$/.test(name));
  expect(innerRooms.length).toBeGreaterThan(40);
  expect(innerRooms.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

async function filesOfProject(): Promise<string[]> {
  const found = await Promise.all(
    ROOMS.map(async (room) => {
      const entries = await readdir(ROOT + room, { recursive: true, withFileTypes: true });
      return entries.filter((one) => one.isFile()).map((one) => `${one.parentPath}/${one.name}`.slice(ROOT.length));
    }),
  );
  return [...found.flat(), 'README.md', 'vite.config.ts', 'package.json', '.ci/run'];
}

const isText = (file: string): boolean => /\.(tsx?|mjs|md|css|sql|html)$/.test(file) && !FIXED.test(file);

/**
 * Comments and test names of a source, comments of a style sheet or of SQL statements, paragraphs
 * of a page.
 */
function passagesOf(file: string, text: string): Passage[] {
  if (file.endsWith('.md')) return paragraphsIn(file, text);
  if (/\.(tsx?|mjs)$/.test(file)) {
    const source = parseSync(file, text);
    if (source.errors.length > 0) throw new Error(`${file} could not be read`);
    const isTest = file.startsWith('test/') || /\.test\.tsx?$/.test(file);
    const words = [...blocksOf(source.comments, text), ...(isTest ? testNamesIn(source.program, text) : [])];
    return words.map((one) => passage({ file, text, ...one }));
  }
  const comments = file.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /<!--[\s\S]*?-->|^ *--.*$/gm;
  return [...text.matchAll(comments)].map((one) => passage({ file, text, start: one.index, words: one[0] }));
}

type Words = { readonly start: number; readonly words: string };

/**
 * Comments; lines that follow one another are one text, because a citation may go on in the next
 * line.
 */
function blocksOf(comments: readonly { start: number; end: number; value: string }[], text: string): Words[] {
  const blocks: { start: number; end: number; words: string }[] = [];
  for (const { start, end, value } of comments) {
    const last = blocks.at(-1);
    if (last !== undefined && /^\r?\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.words += `\n${value}`;
      last.end = end;
    } else blocks.push({ start, end, words: value });
  }
  return blocks;
}

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
};

/**
 * Titles of `test`, `it` and `describe`, and the names that `.each` takes from the first column of
 * its table.
 */
function testNamesIn(program: object, text: string): Words[] {
  const found: Node[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given = [] } = node as Node;
    if (type === 'CallExpression' && /^(?:test|it|describe)\b/.test(text.slice(callee?.start, callee?.end))) {
      const rows = callee?.type === 'CallExpression' ? (callee.arguments?.[0]?.elements ?? []) : [];
      const names = [given[0], ...rows.map((row) => row?.elements?.[0])];
      found.push(
        ...names.filter((one) => one?.type === 'Literal' || one?.type === 'TemplateLiteral').map((one) => one as Node),
      );
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found.map(({ start, end }) => ({ start, words: text.slice(start, end) }));
}

/** Paragraphs and rows of tables; what defines a row is not a citation of it. */
function paragraphsIn(file: string, text: string): Passage[] {
  const definition =
    /^(\| )(?:[A-Z]\d+|(?:hazard|default|experience) \w+)(?= +\|)|^(\*\*)S\d+(?: \((?:S\d+(?:, )?)+\))?(?=\.)|^(## )look \d+/;
  return [...text.matchAll(/^\|.*$|(?:^(?!\|).+\n?)+/gm)].map((one) =>
    passage({ file, text, start: one.index, words: one[0].replace(definition, '') }),
  );
}

function passage({ file, text, start, words }: { file: string; text: string; start: number; words: string }): Passage {
  const line = text.slice(0, start).split('\n').length;
  return { file, line, text: words.replaceAll(/\n[ \t]*\*? ?/g, ' ').replaceAll(/\s+/g, ' ') };
}
