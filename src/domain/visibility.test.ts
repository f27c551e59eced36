import { expect, it } from 'vitest';
import { VISIBILITY_CASES } from '../../test/builders/visibility-cases.ts';
import { canSee, SEES_BY, SIGHT_REASONS } from './visibility.ts';

it.each(VISIBILITY_CASES)('$name: $sees (rule B1)', ({ document, viewer, sees }) => {
  expect(canSee(document, viewer)).toBe(sees);
});

it.each(SIGHT_REASONS)('the table has a case that is seen by this reason alone: %s', (reason) => {
  const alone = VISIBILITY_CASES.filter(
    ({ document, viewer, sees }) =>
      sees && !viewer.superAdmin && SIGHT_REASONS.every((one) => SEES_BY[one](document, viewer) === (one === reason)),
  );
  expect(alone.map(({ name }) => name)).not.toEqual([]);
});
