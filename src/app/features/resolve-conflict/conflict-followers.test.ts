import { expect, test } from 'vitest';
import { buildCommand } from '../../../../test/builders/build-command.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxGroup, OutboxItem } from '#mirror/questions/outbox-items.ts';
import { followersOf } from './conflict-followers.ts';

function itemOf(command: OutboxCommand, group: OutboxGroup = 'queued'): OutboxItem {
  return {
    command,
    title: '',
    ticket: null,
    localCode: null,
    address: null,
    group,
    waitsFor: null,
    dependents: 0,
    goWithIt: 0,
    rows: null,
  };
}

test('a decision is followed by the waiting commands of its document, except views and commands that need a decision of their own', () => {
  const conflict = itemOf(buildCommand('respond', { seq: 2, state: 'conflict' }), 'needs-you');
  const items = [
    itemOf(buildCommand('respond', { seq: 1 })),
    conflict,
    itemOf(buildCommand('record-view', { seq: 3 })),
    itemOf(buildCommand('respond', { seq: 4, documentKey: 's:2' })),
    itemOf(buildCommand('respond', { seq: 5, state: 'conflict' }), 'needs-you'),
    itemOf(buildCommand('complete-document', { seq: 6 })),
    itemOf(buildCommand('respond', { seq: 7, state: 'done' }), 'sent'),
  ];
  expect(followersOf(conflict, items).map((item) => item.command.seq)).toEqual([6]);
});
