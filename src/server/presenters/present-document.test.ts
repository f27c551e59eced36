import { expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { listItemJson, presentListItem } from './present-document.ts';

const { status: _status, command_id: _command, ...row } = buildDocumentRow({ id: 3, title: 'Ponte "nova" de {Vila}' });
const TODAY = '2026-11-20';

it.each([
  ['a person whom it does not concern', 99, TODAY, null],
  ['its creator', row.created_by, TODAY, '00000000-0000-4000-8000-000000000001'],
  ['its creator, when it is overdue', row.created_by, '2030-01-01', null],
])('a row as text is the item that a row as an object is, for %s', (_whom, userId, today, command_id) => {
  const item = presentListItem({ row, command_id }, { userId, today });
  expect(JSON.parse(listItemJson({ row: JSON.stringify(row), command_id }, { userId, today }))).toEqual(item);
  // PostgreSQL writes JSON with spaces.
  const spaced = JSON.stringify(row, null, 1);
  expect(JSON.parse(listItemJson({ row: spaced, command_id }, { userId, today }))).toEqual(item);
});
