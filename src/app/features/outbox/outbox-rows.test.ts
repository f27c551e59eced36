import { deviceData } from '#mirror/questions/device-data.ts';
import { type OutboxGroup, type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import { ownWork } from '#mirror/questions/own-work.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../../test/builders/moments.ts';
import { openTestMirror } from '../../../../test/builders/open-test-mirror.ts';
import { sectionsOf, waitingIn } from './outbox-rows.ts';

function item(seq: number, change: { group?: OutboxGroup; waitsFor?: number; isView?: boolean } = {}): OutboxItem {
  const { group = 'queued', waitsFor, isView = false } = change;
  return {
    command: isView ? buildCommand('record-view', { seq }) : buildCommand('respond', { seq }),
    title: 'Interdição',
    ticket: 'PMVI042',
    localCode: null,
    address: '1',
    group,
    waitsFor: waitsFor === undefined ? null : uuid(waitsFor),
    dependents: 0,
    goWithIt: 0,
    rows: null,
  };
}

const shown = (items: OutboxItem[]) =>
  sectionsOf(items).map(({ group, rows }) => [
    group,
    rows.map((row) => (row.kind === 'item' ? row.item.command.seq : row.items.map((one) => one.command.seq))),
  ]);

test('outbox rows: the most urgent group is first, empty groups are left out', () => {
  expect(shown([item(1, { group: 'sent' }), item(2), item(3, { group: 'needs-you' })])).toEqual([
    ['needs-you', [3]],
    ['queued', [2]],
    ['sent', [1]],
  ]);
});

test('outbox rows: a command that waits for another is listed right under it', () => {
  expect(shown([item(1), item(2), item(3, { waitsFor: 1 }), item(4, { waitsFor: 3 })])).toEqual([
    ['queued', [1, 3, 4, 2]],
  ]);
});

test('outbox rows: only a command listed under its predecessor is tied to it', () => {
  const sections = sectionsOf([item(1, { group: 'sending' }), item(2, { waitsFor: 1 }), item(3, { waitsFor: 2 })]);
  const rows = sections.flatMap((section) => section.rows);
  expect(rows.map((row) => row.kind === 'item' && row.isTied)).toEqual([false, false, true]);
});

test('outbox rows: a command that waits for one that needs its author stands under it', () => {
  expect(shown([item(1, { group: 'needs-you' }), item(2, { waitsFor: 1 }), item(3, { waitsFor: 2 })])).toEqual([
    ['needs-you', [1, 2, 3]],
  ]);
});

test('outbox rows: a command that waits for one that is being sent is still shown in its own group', () => {
  expect(shown([item(1, { group: 'sending' }), item(2, { waitsFor: 1 })])).toEqual([
    ['sending', [1]],
    ['queued', [2]],
  ]);
});

test('outbox rows: views are one row, after everything that a person decides about', () => {
  expect(shown([item(1, { isView: true }), item(2), item(3, { isView: true })])).toEqual([['queued', [2, [1, 3]]]]);
});

test('pill, outbox page, its header, leaving and the page of the device show the same number: own acts, and views only when they need their author', async () => {
  const mirror = await openTestMirror();
  const { seq: _own, ...refused } = buildCommand('record-view', { seq: 65, state: 'refused' });
  for (let seq = 1; seq <= 30; seq += 1) await mirror.commands.add(buildCommand('respond', { seq }));
  for (let seq = 31; seq <= 60; seq += 1) await mirror.commands.add(buildCommand('record-view', { seq }));
  await mirror.commands.add(buildCommand('respond', { seq: 61, state: 'done', doneAtMs: NOW_MS }));
  const counts = async () => {
    const sections = sectionsOf(await outboxItems(mirror, { nowMs: NOW_MS }));
    const { pending, needsAuthor, unsent } = await outboxSummary(mirror);
    const { items } = await ownWork(mirror, { nowMs: NOW_MS });
    const { own } = await deviceData(mirror);
    expect([items.length, own.unsent, waitingIn(sections)]).toEqual([unsent, unsent, unsent]);
    return {
      pending,
      needsAuthor,
      header: waitingIn(sections),
      page: sections.map(({ group, count }) => [group, count]),
    };
  };
  expect(await counts()).toEqual({
    pending: 30,
    needsAuthor: 0,
    header: 30,
    page: [
      ['queued', 30],
      ['sent', 1],
    ],
  });
  await mirror.commands.add(refused);
  expect(await counts()).toMatchObject({ pending: 30, needsAuthor: 1, header: 31 });
});
