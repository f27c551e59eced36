import { expect, it } from 'vitest';
import { judgeLoss, type Loss, type Signs } from './witness.ts';

const NOTED = { ids: ['a'] };
const NOTHING_WAITED = { ids: [] };
/**
 * The mark is there, and nothing else: what a browser leaves that deletes all that scripts have
 * written.
 */
const PURGED: Signs = { witness: null, isKnown: true, isEmpty: true, isErased: false };

it.each<[string, Partial<Signs>, Loss]>([
  ['a browser has deleted everything but the mark', {}, 'may-be'],
  ['a private window or another browser has no mark', { isKnown: false }, 'none'],
  ['nothing was ever here, or somebody cleared all', { isKnown: false, isErased: false }, 'none'],
  ["the person's data are here", { isEmpty: false }, 'none'],
  ['the application erased them, and the server does not know it yet', { isErased: true }, 'none'],
  ['the note is still there: its list is exact', { witness: NOTED }, 'listed'],
  ['the note is there beside databases that are too', { witness: NOTED, isEmpty: false }, 'listed'],
  ['the note is there without a mark', { witness: NOTED, isKnown: false }, 'listed'],
  ['the note says that nothing waited', { witness: NOTHING_WAITED }, 'none'],
])('%s', (_case, signs, told) => {
  expect(judgeLoss({ ...PURGED, ...signs })).toBe(told);
});
