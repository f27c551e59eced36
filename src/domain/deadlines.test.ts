import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDay, dayAt, weekdayOf } from './dates.ts';
import { compareDue, DUE_GROUPS, DUE_SPANS, dueGroupOf, isGroupWithin, lastDayOf } from './deadlines.ts';
import { statusAt, STORED_STATUSES } from './status.ts';

test.each<[CalendarDay, CalendarDay, CalendarDay]>([
  ['2026-11-15', '2026-11-21', '2026-11-25'],
  ['2026-11-19', '2026-11-21', '2026-11-29'],
  ['2026-11-21', '2026-11-21', '2026-12-01'],
  ['2026-12-31', '2027-01-02', '2027-01-10'],
  ['2028-02-28', '2028-03-04', '2028-03-09'],
])('on %s the week ends on %s and the ten days on %s', (today, saturday, tenth) => {
  expect(DUE_SPANS.map((span) => lastDayOf(span, today))).toEqual([today, saturday, tenth]);
});

test.each<[string, CalendarDay, string]>([
  ['pending', '2026-11-18', 'overdue'],
  ['pending', '2026-11-19', 'today'],
  ['extended', '2026-11-20', 'week'],
  ['under_review', '2026-11-21', 'week'],
  ['under_review', '2026-11-22', 'ten_days'],
  ['pending', '2026-11-29', 'ten_days'],
  ['pending', '2026-11-30', 'later'],
  ['completed', '2026-11-18', 'completed'],
  ['completed', '2026-11-19', 'completed'],
])('on Thursday 19/11 a document that is %s with limit date %s is in the group %s', (status, limitDate, group) => {
  const storedStatus = STORED_STATUSES.find((one) => one === status) ?? 'pending';
  expect(dueGroupOf({ storedStatus, limitDate }, '2026-11-19')).toBe(group);
});

test.each([
  ['overdue', []],
  ['today', ['today', 'week', 'ten_days']],
  ['week', ['week', 'ten_days']],
  ['ten_days', ['ten_days']],
  ['later', []],
  ['completed', []],
] as const)('documents of the group %s are due within the spans %j', (group, spans) => {
  expect(DUE_SPANS.filter((span) => isGroupWithin(group, span))).toEqual(spans);
});

const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays('2026-11-19', days));
const documentNear = (today: CalendarDay) =>
  fc.record({
    storedStatus: fc.constantFrom(...STORED_STATUSES),
    limitDate: fc.integer({ min: -15, max: 15 }).map((days) => addDays(today, days)),
  });

const documentsNearADay = day.chain((today) =>
  fc.array(documentNear(today), { maxLength: 40 }).map((documents) => ({ today, documents })),
);

test('each span of deadlines begins today, holds the shorter ones and ends within ten days', () => {
  fc.assert(
    fc.property(day, (today) => {
      const [first, week, ten] = DUE_SPANS.map((span) => lastDayOf(span, today));
      expect(first).toBe(today);
      expect(weekdayOf(week ?? '')).toBe(6);
      expect(today <= (week ?? '') && (week ?? '') < (ten ?? '')).toBe(true);
    }),
  );
});

test('the order by deadline puts the groups of any day one after the other', () => {
  fc.assert(
    fc.property(documentsNearADay, ({ documents, today }) => {
      const places = documents.toSorted(compareDue).map((one) => DUE_GROUPS.indexOf(dueGroupOf(one, today)));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    }),
  );
});

test('a document is within a span exactly when it is open and its limit date lies from today to the end of the span', () => {
  fc.assert(
    fc.property(documentsNearADay, fc.constantFrom(...DUE_SPANS), ({ documents, today }, span) => {
      for (const one of documents) {
        const isOpen = one.storedStatus !== 'completed' && statusAt(one, today) !== 'overdue';
        const expected = isOpen && one.limitDate >= today && one.limitDate <= lastDayOf(span, today);
        expect(isGroupWithin(dueGroupOf(one, today), span)).toBe(expected);
      }
    }),
  );
});

// One instant, 02:30 UTC on Friday 20/11: the group follows the tenant's zone and not the device's.
test.each([
  ['America/Noronha', '2026-11-20', 'overdue'],
  ['America/Sao_Paulo', '2026-11-19', 'today'],
  ['America/Manaus', '2026-11-19', 'today'],
  ['America/Rio_Branco', '2026-11-19', 'today'],
  ['UTC', '2026-11-20', 'overdue'],
  ['Asia/Tokyo', '2026-11-20', 'overdue'],
])('at 02:30 UTC the day in %s is %s, and a limit date of 19/11 is %s', (zone, today, group) => {
  expect(dayAt(Date.parse('2026-11-20T02:30:00Z'), zone)).toBe(today);
  expect(dueGroupOf({ storedStatus: 'pending', limitDate: '2026-11-19' }, today)).toBe(group);
});

test.each([
  ['America/Noronha', '02:00'],
  ['America/Sao_Paulo', '03:00'],
  ['America/Manaus', '04:00'],
  ['America/Rio_Branco', '05:00'],
  ['UTC', '00:00'],
])('in %s a deadline of 19/11 passes at %s UTC on 20/11, not a millisecond earlier', (zone, time) => {
  const midnight = Date.parse(`2026-11-20T${time}:00Z`);
  const groupAt = (ms: number) => dueGroupOf({ storedStatus: 'pending', limitDate: '2026-11-19' }, dayAt(ms, zone));
  expect([groupAt(midnight - 1), groupAt(midnight)]).toEqual(['today', 'overdue']);
});

test('in Asia/Tokyo a deadline of 19/11 passes at 15:00 UTC on the same day', () => {
  const midnight = Date.parse('2026-11-19T15:00:00Z');
  const groupAt = (ms: number) =>
    dueGroupOf({ storedStatus: 'pending', limitDate: '2026-11-19' }, dayAt(ms, 'Asia/Tokyo'));
  expect([groupAt(midnight - 1), groupAt(midnight)]).toEqual(['today', 'overdue']);
});

test('of two open ones the earlier deadline comes first, and what is completed comes last', () => {
  const open = { storedStatus: 'pending', limitDate: '2026-11-20' } as const;
  expect(compareDue(open, { ...open })).toBe(0);
  expect(compareDue(open, { ...open, limitDate: '2026-11-21' })).toBe(-1);
  expect(compareDue({ ...open, limitDate: '2026-11-21' }, open)).toBe(1);
  expect(compareDue({ ...open, storedStatus: 'completed' }, { ...open, limitDate: '2026-11-21' })).toBe(1);
});
