import { Button } from '#ui/actions/button.tsx';
import { RangeSlider } from '#ui/fields/range-slider.tsx';
import { CalendarDays, X } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { placeOf } from '../../shared/manage/form-fields.ts';
import { shortMonthText, SUBJECTS, windowSentence, windowTodayText } from '../../text/manage/document-subjects.ts';
import styles from './window-field.module.css';
import { DAY_MAX, DAY_MIN, NO_WINDOW, settleWindow, windowNow } from './window-range.ts';
import { WindowLegend, WindowMonth, WindowStrip } from './window-strip.tsx';

/**
 * "Dia de envio": the slider with its two numbers, the days of this month, and what the window
 * means today (rule C3).
 */
export function WindowField(props: {
  window: readonly [number, number];
  onChange: (window: readonly [number, number]) => void;
  error?: string | undefined;
}) {
  const { onChange, error } = props;
  const [start, end] = props.window;
  const { today } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const now = windowNow([start, end], today);
  const short = shortMonthText([start, end], today);
  return (
    <div className={styles.field}>
      <RangeSlider
        label={SUBJECTS.day}
        isOptional
        value={[start, end]}
        onChange={onChange}
        minValue={DAY_MIN}
        maxValue={DAY_MAX}
        startLabel={SUBJECTS.startDay}
        endLabel={SUBJECTS.endDay}
        ids={{ start: placeOf('submission_start_day'), end: placeOf('submission_end_day') }}
        settle={settleWindow}
        aside={isPhone ? undefined : <WindowLegend window={[start, end]} today={today} />}
        scale={isPhone ? undefined : <WindowStrip window={[start, end]} today={today} />}
        action={
          end === 0 ? undefined : (
            <Button variant="quiet" size="sm" icon={X} onPress={() => onChange(NO_WINDOW)}>
              {SUBJECTS.noWindow}
            </Button>
          )
        }
      />
      {isPhone ? <WindowMonth window={[start, end]} today={today} /> : null}
      <p className={styles.sentence}>
        <CalendarDays size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <b>{windowSentence([start, end])}</b> {now === null ? null : <span>{windowTodayText(now, today)}</span>}{' '}
          <span>{short}</span>
        </span>
      </p>
      {error === undefined ? null : (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
