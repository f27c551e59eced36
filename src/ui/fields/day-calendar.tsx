import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
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
import { calendarYears, type DayLimits, dayAfterChange, withinLimits } from './calendar-days.ts';
import styles from './day-calendar.module.css';
import { defined } from '../base/defined.ts';
import { PeriodPicker } from './period-picker.tsx';

/** Props of `DayCalendar`; days are `yyyy-mm-dd`. `today` comes from outside: the zone is the town hall's. */
export type DayCalendarProps = DayLimits & {
  title: string;
  value: string | null;
  onChange: (day: string) => void;
  today: string;
  /** Puts the focus on the day: right for a dialog, wrong for a page. */
  startsFocused?: boolean | undefined;
};

/** The days of a month, with month and year to choose. A value from outside turns to its month. */
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

/** What the library says before the day that the device takes for today. */
const NOW = 'Hoje, ';

/** The name and the mark of a cell, by the day of the town hall: the library knows the device's zone alone. */
function asToday(cell: { 'aria-label'?: string | undefined }, at: { isDevices: boolean; isOurs: boolean }) {
  const label = cell['aria-label'] ?? '';
  const plain = at.isDevices && label.startsWith(NOW) ? label.slice(NOW.length) : label;
  return { 'aria-label': at.isOurs ? NOW + plain : plain, 'data-today': at.isOurs || undefined };
}
