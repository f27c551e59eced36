import { lazyPart } from '../base/lazy-part.tsx';
import { CalendarDays, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Input, Text, TextField as AriaTextField } from 'react-aria-components';
import type { DayLimits } from './calendar-days.ts';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { dayText } from './day-text.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './date-field.module.css';
import { IconButton } from '../actions/icon-button.tsx';
import { useTypedDay } from './use-typed-day.ts';

const loadCalendar = () => import('./calendar-dialog.tsx');
const CalendarDialog = lazyPart(async () => (await loadCalendar()).CalendarDialog);
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

/**
 * Props of `DateField`; days are `yyyy-mm-dd`. `describeDay` gives the line beside "Aplicar data". `note` is a short
 * description inside the box, in place of `description`. With `isCalendarShown` the calendar stands below the box, and no
 * dialog is opened. With `isPicked` nothing is typed: a press on the box opens the calendar too. `onProblem` hears of a text that
 * names no allowed day, and of null when it is gone: while there is one, a form with an optional day must not be sent without it.
 */
export type DateFieldProps = FieldProps &
  DayLimits & {
    value: string | null;
    onChange: (day: string | null) => void;
    today: string;
    describeDay?: ((day: string) => string) | undefined;
    isClearable?: boolean | undefined;
    placeholder?: string | undefined;
    note?: string | undefined;
    isCalendarShown?: boolean | undefined;
    isPicked?: boolean | undefined;
    onProblem?: ((problem: string | null) => void) | undefined;
  };

/**
 * A day, typed or picked. The calendar is a dialog whose code loads at the first hover, focus or press of its button. A text
 * that names no allowed day stays with a sentence under it.
 */
export function DateField(props: DateFieldProps) {
  const { label, description, error, isOptional, isLabelHidden, isDisabled, size, id } = props;
  const { value, today, minValue, maxValue, describeDay, isClearable, placeholder = 'dd/mm/aaaa' } = props;
  const { note, isCalendarShown = false, isPicked = false } = props;
  const { text, problem, type, settle, pick } = useTypedDay(props);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const warm = () => void loadCalendar().catch(() => undefined);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const shown = problem ?? error;
  return (
    <>
      <AriaTextField
        {...defined({ id, isDisabled })}
        isReadOnly={isPicked}
        value={text}
        onChange={type}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (isPicked) open();
          else settle();
        }}
        inputMode="numeric"
        autoComplete="off"
        isInvalid={Boolean(shown)}
        validationBehavior="aria"
        className={fieldClass(size)}
      >
        <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
        <div className={styles.row}>
          <div
            className={classNames(fieldStyles.box, fieldStyles.frame, !isCalendarShown && fieldStyles.opened)}
            data-invalid={Boolean(shown) || undefined}
          >
            <Input
              placeholder={placeholder}
              className={classNames(fieldStyles.bare, styles.text)}
              onClick={isPicked ? open : undefined}
            />
            {note ? (
              <Text slot="description" className={styles.note ?? ''}>
                {note}
              </Text>
            ) : null}
            {isCalendarShown ? (
              <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
            ) : (
              <Button
                {...defined({ isDisabled })}
                aria-label={`${label} ${value ? dayText(value) : placeholder}`}
                aria-haspopup="dialog"
                className={fieldStyles.open ?? ''}
                onPress={open}
                onHoverStart={warm}
                onFocus={warm}
              >
                <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
              </Button>
            )}
          </div>
          {isClearable && value ? <IconButton icon={X} label={`Limpar ${label}`} onPress={() => pick(null)} /> : null}
        </div>
        <FieldHelp description={note ? undefined : description} error={shown} />
      </AriaTextField>
      {isCalendarShown ? (
        <div className={styles.calendar}>
          <DayCalendar
            title={label}
            value={value}
            onChange={pick}
            today={today}
            minValue={minValue}
            maxValue={maxValue}
          />
        </div>
      ) : null}
      {wasOpened ? (
        <CalendarDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          title={label}
          value={value}
          today={today}
          minValue={minValue}
          maxValue={maxValue}
          describeDay={describeDay}
          onApply={pick}
        />
      ) : null}
    </>
  );
}
