// Pages are read by people, so they stay short: README.md says in 90 lines what the product is, and
// all pages together fit into 260 KB. The rows of the checklist are data of a test, and do not
// count.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README_LINES = 90;
const ALL_BYTES = 260_000;

const pages = ['src', 'sw', 'test', '.github']
  .flatMap((room) => readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`))
  .concat('README.md')
  .filter((path) => path.endsWith('.md') && !path.startsWith('test/checklist/'));

it('README.md has at most 90 lines', () => {
  expect(readFileSync(`${ROOT}README.md`, 'utf8').split('\n').length).toBeLessThanOrEqual(README_LINES);
});

it('all pages together have at most 260 KB', () => {
  expect(pages.length).toBeGreaterThan(20);
  const bytes = pages.reduce((sum, path) => sum + readFileSync(ROOT + path).length, 0);
  expect(bytes).toBeLessThanOrEqual(ALL_BYTES);
});
