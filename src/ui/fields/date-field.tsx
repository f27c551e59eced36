import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from 'react-aria-components';
import type { DayLimits } from './calendar-days.ts';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { dayText } from './day-text.ts';
import { ErrorSentence, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import styles from './date-field.module.css';
import { IconButton } from '../actions/icon-button.tsx';
import { VisuallyHidden } from '../base/visually-hidden.tsx';

const loadCalendar = () => import('./calendar-dialog.tsx');
const CalendarDialog = lazy(async () => ({ default: (await loadCalendar()).CalendarDialog }));

/** Props of `DateField`; days are `yyyy-mm-dd`. `describeDay` gives the line beside "Aplicar data". */
export type DateFieldProps = FieldProps &
  DayLimits & {
    value: string | null;
    onChange: (day: string | null) => void;
    today: string;
    describeDay?: ((day: string) => string) | undefined;
    isClearable?: boolean | undefined;
    placeholder?: string | undefined;
  };

/** A day. The page only shows it; it is chosen in a calendar dialog whose code loads at the first hover, focus or press. */
export function DateField(props: DateFieldProps) {
  const { label, description, error, isOptional, isLabelHidden, isDisabled, size, id } = props;
  const { value, onChange, today, minValue, maxValue, describeDay, isClearable, placeholder = 'dd/mm/aaaa' } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const ids = { label: useId(), value: useId(), help: useId() };
  const warm = () => void loadCalendar().catch(() => undefined);
  return (
    <div className={fieldClass(size)}>
      <span id={ids.label} className={classNames(!isLabelHidden && fieldStyles.label)}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {isOptional ? <span className={fieldStyles.optional}> (opcional)</span> : null}
      </span>
      <div className={styles.row}>
        <Button
          {...defined({ id, isDisabled })}
          aria-labelledby={`${ids.label} ${ids.value}`}
          aria-describedby={ids.help}
          aria-haspopup="dialog"
          className={classNames(fieldStyles.box, styles.button)}
          onPress={() => {
            setWasOpened(true);
            setIsOpen(true);
          }}
          onHoverStart={warm}
          onFocus={warm}
          {...(error ? { 'data-invalid': true } : {})}
        >
          <span id={ids.value} className={classNames(styles.value, !value && styles.placeholder)}>
            {value ? dayText(value) : placeholder}
          </span>
          <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
        </Button>
        {isClearable && value ? <IconButton icon={X} label={`Limpar ${label}`} onPress={() => onChange(null)} /> : null}
      </div>
      <div id={ids.help}>
        {description ? <span className={fieldStyles.description}>{description}</span> : null}
        {error ? (
          <span className={fieldStyles.error}>
            <ErrorSentence>{error}</ErrorSentence>
          </span>
        ) : null}
      </div>
      {wasOpened ? (
        <Suspense fallback={null}>
          <CalendarDialog
            isOpen={isOpen}
            onOpenChange={setIsOpen}
            title={label}
            value={value}
            today={today}
            minValue={minValue}
            maxValue={maxValue}
            describeDay={describeDay}
            onApply={onChange}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
