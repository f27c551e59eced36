import { describe, expect, it } from 'vitest';
import { createPlaces, PLACE_MAX_MS } from './overload.ts';

let time = 0;
const places = (max: number) => createPlaces<object>({ max, now: () => time });

describe('places', () => {
  it('count a holder once, however often it takes and gives back a place', () => {
    const two = places(2);
    const holder = {};
    two.take(holder);
    two.take(holder);
    expect(two.size()).toBe(1);
    two.giveBack(holder);
    two.giveBack(holder);
    expect(two.size()).toBe(0);
  });

  it('are given back by work that fails', async () => {
    const one = places(1);
    await expect(one.during({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(one.size()).toBe(0);
  });

  it('are full at their number, and given back by work that ends', async () => {
    const one = places(1);
    let end: () => void = () => undefined;
    const work = one.during({}, () => new Promise<void>((resolve) => (end = resolve)));
    expect(one.hasRoomFor({})).toBe(false);
    end();
    await work;
    expect(one.hasRoomFor({})).toBe(true);
  });

  it('are refused to those over a share while others of them are free, and moved with their holder', () => {
    const four = places(4);
    const [few, many] = [[{ of: 'few', max: 1 }], [{ of: 'many', max: 3 }]];
    const [first, second, third] = [{}, {}, {}];
    four.assign(first, few);
    four.assign(second, few);
    four.assign(third, many);
    four.take(first);
    expect([first, second, third].map(four.hasRoomFor)).toEqual([true, false, true]);
    four.take(third);
    four.assign(third, few);
    expect([first, third].map(four.isOver)).toEqual([true, true]);
    four.assign(first, many);
    expect([first, third].map(four.isOver)).toEqual([false, false]);
    expect([first, second].map(four.isServed)).toEqual([true, true]);
    four.giveBack(third);
    expect([first, second].map(four.isServed)).toEqual([true, false]);
    expect(four.hasRoomFor(second)).toBe(true);
    time += PLACE_MAX_MS + 1;
    four.take(second);
    expect(four.sweep().map((one) => one.holder)).toEqual([first]);
    four.giveBack(first);
    expect(four.size()).toBe(1);
  });

  it('are stuck for as long as all are taken and none is given back', () => {
    const two = places(2);
    const [first, second] = [{}, {}];
    two.take(first);
    time += 1000;
    expect(two.stuckForMs()).toBe(0);
    two.take(second);
    time += 1000;
    expect(two.stuckForMs()).toBe(1000);
    two.giveBack(first);
    expect(two.stuckForMs()).toBe(0);
    two.take(first);
    expect(two.stuckForMs()).toBe(0);
  });

  it('are taken back from a holder that keeps one for too long, and from no other', () => {
    const two = places(2);
    const [lost, working] = [{}, {}];
    two.take(lost);
    time += PLACE_MAX_MS;
    two.take(working);
    expect(two.sweep()).toEqual([]);
    time += 1;
    expect(two.sweep()).toEqual([{ holder: lost, heldMs: PLACE_MAX_MS + 1 }]);
    expect(two.size()).toBe(1);
    two.giveBack(lost);
    expect(two.size()).toBe(1);
  });

  it('tell the mean length of a stay, whatever the order of leaving', () => {
    const two = places(2);
    const holder = {};
    const before = two.meanStayMs();
    two.take(holder);
    time += before * 3;
    two.giveBack(holder);
    expect(two.meanStayMs()).toBeGreaterThan(before);
    expect(two.meanStayMs()).toBeLessThan(before * 3);
  });
});
