// What the calendar says about a limit date (S67). It proposes another day, and never changes the
// date by itself.

import { type CalendarDay, isWeekend } from '#domain/dates.ts';
import { type Holidays, holidayFor, holidaysOf, isDayOff, nextWorkingDay, type Sectors } from '#domain/working-days.ts';
import { townHolidays } from '#mirror/questions/holidays.ts';
import { TextButton } from '#ui/actions/link.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { dayOffText, takeDayText } from '../../text/words/working-days.ts';
import styles from './day-off.module.css';

/** The town's holidays; until they are read, only those that follow from the year. */
export function useHolidays(): Holidays {
  const { mirror } = useProfile();
  const rows = useLiveQuery(() => townHolidays(mirror), [mirror]);
  return useMemo(() => holidaysOf(rows ?? []), [rows]);
}

/** A limit date on a day off: why it is one, and the working day that follows. */
export type DayOff = { readonly text: string; readonly next: CalendarDay };

/** Null for a working day, and without a day. */
export function dayOffOf(day: CalendarDay | null, holidays: Holidays, sectors: Sectors): DayOff | null {
  if (day === null || !isDayOff(day, holidays, sectors)) return null;
  const name = isWeekend(day) ? null : (holidayFor(day, holidays, sectors)?.name ?? null);
  const next = nextWorkingDay(day, holidays, sectors);
  return { text: dayOffText(name, next), next };
}

/** The button that takes the next working day as the limit date; nothing for a working day. */
export function TakeDay({ dayOff, onTake }: { dayOff: DayOff | null; onTake: (day: CalendarDay) => void }) {
  if (dayOff === null) return null;
  const { next } = dayOff;
  return (
    <p className={styles.take}>
      <TextButton onPress={() => onTake(next)}>{takeDayText(next)}</TextButton>
    </p>
  );
}
