// The fences of src/README.md hold: a copy of the project's configuration with one illegal import
// per room must fail, in the compiler for rooms, in the linter for inner rooms, packages, clocks
// and the network. What neither can express is read from the sources: the doors of the outbox,
// writes to tables of the mirror, and access of screens to the server.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEAVY } from './schedule.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['domain', 'contract', 'mirror', 'commands', 'sync', 'ui', 'editor', 'app', 'server', 'build'].map(
  (room) => `src/${room}`,
);

/** Room and the room it must not know: refused by the compiler with TS6307. */
const ILLEGAL_ROOMS: readonly [room: string, other: string][] = [
  ['src/domain', '#contract/room.ts'],
  ['src/contract', '#mirror/room.ts'],
  ['src/mirror', '#commands/room.ts'],
  ['src/commands', '#sync/room.ts'],
  ['src/sync', '#commands/room.ts'],
  ['src/ui', '#domain/room.ts'],
  ['src/ui', '../build/room.ts'],
  ['src/editor', '#contract/room.ts'],
  ['src/app', '#server/room.ts'],
  ['src/app', '../build/room.ts'],
  ['src/server', '#mirror/room.ts'],
  ['src/server', '../build/room.ts'],
  ['src/build', '#ui/room.ts'],
  ['src/build', '#app/room.ts'],
  ['sw', '#commands/room.ts'],
];

