import { Button } from '#ui/actions/button.tsx';
import { RangeSlider, type Range, type SettledRange } from '#ui/fields/range-slider.tsx';
import { CalendarDays, X } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { placeOf } from '../../shared/manage/form-fields.ts';
import {
  shortMonthText,
  SUBJECTS,
  windowSentence,
  windowTodayText,
  openDaysText,
} from '../../text/manage/document-subjects.ts';
import styles from './window-field.module.css';
import { addDays, type CalendarDay, dayOfMonth, lengthOfMonth, weekdayOf } from '#domain/dates.ts';
import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import { classNames } from '#ui/base/class-names.ts';
import { capitalized, formatMonth, formatWeekdayLetter } from '../../text/words/format.ts';

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
  // A strip of 31 days has no room on a phone or tablet, so the month is drawn there.
  const isMonth = useLayoutKind() !== 'desktop';
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
        aside={isMonth ? undefined : <WindowLegend window={[start, end]} today={today} />}
        scale={isMonth ? undefined : <WindowStrip window={[start, end]} today={today} />}
        action={
          end === 0 ? undefined : (
            <Button variant="quiet" size="sm" icon={X} onPress={() => onChange(NO_WINDOW)}>
              {SUBJECTS.noWindow}
            </Button>
          )
        }
      />
      {isMonth ? <WindowMonth window={[start, end]} today={today} /> : null}
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

// The two numbers of "Dia de envio" (rule C3). Pure.

const DAY_MIN = 0;
const DAY_MAX = 31;
/** 0 and 0 on the slider: documents can be sent on any day of the month. */
const NO_WINDOW: Range = [0, 0];

/**
 * The typed range, corrected by the rules: days from 0 to 31, a first day of at least 1 as soon as
 * there is a last one, and never a first day after the last. A first day without a last one opens
 * the window to the end of the month.
 */
export function settleWindow([askedStart, askedEnd]: Range, moved: 'start' | 'end'): SettledRange {
  const start = within(askedStart);
  const end = within(askedEnd);
  const clamped = start !== askedStart || end !== askedEnd ? WORDS.limits : null;
  if (moved === 'end' && end === 0) return { value: NO_WINDOW, note: clamped };
  if (moved === 'start' && end === 0) {
    return start === 0 ? { value: NO_WINDOW, note: clamped } : { value: [start, DAY_MAX], note: WORDS.untilTheEnd };
  }
  if (start > end) {
    return moved === 'start'
      ? { value: [end, end], note: WORDS.startAfterEnd(end) }
      : { value: [start, start], note: WORDS.endBeforeStart(start) };
  }
  if (start > 0) return { value: [start, end], note: clamped };
  return { value: [1, end], note: moved === 'start' ? WORDS.startIsOne : clamped };
}

const WORDS = {
  limits: 'Os dias vão de 0 a 31.',
  untilTheEnd: 'Sem dia final, a janela vai até o fim do mês.',
  startIsOne: 'Com um dia final, o dia inicial é pelo menos 1.',
  startAfterEnd: (day: number) => `O dia inicial não passa do final: ficou ${day}.`,
  endBeforeStart: (day: number) => `O dia final não vem antes do inicial: ficou ${day}.`,
} as const;

function within(day: number): number {
  return Math.min(DAY_MAX, Math.max(DAY_MIN, day));
}

/** A day of the strip under the slider. */
type StripDay = {
  /** 1–31. */
  readonly day: number;
  /** The date of the day; null when this month has no such day. */
  readonly date: CalendarDay | null;
  readonly isOpen: boolean;
  readonly isToday: boolean;
};

/** The 31 cells of the strip, for the month of `today`. */
export function stripDays([start, end]: Range, today: CalendarDay): StripDay[] {
  const window = windowOf(start, end);
  const length = lengthOfMonth(today);
  return Array.from({ length: DAY_MAX }, (_, index) => {
    const day = index + 1;
    if (day > length) return { day, date: null, isOpen: false, isToday: false };
    const date = addDays(today, day - dayOfMonth(today));
    return { day, date, isOpen: window !== null && !isOutsideWindow(window, date), isToday: date === today };
  });
}

