import { describe, expect, it } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { dependentsOf, isShared, onlyOn, sendable } from './outbox-lanes.ts';

const on = (keys: readonly string[], overrides: Parameters<typeof buildCommand<'switch-rows'>>[1] = {}) =>
  buildCommand('switch-rows', { ...overrides, payload: { row_keys: keys, row_names: keys.map(() => '') } });
const seqs = (commands: readonly OutboxCommand[]) => commands.map((command) => command.seq);

describe('what goes with a creation that is given up', () => {
  const ids = (commands: readonly OutboxCommand[]) => commands.map((command) => command.seq);

  it('is what acts on its row alone, and is not done', () => {
    const creation = buildCommand('create-row', { seq: 1 });
    const made = creation.payload.row_key;
    const lane = [
      creation,
      on([made], { seq: 2 }),
      on([made, 's:1'], { seq: 3 }),
      on(['s:1'], { seq: 4 }),
      on([made], { seq: 5, state: 'done' }),
    ];
    expect(ids(onlyOn(creation, lane))).toEqual([2]);
  });

  it('is everything on a document that was made here', () => {
    const creation = buildCommand('create-document', { seq: 1 });
    const reply = buildCommand('respond', { seq: 2, documentKey: creation.documentKey });
    const done = buildCommand('respond', { seq: 3, documentKey: creation.documentKey, state: 'done' });
    const view = buildCommand('record-view', { seq: 4, documentKey: creation.documentKey });
    expect(ids(onlyOn(creation, [creation, reply, done, view]))).toEqual([2, 4]);
  });
});

describe('the lane of a collection', () => {
  it.each([
    ['the same row', ['s:1'], ['s:1'], true],
    ['one row in common', ['s:1', 's:2'], ['s:2', 's:3'], true],
    ['no row in common', ['s:1'], ['s:2'], false],
  ] as const)('%s', (_name, left, right, shared) => {
    expect(isShared(on(left), on(right, { seq: 2 }))).toBe(shared);
  });

  it('rows of two collections with the same id are two rows', () => {
    expect(isShared(on(['s:1']), on(['s:1'], { seq: 2, documentKey: 'rows:alerts' }))).toBe(false);
  });

  it.each(['backoff', 'unknown', 'held', 'refused', 'conflict'] as const)(
    'a command that is %s holds its own rows and no other',
    (state) => {
      const stuck = on(['s:1', 's:2'], { state, dueAtMs: NOW_MS + 60_000 });
      const commands = [stuck, on(['s:2'], { seq: 2 }), on(['s:3'], { seq: 3 })];
      expect(seqs(sendable(commands, NOW_MS))).toEqual([3]);
      expect(seqs(dependentsOf(stuck, commands))).toEqual([2]);
    },
  );

  it('what is made of a row waits for its creation', () => {
    const made = buildCommand('create-row', { payload: { row_key: uuid(700) } });
    const commands = [made, on([uuid(700)], { seq: 2 }), on(['s:3'], { seq: 3 })];
    expect(seqs(sendable(commands, NOW_MS))).toEqual([1, 3]);
  });

  it('a command that this version can not read holds the whole collection', () => {
    const newer = on(['s:9'], { version: 99, state: 'held' });
    expect(sendable([newer, on(['s:1'], { seq: 2 })], NOW_MS)).toEqual([]);
  });
});