/** File and what in it must be refused by the linter. */
const ILLEGAL_LINES: readonly (readonly [file: string, line: string, rule: string])[] = [
  ['src/server/db/probe.ts', "export { now } from '../routes/room.ts';", 'floors'],
  ['src/server/files/probe.ts', "export { now } from '../mail/room.ts';", 'floors'],
  ['src/server/once/probe.ts', "export { now } from '../services/room.ts';", 'floors'],
  ['src/server/stray.ts', "export const now = 0;\nexport { then } from './db/room.ts';", 'floors'],
  ['src/mirror/store/probe.ts', "export { now } from '../fold/room.ts';", 'floors'],
  ['src/mirror/engine/probe.ts', "export { now } from '../fold/room.ts';", 'floors'],
  ['src/app/text/probe.ts', "export { now } from '#app/features/room.ts';", 'floors'],
  ['src/app/leaving/probe.ts', "export { now } from '../acts/room.ts';", 'floors'],
  ['src/app/leaving/steps/probe.ts', "export { now } from '../leave.ts';", 'floors'],
  ['src/app/shared/connection/probe.ts', "export { now } from '../form/room.ts';", 'floors'],
  ['src/ui/actions/probe.tsx', "export { now } from '../overlays/room.ts';", 'floors'],
  ['src/ui/fields/probe.tsx', "export { now } from '../frame/room.ts';", 'floors'],
  ['src/ui/stray.ts', "export const now = 0;\nexport { then } from './base/room.ts';", 'floors'],
  ['src/app/features/x/beside.ts', "export { now } from '../y/room.ts';", 'floors'],
  ['src/app/acts/notices/probe.ts', "export { now } from '../document/room.ts';", 'floors'],
  ['src/app/shared/draft/probe.ts', "export { now } from '../files/room.ts';", 'floors'],
  ['src/domain/circle-a.ts', "import type { B } from './circle-b.ts';\nexport type A = B | null;", 'no-cycle'],
  ['src/domain/circle-b.ts', "import type { A } from './circle-a.ts';\nexport type B = A[];", 'no-cycle'],
  ['src/domain/probe.ts', "export { string } from 'valibot';", 'no-restricted-imports'],
  ['src/ui/raw.tsx', "export const raw = <p dangerouslySetInnerHTML={{ __html: '' }} />;", 'no-danger'],
  ['src/domain/clock.ts', 'export const nowMs = Date.now();', 'no-restricted-properties'],
  ['src/domain/dice.ts', 'export const drawn = Math.random();', 'no-restricted-properties'],
  ['src/contract/probe.ts', "export { Dexie } from 'dexie';", 'no-restricted-imports'],
  ['src/mirror/probe.ts', "export { get } from 'idb-keyval';", 'no-restricted-imports'],
  [
    'src/mirror/questions/rows.ts',
    "export { writeDocuments } from '../engine/document-writes.ts';",
    'no-restricted-imports',
  ],
  ['src/mirror/questions/apply.ts', "export { walkOver } from '../apply/walk.ts';", 'no-restricted-imports'],
  ['src/mirror/questions/value.ts', "export { writeMeta } from '../store/storage.ts';", 'no-restricted-imports'],
  ['src/mirror/questions/note.ts', "export { noteChanges } from '../engine/changes.ts';", 'no-restricted-imports'],
  ['src/mirror/questions/row.ts', 'export const kept = { put: () => 1 }.put();', 'no-restricted-properties'],
  ['src/mirror/network.ts', "export const asked = fetch('/api/user');", 'no-restricted-globals'],
  ['src/commands/probe.ts', "export { ofetch } from 'ofetch';", 'no-restricted-imports'],
  ['src/sync/probe.ts', "export { string } from 'valibot';", 'no-restricted-imports'],
  ['src/sync/clock.ts', 'export const nowMs = Date.now();', 'no-restricted-properties'],
  ['src/ui/probe.ts', "export { Dexie } from 'dexie';", 'no-restricted-imports'],
  ['src/ui/network.ts', "export const asked = fetch('/api/user');", 'no-restricted-globals'],
  ['src/editor/probe.ts', "export { Dexie } from 'dexie';", 'no-restricted-imports'],
  ['src/app/features/x/probe.ts', "export { room } from '#sync/room.ts';", 'no-restricted-imports'],
  ['src/app/features/x/network.ts', "export const asked = fetch('/api/user');", 'no-restricted-globals'],
  ['src/app/routes/probe.ts', "export { room } from '#sync/room.ts';", 'no-restricted-imports'],
  ['src/server/clock.ts', 'export const nowMs = Date.now();', 'no-restricted-properties'],
  ['src/server/probe.ts', "export { Dexie } from 'dexie';", 'no-restricted-imports'],
  ['src/server/timer.ts', 'export const timer = setInterval(() => undefined, 1);', 'no-restricted-globals'],
  ['src/server/later.ts', 'export const timer = setTimeout(() => undefined, 1);', 'no-restricted-globals'],
  ['src/server/sleep.ts', "export { setTimeout } from 'node:timers/promises';", 'no-restricted-imports'],
  ['sw/probe.ts', "export { room } from '#domain/room.ts';", 'no-restricted-imports'],
  ['src/domain/word.ts', 'export const said: any = 1;', 'no-explicit-any'],
  ['src/contract/said.ts', "console.log('x');", 'no-console'],
  ['src/mirror/NotKebab.ts', 'export const named = 1;', 'filename-case'],
  ['src/sync/whole.ts', 'export default 1;', 'no-default-export'],
  ...['domain', 'contract', 'mirror', 'commands', 'sync', 'ui', 'editor', 'app', 'server', 'build'].map(
    (room) =>
      [
        `src/${room}/day.ts`,
        "export const day = new Intl.DateTimeFormat('en-CA').format(0);",
        'no-restricted-properties',
      ] as const,
  ),
  ['sw/day.ts', "export const day = new Intl.DateTimeFormat('en-CA').format(0);", 'no-restricted-properties'],
  ['src/app/online/day.ts', "export const day = new Date(0).toLocaleDateString('en-CA');", 'no-restricted-properties'],
  ['src/app/routes/day.ts', "export const day = (0).toLocaleString('en-CA');", 'no-restricted-properties'],
  ['src/server/amount.ts', "export const sum = new Intl.NumberFormat('pt-BR').format(0);", 'no-restricted-properties'],
  ['src/domain/dates.ts', "export const day = new Intl.DateTimeFormat('en-CA').format(0);", 'no-restricted-properties'],
  ['test/e2e/probe.ts', 'export async function ask() { await send.click(); await device.settled(); }', 'presses'],
];

/** What the linter lets the named files do. */
const LEGAL_LINES: readonly [file: string, line: string][] = [
  ['src/mirror/store/device-facts.ts', "export { get } from 'idb-keyval';"],
  ['src/app/entry/main.tsx', "export { room } from '#sync/room.ts';"],
  ['src/app/online/login.ts', "export const asked = fetch('/login');"],
  ['src/app/features/x/own.ts', "export { room } from '#domain/room.ts';"],
  ['src/sync/browser-runtime.ts', 'export const nowMs = Date.now();'],
  ['src/ui/base/locale-text.ts', "export const text = new Intl.DateTimeFormat('pt-BR').format(0);"],
  ['src/server/config/system-clock.ts', 'export const nowMs = Date.now();'],
  ['src/server/reporting/timers.ts', 'export const timer = setTimeout(() => undefined, 1);'],
  ['test/e2e/seen.ts', 'export async function ask() { await send.click(); await words(); await device.settled(); }'],
];

