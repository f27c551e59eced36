import { describe, expect, it } from 'vitest';
import { type LastPerson, OPEN_MARK, openFor, openForIn, openMarkOf, personIn } from './device-facts.ts';

const NOW_MS = 1_790_000_000_000;
const MINUTE_MS = 60_000;
const TABLET = { tenantName: 'Vale do Ipê' };
const ana = (more: Partial<LastPerson> = {}): LastPerson => ({
  userId: 7,
  name: 'Ana',
  lastName: 'Lima',
  tenantName: 'Vale do Ipê',
  sessionEnded: false,
  ...more,
});

describe('the mark that the browser is open for a person', () => {
  it.each([
    ['just made', openMarkOf(7, NOW_MS), 7],
    ['of a page that was open two hours ago', openMarkOf(7, NOW_MS - 120 * MINUTE_MS), 7],
    ['of a page that was open before that', openMarkOf(7, NOW_MS - 121 * MINUTE_MS), null],
    ['of a clock that was set back since', openMarkOf(7, NOW_MS + 121 * MINUTE_MS), null],
    ['absent', undefined, null],
    ['empty', '', null],
    ['without a moment', '7', null],
    ['of no person', `x.${NOW_MS}`, null],
  ])('that is %s', (_what, mark, userId) => {
    expect(openFor(mark, NOW_MS)).toBe(userId);
  });

  it('is found among other cookies', () => {
    expect(openForIn(`a=1; ${OPEN_MARK}=${openMarkOf(7, NOW_MS)}; b=2`, NOW_MS)).toBe(7);
    expect(openForIn(`x${OPEN_MARK}=${openMarkOf(7, NOW_MS)}`, NOW_MS)).toBeNull();
    expect(openForIn('', NOW_MS)).toBeNull();
  });
});

describe('who is in', () => {
  it.each([
    ['stays logged in, browser closed', { lastPerson: ana({ staysIn: true }), shared: null }, null, true],
    ['entered by an older version, browser closed', { lastPerson: ana(), shared: null }, null, true],
    ['does not stay, browser open', { lastPerson: ana({ staysIn: false }), shared: null }, 7, true],
    ['does not stay, browser closed', { lastPerson: ana({ staysIn: false }), shared: null }, null, false],
    ['does not stay, browser open for another', { lastPerson: ana({ staysIn: false }), shared: null }, 8, false],
    ['left, browser open', { lastPerson: ana({ staysIn: true, sessionEnded: true }), shared: null }, 7, false],
    ['shared tablet, browser open', { lastPerson: ana({ staysIn: false }), shared: TABLET }, 7, true],
    ['shared tablet, browser closed', { lastPerson: ana({ staysIn: true }), shared: TABLET }, null, false],
    ['shared tablet of an older version', { lastPerson: ana(), shared: TABLET }, null, false],
    ['nobody', { lastPerson: null, shared: null }, 7, false],
    ['nothing known', {}, 7, false],
  ])('%s', (_what, facts, openedFor, isIn) => {
    expect(personIn(facts, openedFor) !== null).toBe(isIn);
  });
});
