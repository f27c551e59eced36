import type { DraftPage } from '#mirror/store/draft-row.ts';
import { expect, test } from 'vitest';
import { inOrder, withoutPages, withPage } from './page-edits.ts';

const page = (fileId: string): DraftPage => ({
  fileId,
  takenBytes: 9,
  width: 3,
  height: 4,
  turns: 0,
  corners: null,
  isBlackAndWhite: false,
});
const pages = (...ids: string[]) => ids.map(page);

test('a photograph taken again takes the place of its page', () => {
  expect(withPage(pages('A', 'B', 'C'), { page: page('new'), replaces: 'B' })).toEqual(pages('A', 'new', 'C'));
});

test('a photograph taken again takes the place of its page after an earlier page was erased', () => {
  expect(withPage(pages('B', 'C'), { page: page('new'), replaces: 'B' })).toEqual(pages('new', 'C'));
});

test('a photograph taken again whose page was erased is the last page and erases no other', () => {
  expect(withPage(pages('A', 'C'), { page: page('new'), replaces: 'B' })).toEqual(pages('A', 'C', 'new'));
});

test('a new photograph is the last page', () => {
  expect(withPage(pages('A'), { page: page('new'), replaces: null })).toEqual(pages('A', 'new'));
});

test('pages that were joined go, and a page added meanwhile stays', () => {
  expect(withoutPages(pages('p1', 'p2'), ['p1'])).toEqual(pages('p2'));
});

test('an order keeps a page that was added meanwhile, and brings back none that was erased', () => {
  expect(inOrder(pages('A', 'B', 'new'), ['B', 'gone', 'A'])).toEqual(pages('B', 'A', 'new'));
});