let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'malote-fence-'));
  const config = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
    references: { path: string }[];
  };
  config.compilerOptions['outDir'] = './types';
  config.references = config.references.filter((reference) => reference.path !== 'test');
  await put('tsconfig.json', JSON.stringify(config));
  const plugins = ['test/floors.mjs', 'test/word-in-element.mjs', 'test/press-seen.mjs'];
  for (const name of ['package.json', '.oxlintrc.json', ...plugins]) await cp(join(ROOT, name), join(house, name));
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const room of [...ROOMS, 'sw']) {
    await put(`${room}/tsconfig.json`, await readFile(join(ROOT, room, 'tsconfig.json'), 'utf8'));
    await put(`${room}/room.ts`, 'export const room = 1;\n');
  }
});

afterAll(() => rm(house, { recursive: true, force: true }));

describe('rooms', () => {
  test('the house without illegal imports compiles', async () => {
    expect(await run('tsc', ['-b', '--force', '--pretty', 'false'])).toBe('');
  }, 60_000);

  test('the compiler refuses each illegal import', async () => {
    const probes = ILLEGAL_ROOMS.map(([room], place) => `${room}/illegal-${place}.ts`);
    for (const [place, [, other]] of ILLEGAL_ROOMS.entries()) {
      await put(probes[place] ?? '', `import { room } from '${other}';\nexport const taken = room;\n`);
    }
    const said = await run('tsc', ['-b', '--force', '--pretty', 'false']);
    for (const probe of probes) await rm(join(house, probe));
    const refused = probes.filter((probe) => said.includes(`${probe}(1,22): error TS6307`));
    expect(refused).toEqual(probes);
  }, 60_000);
});

describe('packages, clocks and the network', () => {
  test('the linter refuses packages, clocks and the network in rooms where they do not belong', async () => {
    for (const [file, line] of [...ILLEGAL_LINES, ...LEGAL_LINES]) await put(file, `${line}\n`);
    const said = await run('oxlint', ['--format', 'unix', 'src', 'sw', 'test/e2e']);
    const found = said.split('\n');
    const passed = ILLEGAL_LINES.filter(
      ([file, , rule]) => !found.some((one) => one.startsWith(file) && one.includes(rule)),
    );
    expect(passed).toEqual([]);
    expect(found.filter((one) => LEGAL_LINES.some(([file]) => one.startsWith(file)))).toEqual([]);
  }, 60_000);
});

describe('screens read the mirror, never the server', () => {
  const REACHES = /from '(?:#sync\/|ofetch)|import\('(?:#sync\/|ofetch)|\bfetch\(|\bXMLHttpRequest\b|\bEventSource\b/;

  test('only main.tsx and online/ reach sync or the network', async () => {
    const files = [...(await sources('src/app')), ...(await sources('src/ui')), ...(await sources('src/editor'))];
    const reaching: string[] = [];
    for (const file of files) {
      if (file === 'src/app/entry/main.tsx' || file.startsWith('src/app/online/')) continue;
      if (REACHES.test(await readFile(join(ROOT, file), 'utf8'))) reaching.push(file);
    }
    expect(files.length).toBeGreaterThan(20);
    expect(reaching).toEqual([]);
  });
});

describe('the outbox has two doors', () => {
  const TABLES =
    'documents|bases|details|organizations|roles|users|document_subjects|models|alerts|commands|files|chunks|drafts|meta|walk|tombstones';
  const WRITES = new RegExp(
    String.raw`\bmirror\.(?:${TABLES})\b[^;]*?\.(?:put|add|update|modify|delete|clear|bulk(?:Put|Add|Update|Delete))\(`,
  );

  test.each(['mirror.commands.put(row)', "mirror.commands\n  .where('id')\n  .equals(id)\n  .modify({ state })"])(
    'a write by hand is seen: %s',
    (line) => {
      expect(WRITES.test(line)).toBe(true);
    },
  );

  test('no room but the mirror writes one of its tables', async () => {
    const writing: string[] = [];
    for (const folder of ['src/commands', 'src/sync', 'src/app', 'sw']) {
      for (const file of await sources(folder)) {
        if (WRITES.test(await readFile(join(ROOT, file), 'utf8'))) writing.push(file);
      }
    }
    expect(writing).toEqual([]);
  });

  test.each([
    ['src/mirror/outbox/author-door.ts', 'src/commands/'],
    ['src/mirror/outbox/sending.ts', 'src/sync/'],
    ['src/mirror/outbox/waiting.ts', 'src/sync/'],
    ['src/mirror/outbox/forget-done.ts', 'src/sync/'],
  ])('the outbox door %s is used by %s alone', async (door, room) => {
    const imported = door.replace('src/mirror', '');
    const users: string[] = [];
    for (const file of [...(await sources('src')), ...(await sources('sw'))]) {
      if ((await readFile(join(ROOT, file), 'utf8')).includes(imported)) users.push(file);
    }
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !file.startsWith(room))).toEqual([]);
  });
});

