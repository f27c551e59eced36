import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf, type CalendarDeadline } from './calendar.ts';
import { addDays } from './dates.ts';
import { lineOf } from './text.ts';

const DEADLINE: CalendarDeadline = {
  tenantId: 1,
  documentId: 42,
  ticket: 'PMVI042',
  title: 'Interdição da rua; trecho A, B\\C',
  limitDate: '2026-12-31',
  rev: 17,
  changedAt: '2026-11-19T14:32:10.123Z',
};

test('the calendar of one deadline is an all-day event with number, title and limit date, and nothing else', () => {
  expect(calendarOf([DEADLINE], null).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Malote//Prazos//PT-BR',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:prazo-1-42@malote',
    'DTSTAMP:20261119T143210Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SEQUENCE:17',
    'SUMMARY:PMVI042 — Interdição da rua\\; trecho A\\, B\\\\C',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a subscribed calendar has a name, and is a calendar without any deadline too', () => {
  expect(calendarOf([], 'Prazos de Ana, Malote')).toContain('\r\nX-WR-CALNAME:Prazos de Ana\\, Malote\r\n');
});

/**
 * Reads a calendar by the rules of RFC 5545, written apart from the writer: unfold, split at the
 * first colon, unescape.
 */
function readEvents(text: string): Record<string, string>[] {
  const events: Record<string, string>[] = [];
  for (const line of text.replaceAll('\r\n ', '').split('\r\n')) {
    const at = line.indexOf(':');
    const [name = '', value] = [line.slice(0, at).split(';')[0], line.slice(at + 1)];
    if (line === 'BEGIN:VEVENT') events.push({});
    const event = events.at(-1);
    if (event !== undefined) event[name] = value.replaceAll(/\\(.)/g, '$1');
  }
  return events;
}

const deadlines = fc.array(
  fc.record({
    tenantId: fc.nat(),
    documentId: fc.nat(),
    ticket: fc.constantFrom('PMVI042', 'CMVI1046'),
    title: fc.string({ unit: 'grapheme', maxLength: 300 }),
    limitDate: fc.integer({ min: -2000, max: 9000 }).map((days) => addDays('2026-11-19', days)),
    rev: fc.nat(),
    changedAt: fc.constant('2026-11-19T14:32:10.123Z'),
  }),
  { maxLength: 5 },
);

test('whatever the titles are, a reader of RFC 5545 finds them again, with their days', () => {
  fc.assert(
    fc.property(deadlines, (all) => {
      const found = readEvents(calendarOf(all, 'Prazos'));
      expect(found.map((event) => event['SUMMARY'])).toEqual(all.map((one) => lineOf(`${one.ticket} — ${one.title}`)));
      expect(found.map((event) => event['DTSTART'])).toEqual(all.map((one) => one.limitDate.replaceAll('-', '')));
      expect(found.map((event) => event['DTEND'])).toEqual(
        all.map((one) => addDays(one.limitDate, 1).replaceAll('-', '')),
      );
    }),
  );
});

test('no line of a calendar is longer than 75 octets, no character is cut, and no title begins a line of its own', () => {
  const octets = (line: string) => new TextEncoder().encode(line).length;
  fc.assert(
    fc.property(deadlines, (all) => {
      const lines = calendarOf(all, null).split('\r\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        expect(octets(line)).toBeLessThanOrEqual(75);
        expect(line).toMatch(/^(?: |[A-Z][A-Z-]*[:;])/);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('an event keeps its identity when the document is extended, and its sequence grows', () => {
  const [before] = readEvents(calendarOf([DEADLINE], null));
  const [after] = readEvents(calendarOf([{ ...DEADLINE, limitDate: '2027-01-15', rev: 18 }], 'Prazos'));
  expect(after?.['UID']).toBe(before?.['UID']);
  expect(Number(after?.['SEQUENCE'])).toBeGreaterThan(Number(before?.['SEQUENCE']));
});
