import { expect, it } from 'vitest';
import { VISIBILITY_CASES } from '../../test/builders/visibility-cases.ts';
import { canSee } from './visibility.ts';

it.each(VISIBILITY_CASES)('$name: $sees (rule B1)', ({ document, viewer, sees }) => {
  expect(canSee(document, viewer)).toBe(sees);
});
