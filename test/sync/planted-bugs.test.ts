// The oracle is only worth what it notices: every planted bug must be caught within a bounded number of histories.

import { describe, expect, test } from 'vitest';
import { play, stepsOf } from './history.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const HISTORIES_MAX = 60;

describe('planted bugs', () => {
  test.each(Object.entries(PLANTED_BUGS))(
    'the oracle notices the bug: %s',
    async (_name, { plant, modelFaults, deviceFaults, focus = {}, from = 1 }) => {
      let caught: string | undefined;
      for (let seed = from; seed < from + HISTORIES_MAX && caught === undefined; seed += 1) {
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
    },
    120_000,
  );
});
