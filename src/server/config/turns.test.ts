import { expect, it } from 'vitest';
import { createTurns, NoTurn } from './turns.ts';

/** Work that lasts until it is let go, and the names of what has begun. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { begun, work, end, settle };
}

it('one sharer never has more than its share, and others do not wait behind its crowd', async () => {
  const { begun, work, end, settle } = workshop();
  const turns = createTurns({ atATime: 3, ofOne: 2 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => turns(name.slice(0, 1), work(name)));
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('b2');
  expect(begun).toHaveLength(4);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  for (const name of ['a2', 'a3', 'a4']) await end(name);
  await Promise.all(all);
});

it('whoever has least at work goes next, however many waited before', async () => {
  const { begun, work, end, settle } = workshop();
  const turns = createTurns({ atATime: 2, ofOne: 2 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => turns(name.slice(0, 1), work(name)));
  await settle();
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['b1', 'a3', 'b2', 'a4']) await end(name);
  await Promise.all(all);
});

it('whoever comes when enough wait is told so, by sharer and in all', async () => {
  const { work, end, settle } = workshop();
  const turns = createTurns({ atATime: 1, ofOne: 1, waiting: 2, waitingOfOne: 1 });
  const kept = [turns('a', work('a1')), turns('a', work('a2'))];
  await expect(turns('a', work('a3'))).rejects.toThrow(NoTurn);
  kept.push(turns('b', work('b1')));
  await expect(turns('c', work('c1'))).rejects.toThrow(NoTurn);
  for (const name of ['a1', 'a2', 'b1']) {
    await settle();
    await end(name);
  }
  await Promise.all(kept);
});

it('sharers of one group have their part of the places to wait, and those of another one the rest', async () => {
  const { work, end, settle } = workshop();
  const group = { of: (sharer: string | number) => String(sharer).slice(0, 1), waiting: 2 };
  const turns = createTurns({ atATime: 1, ofOne: 1, waiting: 4, waitingOfOne: 1, group });
  const kept = ['a1', 'a2', 'a3'].map((name) => turns(name, work(name)));
  await expect(turns('a4', work('a4'))).rejects.toThrow(NoTurn);
  kept.push(turns('b1', work('b1')));
  for (const name of ['a1', 'a2', 'a3', 'b1']) {
    await settle();
    await end(name);
  }
  await Promise.all(kept);
});

it('work that fails gives its turn back', async () => {
  const turns = createTurns({ atATime: 1, ofOne: 1 });
  await expect(turns('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns('b', async () => 1)).resolves.toBe(1);
});
