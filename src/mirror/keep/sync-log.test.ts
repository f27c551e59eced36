import { beforeEach, expect, test } from 'vitest';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import type { Mirror } from '../store/schema.ts';
import { keepEvent, keepFault, switchSyncLog, syncLogOf } from './sync-log.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});

const at = (atMs: number) => ({ atMs, event: 'pull', facts: { result: 'pulled' } });

test('events are kept only while the log is on, the newest hundred, and go when it is switched off', async () => {
  await keepEvent(mirror, at(1));
  expect(await syncLogOf(mirror)).toEqual({ isOn: false, faults: [], events: [] });
  await switchSyncLog(mirror, true);
  for (let ms = 1; ms <= 101; ms += 1) await keepEvent(mirror, at(ms));
  const { events } = await syncLogOf(mirror);
  expect([events.length, events[0]?.atMs, events.at(-1)?.atMs]).toEqual([100, 2, 101]);
  await switchSyncLog(mirror, false);
  expect(await syncLogOf(mirror)).toEqual({ isOn: false, faults: [], events: [] });
});

test('faults are always kept, the newest twenty, also when two are written at once', async () => {
  await Promise.all(Array.from({ length: 21 }, (_, ms) => keepFault(mirror, { atMs: ms, event: 'fault', facts: {} })));
  await switchSyncLog(mirror, false);
  const { faults } = await syncLogOf(mirror);
  expect([faults.length, faults[0]?.atMs, faults.at(-1)?.atMs]).toEqual([20, 1, 20]);
});
