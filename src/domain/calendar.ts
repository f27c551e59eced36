// Deadlines as a calendar file (RFC 5545): all-day events, made by the device for one document and
// by the server for a subscription. An event holds number, title and limit date, and nothing else
// of the document.

import { addDays, type CalendarDay } from './dates.ts';
import { lineOf } from './text.ts';

/**
 * A deadline in a calendar. `tenantId` and `documentId` identify the document everywhere and never
 * change.
 */
export type CalendarDeadline = {
  readonly tenantId: number;
  readonly documentId: number;
  /** `PMVI042`. */
  readonly ticket: string;
  readonly title: string;
  readonly limitDate: CalendarDay;
  /**
   * Grows with every change of the document, so that a calendar that has the event takes the newer
   * one.
   */
  readonly rev: number;
  /** ISO instant of the last change, in UTC. */
  readonly changedAt: string;
};

/** Octets of a line without its end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const CRLF = '\r\n';

/**
 * The calendar file of these deadlines. `name`: the title of a subscription; null for the file of
 * one document. Lines end with CRLF.
 */
export function calendarOf(deadlines: readonly CalendarDeadline[], name: string | null): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Malote//Prazos//PT-BR',
    'CALSCALE:GREGORIAN',
    ...(name === null ? [] : [`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H']),
    ...deadlines.flatMap(eventOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => folded(line) + CRLF).join('');
}

/**
 * A deadline as an all-day event. Its end is the day after, which is excluded (RFC 5545, 3.6.1).
 * The event does not mark the person as busy.
 */
function eventOf(deadline: CalendarDeadline): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:prazo-${deadline.tenantId}-${deadline.documentId}@malote`,
    `DTSTAMP:${stampOf(deadline.changedAt)}`,
    `DTSTART;VALUE=DATE:${compact(deadline.limitDate)}`,
    `DTEND;VALUE=DATE:${compact(addDays(deadline.limitDate, 1))}`,
    `SEQUENCE:${deadline.rev}`,
    `SUMMARY:${escaped(`${deadline.ticket} — ${deadline.title}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `20261119`. */
function compact(day: CalendarDay): string {
  return day.replaceAll('-', '');
}

/** `20261119T143200Z`. */
function stampOf(instant: string): string {
  return `${new Date(Date.parse(instant)).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A text value on one line (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return lineOf(text).replaceAll(/[\\;,]/g, (sign) => `\\${sign}`);
}

/**
 * Splits a long line: each line but the first begins with a space, and no character is cut (RFC
 * 5545, 3.1).
 */
function folded(line: string): string {
  let written = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > LINE_OCTETS) {
      written += `${CRLF} `;
      octets = 1;
    }
    written += character;
    octets += size;
  }
  return written;
}

/** How many octets a character has in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}
