// Pages are read by people, so they stay short, and what they name exists. The rows of the
// checklist are data of a test, and do not count.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Lines of 120 columns at most, so that a paragraph counts with its length. */
const MOST_LINES: readonly (readonly [page: RegExp, lines: number])[] = [
  [/^README\.md$/, 90],
  [/^src\/decisions\//, 60],
  [/^test\/bench\/RESULTS\.md$/, 80],
];
const ALL_BYTES = 260_000;

const pages = ['src', 'sw', 'test', '.github']
  .flatMap((room) => readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`))
  .concat('README.md')
  .filter((path) => path.endsWith('.md') && !path.startsWith('test/checklist/'));

it.each(MOST_LINES)('pages like %s have at most %i lines', (page, most) => {
  const named = pages.filter((path) => page.test(path));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => linesOf(readFileSync(ROOT + path, 'utf8')) > most)).toEqual([]);
});

it('all pages together have at most 260 KB', () => {
  expect(pages.length).toBeGreaterThan(20);
  const bytes = pages.reduce((sum, path) => sum + readFileSync(ROOT + path).length, 0);
  expect(bytes).toBeLessThanOrEqual(ALL_BYTES);
});

type NameCheck = {
  readonly what: string;
  readonly pattern: RegExp;
  readonly exists: (name: string, page: string) => boolean;
  readonly planted: string;
};

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
const words = wordsOfSources();

describe.each<NameCheck>([
  {
    what: 'a file that it links to',
    pattern: /\]\((?!https?:)([^)#\s]+)/g,
    exists: (link, page) => existsSync(join(ROOT, dirname(page), link)),
    planted: '[a page](rules-that-are-gone)',
  },
  {
    what: 'a script of package.json',
    pattern: /npm run ([\w:-]+)/g,
    exists: (script) => script in scripts,
    planted: 'run `npm run gone`',
  },
  {
    what: 'a function, a type, a constant or a variable of the environment',
    pattern: /`([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w+|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\(\))?`/g,
    exists: (word) => words.has(word),
    planted: 'it is `nameThatIsGone`',
  },
])('what a page names exists: $what', ({ pattern, exists, planted }) => {
  const missing = (page: string, text: string): string[] =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !exists(name, page));

  it('in every page', () => {
    const found = pages.flatMap((page) =>
      missing(page, readFileSync(ROOT + page, 'utf8')).map((name) => `${page}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('one that is gone is found', () => {
    expect(missing('src/README.md', planted)).toHaveLength(1);
  });
});

function wordsOfSources(): Set<string> {
  const files = ['src', 'sw', 'test']
    .flatMap((room) => readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`))
    .filter((path) => /\.(?:tsx?|mjs|css|sql)$/.test(path) && path !== 'test/pages.test.ts')
    .concat('package.json', 'vite.config.ts');
  return new Set(files.flatMap((path) => readFileSync(ROOT + path, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []));
}

function linesOf(text: string): number {
  return text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + (line.startsWith('|') ? 1 : Math.max(1, Math.ceil(line.length / 120))), 0);
}
