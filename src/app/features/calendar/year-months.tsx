import { addDays, type CalendarDay, lengthOfMonth, weekdayOf } from '#domain/dates.ts';
import type { Holiday } from '#domain/holidays.ts';
import { classNames } from '#ui/base/class-names.ts';
import { formatMonthName, formatWeekdayLetter } from '../../text/words/format.ts';
import kinds from './day-kind.module.css';
import styles from './year-months.module.css';

/** A day as the screen shows it; in pencil while it is a copy that was not checked. */
export type DayShown = Holiday & { readonly isCopy: boolean };

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
/** A Sunday, from which the letters of the weekdays are taken. */
const SUNDAY: CalendarDay = '2026-11-15';

/** The twelve months of a year. The list beside them says the same in words. */
export function YearMonths({ year, days, today }: { year: number; days: readonly DayShown[]; today: CalendarDay }) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  return (
    <div className={styles.months} aria-hidden>
      {MONTHS.map((month) => (
        <Month key={month} first={`${year}-${month}-01`} byDay={byDay} today={today} />
      ))}
    </div>
  );
}

type MonthProps = { first: CalendarDay; byDay: ReadonlyMap<CalendarDay, DayShown>; today: CalendarDay };

function Month({ first, byDay, today }: MonthProps) {
  const before = weekdayOf(first);
  const dates = Array.from({ length: lengthOfMonth(first) }, (_, at) => addDays(first, at));
  return (
    <div className={styles.month}>
      <p className={styles.name}>{formatMonthName(first)}</p>
      <div className={styles.grid}>
        {Array.from({ length: 7 }, (_, at) => (
          <span key={at} className={styles.letter}>
            {formatWeekdayLetter(addDays(SUNDAY, at))}
          </span>
        ))}
        {dates.map((date, at) => {
          const day = byDay.get(date);
          return (
            <span
              key={date}
              title={day?.name}
              data-kind={day?.kind}
              data-copy={day?.isCopy || undefined}
              className={classNames(
                kinds.kind,
                styles.date,
                ((before + at) % 7) % 6 === 0 && styles.weekend,
                date === today && styles.today,
              )}
              style={at === 0 ? { gridColumnStart: before + 1 } : undefined}
            >
              {at + 1}
            </span>
          );
        })}
      </div>
    </div>
  );
}
