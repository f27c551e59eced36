import { describe, expect, it } from 'vitest';
import { createKnownTotals, type PartCount } from './known-totals.ts';

/** Parts with these numbers of documents, as a count returns them. */
const parts = (totals: Readonly<Record<number, number>>): PartCount<'all'>[] =>
  Object.entries(totals).map(([part, total]) => ({ part: Number(part), kind: total === 0 ? null : 'all', total }));

describe('known totals', () => {
  it('a total is counted once per question and change number, also by requests that ask while it is counted', async () => {
    const totals = createKnownTotals<'all'>();
    const since: (number | null)[] = [];
    const ask = async (question: string, rev: number) => {
      const count = async (from: number | null) => (since.push(from), parts({ 1: 7 }));
      return (await totals.ask(question, { rev, count })).get('all');
    };
    expect(await Promise.all([ask('all', 1), ask('all', 1), ask('all', 1)])).toEqual([7, 7, 7]);
    expect(await ask('all', 1)).toBe(7);
    expect(since).toEqual([null]);
    await ask('open', 1);
    expect(since).toEqual([null, null]);
  });

  it('after a change only what changed since is counted, and takes the place of what was counted before', async () => {
    const totals = createKnownTotals<'all'>();
    const ask = async (rev: number, counted: Readonly<Record<number, number>>) => {
      const seen: (number | null)[] = [];
      const count = async (since: number | null) => (seen.push(since), parts(counted));
      return [(await totals.ask('all', { rev, count })).get('all'), ...seen];
    };
    expect(await ask(1, { 0: 5, 3: 2 })).toEqual([7, null]);
    expect(await ask(4, { 3: 4, 9: 1 })).toEqual([10, 1]);
    expect(await ask(5, { 0: 0 })).toEqual([5, 4]);
    expect(await ask(6, {})).toEqual([5, 5]);
    // A request that read its number before another one's count is answered by that count.
    expect(await ask(3, {})).toEqual([5]);
  });

  it('requests that come while a count is at work share the next one, at the greatest of their numbers', async () => {
    const totals = createKnownTotals<'all'>();
    const since: (number | null)[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const first = totals.ask('all', { rev: 1, count: async () => (await held, parts({ 0: 1 })) });
    const later = [2, 4, 3].map((rev) =>
      totals.ask('all', { rev, count: async (from) => (since.push(from), parts({ 0: 9 })) }),
    );
    goOn();
    expect((await first).get('all')).toBe(1);
    expect((await Promise.all(later)).map((one) => one.get('all'))).toEqual([9, 9, 9]);
    expect(since).toEqual([1]);
    expect(
      (await totals.ask('all', { rev: 4, count: () => Promise.reject(new Error('asked again')) })).get('all'),
    ).toBe(9);
  });

  it('a count that fails fails its own request alone, and is not kept', async () => {
    const totals = createKnownTotals<'all'>();
    const ask = (count: () => Promise<PartCount<'all'>[]>) => totals.ask('all', { rev: 1, count });
    const failing = ask(() => Promise.reject(new Error('gone')));
    const waiting = ask(async () => parts({ 0: 7 }));
    await expect(failing).rejects.toThrow('gone');
    expect((await waiting).get('all')).toBe(7);
  });
});
