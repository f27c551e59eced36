// Pages are read by people, so they stay short, and what they name exists. The rows of the checklist
// are data of a test, and do not count.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

function linesOf(text: string): number {
  return text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + (line.startsWith('|') ? 1 : Math.max(1, Math.ceil(line.length / 120))), 0);
}
