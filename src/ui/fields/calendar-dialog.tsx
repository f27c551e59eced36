import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import type { DayLimits } from './typed-day.ts';
import styles from './calendar-dialog.module.css';
import { dayInWords } from './day-text.ts';
import { DayCalendar } from './day-calendar.tsx';
import { Dialog } from '../overlays/dialog.tsx';

/**
 * Props of `CalendarDialog`; days are `yyyy-mm-dd`. `today` is the day in the town hall's zone,
 * which may differ from the device's.
 */
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

/** The calendar with the button "Aplicar data", for use inside the dialog or in a page. */
export function DayChooser(
  props: Omit<CalendarDialogProps, 'isOpen' | 'onClose'> & {
    /** Puts the focus on the selected day: right for a dialog, wrong for a page. */
    startsFocused?: boolean;
    close: () => void;
  },
) {
  const { title, value, today, minValue, maxValue, onApply, describeDay = dayInWords, close } = props;
  const { startsFocused = false } = props;
  const [day, setDay] = useState(value);

  return (
    <>
      <DayCalendar
        title={title}
        value={day}
        onChange={setDay}
        today={today}
        minValue={minValue}
        maxValue={maxValue}
        startsFocused={startsFocused}
      />
      <div className={styles.footer}>
        <span className={styles.chosen} aria-live="polite">
          {day === null ? 'Escolha um dia.' : describeDay(day)}
        </span>
        <Button
          variant="primary"
          size="sm"
          isDisabled={day === null}
          onPress={() => {
            if (day !== null) onApply(day);
            close();
          }}
        >
          Aplicar data
        </Button>
      </div>
    </>
  );
}