/**
 * What the window means today: whether it is open, until when, or which day it opens next. Null
 * without a window.
 */
type WindowNow =
  | { readonly kind: 'open'; readonly lastDay: CalendarDay }
  | { readonly kind: 'closed'; readonly opensOn: CalendarDay };

export function windowNow([start, end]: Range, today: CalendarDay): WindowNow | null {
  const window = windowOf(start, end);
  if (window === null) return null;
  const isOpen = (day: CalendarDay) => !isOutsideWindow(window, day);
  if (!isOpen(today)) return { kind: 'closed', opensOn: firstAfter(today, isOpen) };
  const lastOfMonth = addDays(today, lengthOfMonth(today) - dayOfMonth(today));
  const closed = firstAfter(today, (day) => !isOpen(day) || day > lastOfMonth);
  return { kind: 'open', lastDay: addDays(closed, -1) };
}

/**
 * The first day after `day` for which `holds` is true. There is one, because each window opens in
 * every month.
 */
function firstAfter(day: CalendarDay, holds: (day: CalendarDay) => boolean): CalendarDay {
  let next = addDays(day, 1);
  while (!holds(next)) next = addDays(next, 1);
  return next;
}

type WindowProps = { window: readonly [number, number]; today: CalendarDay };

/**
 * The 31 days of a month, each under its place on the slider. It is hidden from screen readers,
 * because the sentence below says the same.
 */
function WindowStrip({ window: [start, end], today }: WindowProps) {
  return (
    <div aria-hidden className={styles.strip}>
      <div className={styles.cells}>
        {stripDays([start, end], today).map((one) => (
          <span
            key={one.day}
            className={dayClass(one)}
            style={{ insetInlineStart: `${((one.day - 0.5) / 31) * 100}%` }}
          >
            <span className={styles.weekday}>{one.date === null ? '\u00a0' : formatWeekdayLetter(one.date)}</span>
            <span>{one.day}</span>
          </span>
        ))}
      </div>
      <p className={styles.month}>{capitalized(formatMonth(today))}</p>
    </div>
  );
}

/** The window as a month of seven columns, where a strip has no room. */
function WindowMonth({ window: [start, end], today }: WindowProps) {
  const days = stripDays([start, end], today).flatMap((one) => (one.date === null ? [] : [{ ...one, date: one.date }]));
  const before = days[0] === undefined ? 0 : weekdayOf(days[0].date);
  return (
    <div aria-hidden className={styles.monthCard}>
      <p className={styles.monthName}>{formatMonth(today)}</p>
      <div className={styles.grid}>
        {days.slice(0, 7).map(({ day, date }) => (
          <span
            key={`weekday-${day}`}
            className={styles.weekday}
            style={{ gridColumn: weekdayOf(date) + 1, gridRow: 1 }}
          >
            {formatWeekdayLetter(date)}
          </span>
        ))}
        {days.map((one) => (
          <span
            key={one.day}
            className={dayClass(one)}
            style={{ gridColumn: weekdayOf(one.date) + 1, gridRow: Math.floor((one.day - 1 + before) / 7) + 2 }}
          >
            {one.day}
          </span>
        ))}
      </div>
      <WindowLegend window={[start, end]} today={today} />
    </div>
  );
}

/** What the marks of the strip and of the month mean. */
function WindowLegend({ window: [start, end], today }: WindowProps) {
  const open = stripDays([start, end], today).filter((one) => one.isOpen).length;
  return (
    <span className={styles.legend} aria-hidden>
      <span className={styles.openMark}>{openDaysText(open)}</span>
      <span className={styles.todayMark}>{SUBJECTS.today}</span>
      <span className={styles.closedMark}>{SUBJECTS.onlyException}</span>
    </span>
  );
}

function dayClass({ date, isOpen, isToday }: StripDay): string {
  return classNames(styles.day, isOpen && styles.open, isToday && styles.today, date === null && styles.absent);
}
