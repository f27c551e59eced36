import { expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import {
  collectionOfLane,
  type CommandType,
  isCreation,
  isFormCommand,
  isRowCommand,
  type OutboxCommand,
  rowKeysOf,
  rowsLaneOf,
  withRowKeys,
} from './outbox-row.ts';

const TYPES: readonly CommandType[] = [
  'create-document',
  'respond',
  'complete-document',
  'reopen-document',
  'reassign-document',
  'record-view',
  'create-row',
  'update-row',
  'switch-rows',
  'delete-rows',
];
const typesThat = (hold: (command: OutboxCommand) => boolean) =>
  TYPES.filter((type) => hold(buildCommand(type) as OutboxCommand));

it('tells commands on rows, creations and forms apart', () => {
  expect(typesThat(isRowCommand)).toEqual(['create-row', 'update-row', 'switch-rows', 'delete-rows']);
  expect(typesThat(isCreation)).toEqual(['create-document', 'create-row']);
  expect(typesThat(isFormCommand)).toEqual(['create-row', 'update-row']);
});

it('a collection has a lane of its own, which no document has', () => {
  expect(collectionOfLane(rowsLaneOf('alerts'))).toBe('alerts');
  expect(collectionOfLane('s:1')).toBeNull();
});

it('a command names its rows, and can name others or fewer', () => {
  const creation = buildCommand('create-row');
  expect(rowKeysOf(creation)).toEqual([creation.payload.row_key]);
  const deletion = buildCommand('delete-rows', {
    payload: { row_keys: ['s:1', 'new', 's:3'], row_names: ['Obras', 'Nova'] },
  });
  expect(rowKeysOf(deletion)).toEqual(['s:1', 'new', 's:3']);
  expect(withRowKeys(deletion, (key) => (key === 's:1' ? null : key === 'new' ? 's:2' : key))).toEqual({
    collection: 'organizations',
    row_keys: ['s:2', 's:3'],
    row_names: ['Nova', ''],
  });
});
