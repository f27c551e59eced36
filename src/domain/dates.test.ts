import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as dates from './dates.ts';
import { addDays, clockAt, dayAt, daysBetween, isCalendarDay, isWeekend, lengthOfMonth } from './dates.ts';

describe('isCalendarDay', () => {
  it.each(['2026-11-20', '2024-02-29', '2026-12-31'])('accepts %s', (day) => {
    expect(isCalendarDay(day)).toBe(true);
  });
  it.each([
    '2025-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '20/11/2026',
    '2026-1-2',
    '12026-11-20',
    ' 2026-11-20',
    '2026-11-20 ',
    '2026-11-2O',
    '',
    '2026-11-20T00:00:00Z',
  ])('refuses %j', (day) => {
    expect(isCalendarDay(day)).toBe(false);
  });
});

describe('dayAt', () => {
  const justAfterUtcMidnight = Date.UTC(2026, 10, 20, 2, 30);
  it.each([
    ['America/Sao_Paulo', '2026-11-19'],
    ['America/Noronha', '2026-11-20'],
    ['America/Manaus', '2026-11-19'],
    ['America/Rio_Branco', '2026-11-19'],
    ['UTC', '2026-11-20'],
  ])('02:30 UTC in %s is %s', (zone, day) => {
    expect(dayAt(justAfterUtcMidnight, zone)).toBe(day);
  });
  it('writes day and month with two digits, so that days are compared as text', () => {
    expect(dayAt(Date.UTC(2027, 0, 5, 12), 'UTC')).toBe('2027-01-05');
  });
});

describe('the day and the hour under an engine with habits of its own', () => {
  const night = Date.UTC(2026, 10, 20, 3, 10);
  const Real = Intl.DateTimeFormat;

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** The module read anew while the engine makes its formatters as `Formatter` does. */
  async function datesUnder(Formatter: typeof Real): Promise<typeof dates> {
    vi.resetModules();
    vi.stubGlobal('Temporal', undefined);
    vi.stubGlobal('Intl', Object.assign(Object.create(Intl) as typeof Intl, { DateTimeFormat: Formatter }));
    return import('./dates.ts');
  }

  it.each([
    'en-CA',
    'pt-BR',
    'th-TH-u-ca-buddhist-nu-thai',
    'fa-IR-u-ca-persian-nu-arabext',
    'ar-SA-u-ca-islamic-umalqura-nu-arab',
    'ja-JP-u-ca-japanese-nu-fullwide',
    'he-IL-u-ca-hebrew-hc-h12',
  ])('an engine that takes %s for every locale gives the same day and hour', async (habit) => {
    class Habitual extends Real {
      constructor(_locale?: string | string[], options?: Intl.DateTimeFormatOptions) {
        super(habit, options);
      }
    }
    const { dayAt: day, hourAt: hour } = await datesUnder(Habitual as typeof Real);
    expect(day(night, 'America/Sao_Paulo')).toBe('2026-11-20');
    expect(hour(night, 'America/Sao_Paulo')).toBe(0);
    expect(day(night - 3_600_000, 'America/Sao_Paulo')).toBe('2026-11-19');
    expect(hour(night - 3_600_000, 'America/Sao_Paulo')).toBe(23);
  });

  it('a formatter that writes dd/mm/yyyy gives the same day and hour', async () => {
    class DayFirst extends Real {
      override format = (at?: Date | number): string => {
        const [year, month, day] = new Date(at ?? 0).toISOString().slice(0, 10).split('-');
        return `${day}/${month}/${year}`;
      };
      override formatToParts(at?: Date | number): Intl.DateTimeFormatPart[] {
        return super.formatToParts(at).toReversed();
      }
    }
    const { dayAt: day, hourAt: hour } = await datesUnder(DayFirst as typeof Real);
    expect(day(night, 'America/Manaus')).toBe('2026-11-19');
    expect(hour(night, 'America/Manaus')).toBe(23);
  });

  it.each<[string, string | null]>([
    ['leaves a part out', null],
    ['writes a part in digits that are not asked for', '٢٠٢٦'],
  ])('an engine that %s is refused instead of believed', async (_habit, year) => {
    class Unread extends Real {
      override formatToParts(at?: Date | number): Intl.DateTimeFormatPart[] {
        const others = super.formatToParts(at).filter(({ type }) => type !== 'year');
        return year === null ? others : [...others, { type: 'year', value: year }];
      }
    }
    const { dayAt: day } = await datesUnder(Unread as typeof Real);
    expect(() => day(night, 'America/Manaus')).toThrow('The engine gives no year');
  });

  it('a formatter, which is costly to make, is made once for each zone', async () => {
    const made: (string | undefined)[] = [];
    class Counted extends Real {
      constructor(locale?: string | string[], options?: Intl.DateTimeFormatOptions) {
        super(locale, options);
        made.push(options?.timeZone);
      }
    }
    const { dayAt: day } = await datesUnder(Counted as typeof Real);
    for (const zone of ['America/Manaus', 'America/Noronha', 'America/Manaus']) day(night, zone);
    expect(made).toEqual(['America/Manaus', 'America/Noronha']);
  });
});

describe('clockAt', () => {
  it.each([
    ['America/Sao_Paulo', '23:05'],
    ['America/Noronha', '00:05'],
    ['America/Manaus', '22:05'],
    ['Asia/Kathmandu', '07:50'],
  ])('02:05 UTC in %s is %s', (zone, clock) => {
    expect(clockAt(Date.UTC(2026, 10, 20, 2, 5, 59, 999), zone)).toBe(clock);
  });
});

describe('counting days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-23', 3],
    ['2026-11-20', '2026-11-18', -2],
    ['2026-02-28', '2026-03-01', 1],
    ['2024-02-28', '2024-03-01', 2],
    ['2025-12-31', '2026-12-31', 365],
    // Brazil had daylight saving until 2019: a day counts as one day although clocks were moved in
    // it.
    ['2018-11-03', '2018-11-05', 2],
  ])('%s → %s = %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
    expect(addDays(from, days)).toBe(to);
  });

  it('goes there and back for any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
        const day = addDays('2026-11-20', days);
        expect(isCalendarDay(day)).toBe(true);
        expect(daysBetween('2026-11-20', day)).toBe(days);
      }),
    );
  });

  it('knows months and weekends', () => {
    expect(lengthOfMonth('2026-02-10')).toBe(28);
    expect(lengthOfMonth('2024-02-10')).toBe(29);
    expect(isWeekend('2026-11-21')).toBe(true);
    expect(isWeekend('2026-11-22')).toBe(true);
    expect(isWeekend('2026-11-20')).toBe(false);
  });
});
