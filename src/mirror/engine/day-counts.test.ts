import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { DUE_GROUPS, dueGroupOf } from '#domain/deadlines.ts';
import { STORED_STATUSES } from '#domain/status.ts';
import { TODAY } from '../../../test/builders/moments.ts';
import { dayColumnsOf, moveDayCounts } from './document-index.ts';
import { countDue } from '../questions/due-order.ts';
import type { IndexEntry } from './index-table.ts';

const entry = fc
  .record({ storedStatus: fc.constantFrom(...STORED_STATUSES), days: fc.integer({ min: -3, max: 14 }) })
  .map(({ storedStatus, days }) => ({ storedStatus, limitDate: addDays(TODAY, days) }) as IndexEntry);

/**
 * The class of a date is remembered for the day on which it was asked; so days are asked in any
 * order, between changes.
 */
it('counts are those of the documents, whatever changed and whichever day was asked before', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.array(fc.record({ place: fc.nat(), fresh: entry, later: fc.integer({ min: -2, max: 6 }) }), { maxLength: 12 }),
      (first, steps) => {
        let entries: readonly IndexEntry[] = first;
        dayColumnsOf(entries);
        for (const { place, fresh, later } of steps) {
          const left = entries.slice(place % entries.length).slice(0, 1);
          const next = [...entries.filter((one) => !left.includes(one)), fresh];
          moveDayCounts(entries, { to: next, left, fresh: [fresh] });
          entries = next;
          const today = addDays(TODAY, later);
          const groups = entries.map((one) => dueGroupOf(one, today));
          const naive = DUE_GROUPS.map((group) => [group, groups.filter((one) => one === group).length]);
          expect(countDue(entries, today)).toEqual(Object.fromEntries(naive));
        }
      },
    ),
  );
});
