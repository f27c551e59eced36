import type { CalendarDate } from '@internationalized/date';
import { ChevronDown } from 'lucide-react';
import type { DayLimits } from './calendar-days.ts';
import styles from './day-calendar.module.css';
import { monthText } from '../base/locale-text.ts';

const months = Array.from({ length: 12 }, (_, index) => ({
  month: index + 1,
  name: monthText(index + 1),
}));

/**
 * Month and year in native select elements: every phone and screen reader knows them, and they add no code. Months and
 * years outside the limits are shown but can't be chosen.
 */
export function PeriodPicker(props: {
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
