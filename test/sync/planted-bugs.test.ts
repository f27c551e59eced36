// Every planted bug must be caught within a bounded number of histories, which shows that the
// oracle works. Those of the core are caught in memory (core-simulation.test.ts), with MALOTE_LONG
// here too. At the end a table names the history and the promise that caught each.

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { play, stepsOf } from './history.ts';
import { CORE_BUGS, PLANTED_BUGS, TRIED_ELSEWHERE } from './planted-bugs.ts';
import { PLANTED_LIST_BUGS } from './planted-list-bugs.ts';

const HISTORIES_MAX = 60;
const LONG = process.env['MALOTE_LONG'] === '1';
const PLANTED = Object.entries(PLANTED_BUGS).filter(([name]) => LONG || CORE_BUGS[name] === undefined);

const inPlace = (path: string) => new URL(`../../${path}`, import.meta.url);

describe('planted bugs', () => {
  const table: { readonly hazard: number; readonly row: string }[] = [];
  afterAll(() => {
    const rows = table.toSorted((one, other) => one.hazard - other.hazard).map(({ row }) => row);
    process.stdout.write(`| hazard | planted bug | history | broken promise |\n${rows.join('\n')}\n`);
  });

  test.each(PLANTED)(
    'the oracle notices the bug: %s',
    async (name, { hazard, plant, modelFaults, deviceFaults, focus = {}, from = 1 }) => {
      let caught: string | undefined;
      let seed = from;
      for (; seed < from + HISTORIES_MAX && caught === undefined; seed += 1) {
        const options = {
          seed,
          steps: stepsOf(seed, { focus }),
          ...(plant === undefined ? {} : { plant }),
          ...(modelFaults === undefined ? {} : { modelFaults }),
          ...(deviceFaults === undefined ? {} : { deviceFaults }),
        };
        [caught] = (await play(options)).violations;
      }
      expect(caught).toMatch(/^I\d/);
      table.push({ hazard, row: `| ${hazard} | ${name} | ${seed - 1} | ${caught?.split(':')[0] ?? ''} |` });
    },
    120_000,
  );

  test('each hazard has a planted bug, or tests that are named', () => {
    const promises = readFileSync(inPlace('src/sync/promises.md'), 'utf8');
    const hazards = [...promises.matchAll(/^\| hazard (\d+)/gmu)].map(([, number]) => Number(number));
    const bugs = [...Object.values(PLANTED_BUGS), ...Object.values(PLANTED_LIST_BUGS)];
    const planted = new Set(bugs.map(({ hazard }) => hazard));
    const elsewhere = Object.keys(TRIED_ELSEWHERE).map(Number);
    expect([...planted, ...elsewhere].toSorted((one, other) => one - other)).toEqual(hazards);
    expect(
      Object.values(TRIED_ELSEWHERE)
        .flat()
        .filter((path) => !existsSync(inPlace(path))),
    ).toEqual([]);
  });
});
