import { describe, expect, it } from 'vitest';
import { createKnownTotals } from './known-totals.ts';

describe('known totals', () => {
  it('a total is counted once per question and change number, also by requests that ask while it is counted', async () => {
    const totals = createKnownTotals();
    let counted = 0;
    const count = async () => (counted += 1);
    const ask = (question: string, rev: number) => totals.ask(question, { rev, count });
    expect(await Promise.all([ask('all', 1), ask('all', 1), ask('all', 1)])).toEqual([1, 1, 1]);
    expect(await ask('all', 1)).toBe(1);
    expect(await ask('open', 1)).toBe(2);
    expect(await ask('all', 2)).toBe(3);
  });

  it('a count that fails fails its own request alone, and is not kept', async () => {
    const totals = createKnownTotals();
    const failing = totals.ask('all', { rev: 1, count: () => Promise.reject(new Error('gone')) });
    const waiting = totals.ask('all', { rev: 1, count: async () => 7 });
    await expect(failing).rejects.toThrow('gone');
    expect(await waiting).toBe(7);
    expect(await totals.ask('all', { rev: 1, count: async () => 8 })).toBe(8);
  });
});
