import { type CalendarDate, parseDate } from '@internationalized/date';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components';
import { defined } from '../base/defined.ts';
import { monthText } from '../base/locale-text.ts';
import { calendarYears, dayAfterChange, type DayLimits, withinLimits } from './typed-day.ts';
import styles from './day-calendar.module.css';

const months = Array.from({ length: 12 }, (_, index) => ({
  month: index + 1,
  name: monthText(index + 1),
}));

/**
 * Month and year in native select elements: every phone and screen reader knows them, and they add
 * no code. Months and years outside the limits are shown but can't be chosen.
 */
function PeriodPicker(props: {
  shown: CalendarDate;
  years: number[];
  limits: DayLimits;
  onChange: (period: { year: number; month: number }) => void;
}) {
  const { shown, years, limits, onChange } = props;
  const isOut = (year: number, month?: number) => {
    const from = `${year}-${String(month ?? 1).padStart(2, '0')}-01`;
    const to = `${year}-${String(month ?? 12).padStart(2, '0')}-31`;
    return (limits.minValue ?? from) > to || (limits.maxValue ?? to) < from;
  };
  return (
    <>
      <span className={styles.period}>
        <select
          aria-label="Mês"
          value={shown.month}
          onChange={(event) => onChange({ year: shown.year, month: Number(event.target.value) })}
        >
          {months.map(({ month, name }) => (
            <option key={month} value={month} disabled={isOut(shown.year, month)}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown size={16} strokeWidth={2} aria-hidden />
      </span>
      <span className={styles.period}>
        <select
          aria-label="Ano"
          value={shown.year}
          onChange={(event) => onChange({ year: Number(event.target.value), month: shown.month })}
        >
          {years.map((year) => (
            <option key={year} value={year} disabled={isOut(year)}>
              {year}
            </option>
          ))}
        </select>
        <ChevronDown size={16} strokeWidth={2} aria-hidden />
      </span>
    </>
  );
}

/**
 * Props of `DayCalendar`; days are `yyyy-mm-dd`. `today` is the day in the town hall's zone, which
 * may differ from the device's.
 */
export type DayCalendarProps = DayLimits & {
  title: string;
  value: string | null;
  onChange: (day: string) => void;
  today: string;
  /** Puts the focus on the selected day: right for a dialog, wrong for a page. */
  startsFocused?: boolean | undefined;
};

/**
 * The days of a month, with month and year to choose. A value from outside brings its month into
 * view.
 */
export function DayCalendar(props: DayCalendarProps) {
  const { title, value, onChange, today, minValue, maxValue, startsFocused = false } = props;
  const limits = { minValue, maxValue };
  const [shown, setShown] = useState(() => withinLimits(parseDate(value ?? today), limits));
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    if (value !== null) setShown(withinLimits(parseDate(value), limits));
  }

  return (
    <Calendar
      aria-label={title}
      autoFocus={startsFocused}
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day.toString())}
      focusedValue={shown}
      onFocusChange={setShown}
      {...defined({
        minValue: minValue ? parseDate(minValue) : undefined,
        maxValue: maxValue ? parseDate(maxValue) : undefined,
      })}
      className={styles.calendar ?? ''}
    >
      <div className={styles.header}>
        <PeriodPicker
          shown={shown}
          years={calendarYears(today, limits)}
          limits={limits}
          onChange={(period) => onChange(dayAfterChange(period, limits).toString())}
        />
        <AriaButton slot="previous" aria-label="Mês anterior" className={styles.arrow ?? ''}>
          <ChevronLeft size={20} strokeWidth={1.75} aria-hidden />
        </AriaButton>
        <AriaButton slot="next" aria-label="Próximo mês" className={styles.arrow ?? ''}>
          <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
        </AriaButton>
      </div>
      <CalendarGrid weekdayStyle="narrow" className={styles.grid ?? ''}>
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className={styles.weekday ?? ''}>{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={styles.day ?? ''}
              render={(cell, { isToday }) => (
                <div {...cell} {...asToday(cell, { isDevices: isToday, isOurs: date.toString() === today })} />
              )}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

/** What the library puts before the name of the day that is today in the device's zone. */
const NOW = 'Hoje, ';

/**
 * The name and the mark of a cell. The town hall's today gets the mark, because the library knows
 * the device's zone alone.
 */
function asToday(cell: { 'aria-label'?: string | undefined }, at: { isDevices: boolean; isOurs: boolean }) {
  const label = cell['aria-label'] ?? '';
  const plain = at.isDevices && label.startsWith(NOW) ? label.slice(NOW.length) : label;
  return { 'aria-label': at.isOurs ? NOW + plain : plain, 'data-today': at.isOurs || undefined };
}
