import type { Status } from '#domain/status.ts';
import { expect, test } from 'vitest';
import { buildCommand } from '../../../../test/builders/build-command.ts';
import type { OpenChoice } from './conflict-choices.ts';
import { statusPath } from './status-path.ts';

const reply = buildCommand('respond', { seq: 1, payload: { content: '<p>Feito.</p>' } });
const completion = { command: buildCommand('complete-document', { seq: 2 }) };
const extension = buildCommand('respond', { seq: 1, payload: { content: '', limit_date: '2026-11-30' } });
const nothing = buildCommand('respond', { payload: { content: '' } });
const move = buildCommand('respond', { seq: 1, payload: { content: '', responsible_ids: [9] } });

const told = (at: {
  status: Status;
  by?: string | null;
  command?: typeof reply;
  yours?: Status;
  completes?: boolean;
  chosen: OpenChoice;
  follows?: (typeof completion)[];
}) => {
  const { status, by = 'Caio Rezende Porto', command = reply, yours = 'under_review', chosen, follows = [] } = at;
  const conflict = {
    by,
    command,
    facts: { completes: at.completes === true },
    yours: { status: yours, to: null, withIds: null },
    view: { document: { status } },
  };
  return statusPath({ conflict, chosen, follows }).map((one) => [`${one.isPencil ? '~' : ''}${one.status}`, one.note]);
};

test('a reply that reopens, with a completion behind it, ends where the author ended it', () => {
  const chosen = { choice: 'text-only', reopens: true } as const;
  expect(told({ status: 'completed', chosen, follows: [completion] })).toEqual([
    ['completed', 'Caio'],
    ['~under_review', 'com a resposta'],
    ['~completed', 'você'],
  ]);
});

test('a reply that is sent and then completed ends Finalizado, with a waiting completion or a new one, in one step', () => {
  const chosen = { choice: 'then-complete', reopens: true } as const;
  const path = [
    ['completed', 'Caio'],
    ['~under_review', 'com a resposta'],
    ['~completed', 'você'],
  ];
  expect(told({ status: 'completed', chosen })).toEqual(path);
  expect(told({ status: 'completed', chosen, follows: [completion] })).toEqual(path);
});

test('giving up changes nothing, and an act that finds the status it would give adds no step', () => {
  const chosen = { choice: 'give-up', reopens: false } as const;
  expect(told({ status: 'completed', by: null, chosen, follows: [completion] })).toEqual([['completed', '']]);
});

test('an extension applied on top of a completion reopens the document first', () => {
  const chosen = { choice: 'on-top', reopens: true } as const;
  expect(told({ status: 'completed', command: extension, yours: 'extended', chosen })).toEqual([
    ['completed', 'Caio'],
    ['~under_review', 'você'],
    ['~extended', 'com a nova data'],
  ]);
});

test('a transfer applied on top of another one moves a document that was not seen to Tramitando', () => {
  const chosen = { choice: 'on-top', reopens: false } as const;
  expect(told({ status: 'pending', command: move, chosen })).toEqual([
    ['pending', 'Caio'],
    ['~under_review', 'você'],
  ]);
});

test('a completion made on a document that was transferred ends Finalizado', () => {
  const chosen = { choice: 'on-top', reopens: false } as const;
  expect(told({ status: 'under_review', completes: true, command: nothing, yours: 'completed', chosen })).toEqual([
    ['under_review', 'Caio'],
    ['~completed', 'você'],
  ]);
});