describe('every screen says the same about the connection', () => {
  const ASKS = /navigator\.onLine|\buseBrowserOnline\(|\breadMeta\([^)]*'connection'|\breadConnection\(/;
  /**
   * The one hook, the part of it that asks the browser, and what stands outside of a person's
   * screens, where there is no mirror to ask: the public screens, and what is said of code that
   * could not be loaded.
   */
  const MAY_ASK = [
    'src/app/device/use-browser-online.ts',
    'src/app/features/login/login-screen.tsx',
    'src/app/features/login/recover-screen.tsx',
    'src/app/features/login/reset-screen.tsx',
    'src/app/features/login/shared-start.tsx',
    'src/app/features/shell/frame/route-error.tsx',
    'src/app/features/shell/frame/update-bar.tsx',
    'src/app/routes/login.tsx',
    'src/app/shared/connection/use-connection.ts',
  ];

  test('no screen judges the connection by itself', async () => {
    const asking: string[] = [];
    for (const file of [...(await sources('src/app')), ...(await sources('src/ui'))]) {
      if (ASKS.test(await readFile(join(ROOT, file), 'utf8'))) asking.push(file);
    }
    expect(asking.sort()).toEqual(MAY_ASK);
  });
});

describe('a value that screens follow', () => {
  test('listeners of followed values are kept in one place', async () => {
    const keeping: string[] = [];
    for (const file of [...(await sources('src/app')), ...(await sources('src/ui')), ...(await sources('src/sync'))]) {
      if (/new Set<\(\) => /.test(await readFile(join(ROOT, file), 'utf8'))) keeping.push(file);
    }
    expect(keeping).toEqual(['src/ui/base/watched-value.ts']);
  });
});

describe('what the locale writes is for people', () => {
  // `clockAt(…)` and similar functions as the argument of a parser, or with a method that takes
  // text apart.
  const SHOWN = String.raw`(?:clockAt|weekdayText|monthText|shortText|numberText|format[A-Z]\w*|dayText|dayInWords)\(`;
  const READ_BACK = new RegExp(
    String.raw`(?:Number|parseInt|parseFloat|\bparse|new Date)\(${SHOWN}|\b${SHOWN}(?:[^()]|\([^()]*\))*\)\.(?:slice|split|match|replace|substring|at|indexOf)\b`,
  );

  test.each([
    'const hour = Number(clockAt(atMs, zone).slice(0, 2));',
    "const [day] = formatDay(today).split('/');",
    'const at = Date.parse(formatMoment(atMs, here));',
  ])('reading a localised text back is detected: %s', (line) => {
    expect(READ_BACK.test(line)).toBe(true);
  });

  test('nothing is read out of a text written for people', async () => {
    const reading: string[] = [];
    for (const file of [...(await sources('src')), ...(await sources('sw'))]) {
      if (READ_BACK.test(await readFile(join(ROOT, file), 'utf8'))) reading.push(file);
    }
    expect(reading).toEqual([]);
  });
});

test('every test file that is scheduled first exists', async () => {
  const missing = await Promise.all(
    HEAVY.map((file) =>
      readFile(join(ROOT, file)).then(
        () => [],
        () => [file],
      ),
    ),
  );
  expect(missing.flat()).toEqual([]);
});

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(house, file)), { recursive: true });
  await writeFile(join(house, file), text);
}

/**
 * Runs a tool on the copy and returns all its output, which is empty when the tool finds nothing.
 */
function run(tool: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(join(ROOT, 'node_modules/.bin', tool), args, { cwd: house }, (_error, out, err) => resolve(out + err));
  });
}

async function sources(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

describe('the two small storages of the browser', () => {
  test('they are read in one place, because a browser may throw at their names', async () => {
    const reading: string[] = [];
    for (const file of [...(await sources('src')), ...(await sources('sw'))]) {
      if (/\b(?:local|session)Storage\b/.test(await readFile(join(ROOT, file), 'utf8'))) reading.push(file);
    }
    expect(reading).toEqual(['src/app/device/web-storage.ts']);
  });
});
