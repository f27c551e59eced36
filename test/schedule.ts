// In which order test files run, and which of them share a process (S40).

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * What a file does to everything that shares its process: modules replaced, globals and environment
 * changed.
 */
const CHANGES_ITS_PROCESS =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|resetModules)\(|'fake-indexeddb\/auto'|process\.env\[[^\]]+\] = /;

/** Unit tests that need a process of their own, as paths from the root. */
export function filesThatRunAlone(): string[] {
  const names = ['src', 'sw', 'test'].flatMap((room) =>
    readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  );
  return names.filter(
    (name) =>
      /\.test\.tsx?$/.test(name) &&
      !name.startsWith('test/server/') &&
      // What a file of screens replaces is put back by their setup.
      !name.startsWith('test/screens/') &&
      CHANGES_ITS_PROCESS.test(readFileSync(ROOT + name, 'utf8')),
  );
}

/**
 * Files of ten seconds and more, the longest first: begun late, one of them would keep a single
 * core busy at the end.
 */
export const HEAVY: readonly string[] = [
  'test/server/sync/crash.test.ts',
  'test/server/bodies/fuzz-bodies.test.ts',
  'test/server/access/permissions.test.ts',
  'test/server/load/hostile-soak.test.ts',
  'test/server/load/neighbours.test.ts',
  'test/server/load/attack-soak.test.ts',
  'test/server/operation/start-faults.test.ts',
  'test/server/operation/rollback-start.test.ts',
  'test/server/operation/operation-commands.test.ts',
  'test/server/operation/conform.test.ts',
  'test/server/operation/demonstration.test.ts',
  'test/server/operation/start-and-stop.test.ts',
  'test/server/load/timeouts.test.ts',
  'test/server/bodies/fuzz.test.ts',
  'test/server/bodies/early-answers.test.ts',
  'test/sync/simulation.test.ts',
  'test/sync/planted-bugs.test.ts',
  'test/sync/list-simulation.test.ts',
  'test/sync/core-simulation.test.ts',
  'test/sync/rolling-back.test.ts',
  'test/sync/undoing.test.ts',
  'test/linear-expressions.test.ts',
  'test/fence.test.ts',
];

const placeOf = ({ moduleId, project }: TestSpecification): string => {
  const place = HEAVY.indexOf(moduleId.slice(ROOT.length));
  // Files of one project follow each other: the process that they share lives as long as the next
  // one is its own.
  return `${place === -1 ? HEAVY.length : place}`.padStart(3, '0') + project.name + moduleId;
};

/**
 * Heavy files first, then one project after the other. The order is the same on every machine and
 * after every run.
 */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }
}
