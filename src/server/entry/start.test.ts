// When `npm start` and the commands build, in a small project whose builder notes each of its runs.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const START = 'src/server/entry/start.mjs';
const CONTACT = { VITE_CONTACT_PHONE: '(27) 3333-0000' };
const BUILDER = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('builds', 'x');
mkdirSync('dist/server', { recursive: true });
for (const entry of ['main', 'admin', 'backup']) writeFileSync('dist/server/' + entry + '.js', '');
`;
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'malote-start-'));
  write('package.json', '{ "type": "module" }');
  write('src/app/index.html', '');
  write('node_modules/vite/package.json', '{}');
  write('src/build/build-all.mjs', BUILDER);
  mkdirSync(join(root, dirname(START)), { recursive: true });
  cpSync(fileURLToPath(new URL('start.mjs', import.meta.url)), join(root, START));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('the server is built anew when contacts before the login change', () => {
  run(['--build-only'], CONTACT);
  run([], CONTACT);
  expect(builds()).toBe(1);
  run([], {});
  expect(builds()).toBe(2);
});

it.each(['admin', 'backup'])('%s beside a server builds nothing when it lacks those variables', (command) => {
  run(['--build-only'], CONTACT);
  run([command], {});
  run([], CONTACT);
  expect(builds()).toBe(1);
});

it('a command is built where nothing is, and after the sources changed', () => {
  run(['admin'], {});
  expect(builds()).toBe(1);
  write('src/app/index.html', 'another');
  run(['admin'], {});
  expect(builds()).toBe(2);
});

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(args: readonly string[], variables: Readonly<Record<string, string>>): void {
  const env = { PATH: process.env['PATH'], ...variables };
  const { status, stderr } = spawnSync(process.execPath, [START, ...args], { cwd: root, env, encoding: 'utf8' });
  expect(`${status} ${stderr}`).toBe('0 ');
}

function builds(): number {
  const notes = join(root, 'builds');
  return existsSync(notes) ? readFileSync(notes, 'utf8').length : 0;
}
