import { describe, expect, it } from 'vitest';
import { type Contact, inContact } from './judge-in-time.ts';

const MINUTE = 60_000;
const NONE: Contact = { at: null, from: null, settledUntil: null };

/** The contacts after requests at these minutes. */
const after = (...minutes: readonly number[]): Contact =>
  minutes.reduce((contact, minute) => inContact(contact, minute * MINUTE) ?? contact, NONE);

describe('contacts of a login (S157)', () => {
  it('a long contact settles what was done before its last half hour', () => {
    expect(after(0, 10, 20, 29).settledUntil).toBeNull();
    expect(after(0, 10, 20, 30).settledUntil).toBe(0);
    expect(after(0, 10, 20, 30, 45).settledUntil).toBe(15 * MINUTE);
  });

  it('short contacts settle nothing, however many there are', () => {
    expect(after(0, 1, 2, 600, 601, 602, 1200, 1214).settledUntil).toBeNull();
  });

  it('a pause begins a new contact, and what was settled stays so', () => {
    const settled = after(0, 15, 30);
    expect(inContact(settled, 46 * MINUTE)).toEqual({ at: 46 * MINUTE, from: 46 * MINUTE, settledUntil: 0 });
  });

  it('within a minute there is nothing new', () => expect(inContact(after(5), 5.9 * MINUTE)).toBeNull());
});
