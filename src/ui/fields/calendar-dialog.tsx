import { type CalendarDate, parseDate } from '@internationalized/date';
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
import { Button } from '../actions/button.tsx';
import { calendarYears, type DayLimits, dayAfterChange, withinLimits } from './calendar-days.ts';
import styles from './calendar-dialog.module.css';
import { defined } from '../base/defined.ts';
import { dayInWords } from './day-text.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { PeriodPicker } from './period-picker.tsx';

/** Props of `CalendarDialog`; days are `yyyy-mm-dd`. `today` comes from outside: the zone is the town hall's. */
export type CalendarDialogProps = DayLimits & {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  value: string | null;
  today: string;
  onApply: (day: string) => void;
  describeDay?: ((day: string) => string) | undefined;
};

/** A dialog to choose month, year and day. Nothing changes until "Aplicar data" is pressed. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { isOpen, onClose, title } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="sm">
      {({ close }) => <DayChooser {...props} startsFocused close={close} />}
    </Dialog>
  );
}

/** The calendar with its button, for use inside the dialog or in a page. */
export function DayChooser(
  props: Omit<CalendarDialogProps, 'isOpen' | 'onClose'> & {
    /** Puts the focus on the day: right for a dialog, wrong for a page. */
    startsFocused?: boolean;
    close: () => void;
  },
) {
  const { title, value, today, minValue, maxValue, onApply, describeDay = dayInWords, close } = props;
  const { startsFocused = false } = props;
  const limits = { minValue, maxValue };
  const [day, setDay] = useState<CalendarDate | null>(value ? parseDate(value) : null);
  const [shown, setShown] = useState(() => withinLimits(parseDate(value ?? today), limits));

  function changePeriod(period: { year: number; month: number }) {
    const next = dayAfterChange(period, limits);
    setDay(next);
    setShown(next);
  }

  return (
    <>
      <Calendar
        aria-label={title}
        autoFocus={startsFocused}
        value={day}
        onChange={setDay}
        focusedValue={shown}
        onFocusChange={setShown}
        {...defined({
          minValue: minValue ? parseDate(minValue) : undefined,
          maxValue: maxValue ? parseDate(maxValue) : undefined,
        })}
        className={styles.calendar ?? ''}
      >
        <div className={styles.header}>
          <PeriodPicker shown={shown} years={calendarYears(today, limits)} limits={limits} onChange={changePeriod} />
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
                {...(date.toString() === today ? { 'data-now': true } : {})}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
      <div className={styles.footer}>
        <span className={styles.chosen} aria-live="polite">
          {day ? describeDay(day.toString()) : 'Escolha um dia.'}
        </span>
        <Button
          variant="primary"
          size="sm"
          isDisabled={!day}
          onPress={() => {
            if (day) onApply(day.toString());
            close();
          }}
        >
          Aplicar data
        </Button>
      </div>
    </>
  );
}
