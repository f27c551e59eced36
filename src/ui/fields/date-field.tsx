import { CalendarDays, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Input, Text, TextField as AriaTextField } from 'react-aria-components';
import { lazyPart } from '../base/lazy-part.tsx';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { type DayLimits, dayFromText, dayProblem, isWholeDay, withSlashes } from './typed-day.ts';
import { dayText } from './day-text.ts';
import { fieldClass, FieldHelp, FieldLabel, type FieldProps } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './date-field.module.css';

type Options = DayLimits & {
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly today: string;
  readonly onProblem?: ((problem: string | null) => void) | undefined;
};

/**
 * The text of a day field beside its value (`yyyy-mm-dd`, null = none). A whole day becomes the
 * value while it is typed, a short form when the field is left. A text that names no allowed day
 * stays in the field with its problem, and the value becomes null, so that a form can't send
 * another day than the one on screen.
 */
function useTypedDay({ value, onChange, today, minValue, maxValue, onProblem }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [followed, setFollowed] = useState(value);
  const read = (text: string) => dayFromText(text, minValue ?? today);
  if (followed !== value) {
    setFollowed(value);
    // A value from outside replaces the text. A value that came from the text leaves it as it is.
    if (value !== null && typed !== null && read(typed) !== value) {
      setTyped(null);
      setProblem(null);
    }
  }
  const text = typed ?? (value === null ? '' : dayText(value));

  // A form may not keep a problem that a value from outside, or the end of the field, took away.
  const tell = useEffectEvent((now: string | null) => onProblem?.(now));
  useEffect(() => {
    tell(problem);
    return () => tell(null);
  }, [problem]);

  function forget() {
    setTyped(null);
    setProblem(null);
  }

  function give(day: string | null) {
    if (day !== value) onChange(day);
  }

  function type(next: string) {
    const now = withSlashes(text, next);
    setTyped(now);
    setProblem(null);
    if (now === '') return give(null);
    const day = isWholeDay(now) ? read(now) : null;
    if (day !== null && dayProblem(day, { minValue, maxValue }) === null) give(day);
  }

  function settle() {
    if (typed === null) return;
    if (typed.trim() === '') return forget();
    const day = read(typed);
    const found = dayProblem(day, { minValue, maxValue });
    if (found === null) forget();
    else setProblem(found);
    give(found === null ? day : null);
  }

  function pick(day: string | null) {
    forget();
    onChange(day);
  }

  return { text, problem, type, settle, pick };
}

const loadCalendar = () => import('./calendar-dialog.tsx');
const CalendarDialog = lazyPart(async () => (await loadCalendar()).CalendarDialog);
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar);

/**
 * Props of `DateField`; days are `yyyy-mm-dd`. `describeDay` gives the line beside "Aplicar data".
 * `note` is a short description inside the box, in place of `description`. With `isCalendarShown`
 * the calendar is drawn below the box, and no dialog opens. With `isPicked` the day can't be typed:
 * a press on the box opens the calendar too. `onProblem` is called with a sentence when the text
 * names no allowed day, and with null when that problem is gone. While there is a problem, a form
 * must not be sent as if its optional day were empty.
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
 * A day, typed or picked. The calendar is a dialog whose code loads at the first hover, focus or
 * press of its button. A text that names no allowed day stays with a sentence under it.
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
