import { expect, test } from 'vitest';
import { kindsOf } from './kinds-card.tsx';

const DATA = {
  attachments: { count: 2, bytes: 700, pinnedDocuments: 0 },
  documents: { count: 3, bytes: 200 },
  reference: { bytes: 50 },
  own: { unsent: 1, drafts: 0, bytes: 30 },
  isComplete: true,
  isConfirmed: true,
  cover: null,
  refreshedAtMs: null,
  clockOffsetMs: null,
};

test('what the browser counts beyond rows and files is the application', () => {
  const { kinds, total } = kindsOf(DATA, 2_000);
  expect(kinds.map(({ name, bytes, beforeBytes }) => [name, bytes, beforeBytes])).toEqual([
    ['attachments', 700, 0],
    ['app', 1_020, 700],
    ['documents', 200, 1_720],
    ['reference', 50, 1_920],
    ['own', 30, 1_970],
  ]);
  expect(total).toBe(2_000);
});

test.each([null, 10])('a browser that counts %s bytes leaves the application at 0', (used) => {
  const { kinds, total } = kindsOf(DATA, used);
  expect(kinds.find(({ name }) => name === 'app')?.bytes).toBe(0);
  expect(total).toBe(980);
});
