import { type CalendarDay, weekdayOf } from '#domain/dates.ts';
import { classNames } from '#ui/base/class-names.ts';
import { openDaysText, SUBJECTS } from '../../text/manage/document-subjects.ts';
import { capitalized, formatMonth, formatWeekdayLetter } from '../../text/words/format.ts';
import { type StripDay, stripDays } from './window-range.ts';
import styles from './window-strip.module.css';

type WindowProps = { window: readonly [number, number]; today: CalendarDay };

/**
 * The days of this month on the positions of the slider: 31 cells under the places 1 to 31. It
 * repeats the sentence below.
 */
export function WindowStrip({ window: [start, end], today }: WindowProps) {
  return (
    <div aria-hidden className={styles.strip}>
      <div className={styles.cells}>
        {stripDays([start, end], today).map((one) => (
          <span
            key={one.day}
            className={dayClass(one)}
            style={{ insetInlineStart: `${((one.day - 0.5) / 31) * 100}%` }}
          >
            <span className={styles.weekday}>{one.date === null ? '\u00a0' : formatWeekdayLetter(one.date)}</span>
            <span>{one.day}</span>
          </span>
        ))}
      </div>
      <p className={styles.month}>{capitalized(formatMonth(today))}</p>
    </div>
  );
}

/** The same days as a month of seven columns, for phones. */
export function WindowMonth({ window: [start, end], today }: WindowProps) {
  const days = stripDays([start, end], today).flatMap((one) => (one.date === null ? [] : [{ ...one, date: one.date }]));
  const before = days[0] === undefined ? 0 : weekdayOf(days[0].date);
  return (
    <div aria-hidden className={styles.monthCard}>
      <p className={styles.monthName}>{formatMonth(today)}</p>
      <div className={styles.grid}>
        {days.slice(0, 7).map(({ day, date }) => (
          <span
            key={`weekday-${day}`}
            className={styles.weekday}
            style={{ gridColumn: weekdayOf(date) + 1, gridRow: 1 }}
          >
            {formatWeekdayLetter(date)}
          </span>
        ))}
        {days.map((one) => (
          <span
            key={one.day}
            className={dayClass(one)}
            style={{ gridColumn: weekdayOf(one.date) + 1, gridRow: Math.floor((one.day - 1 + before) / 7) + 2 }}
          >
            {one.day}
          </span>
        ))}
      </div>
      <WindowLegend window={[start, end]} today={today} />
    </div>
  );
}

/** What the marks of the strip and of the month mean. */
export function WindowLegend({ window: [start, end], today }: WindowProps) {
  const open = stripDays([start, end], today).filter((one) => one.isOpen).length;
  return (
    <span className={styles.legend} aria-hidden>
      <span className={styles.openMark}>{openDaysText(open)}</span>
      <span className={styles.todayMark}>{SUBJECTS.today}</span>
      <span className={styles.closedMark}>{SUBJECTS.onlyException}</span>
    </span>
  );
}

function dayClass({ date, isOpen, isToday }: StripDay): string {
  return classNames(styles.day, isOpen && styles.open, isToday && styles.today, date === null && styles.absent);
}
