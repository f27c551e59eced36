import { useState } from 'react';
import type { DayLimits } from './calendar-days.ts';
import { dayText } from './day-text.ts';
import { dayFromText, dayProblem, isWholeDay, withSlashes } from './typed-day.ts';

type Options = DayLimits & {
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly today: string;
  readonly onProblem?: ((problem: string | null) => void) | undefined;
};

/**
 * The text of a day field beside its value (`yyyy-mm-dd`, null = none). A whole day is taken while it is typed, a short form
 * when the field is left. A text that names no allowed day stays in the field with its problem, and the value becomes null,
 * so that a form can't send another day than the one that is read.
 */
export function useTypedDay({ value, onChange, today, minValue, maxValue, onProblem }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [followed, setFollowed] = useState(value);
  const read = (text: string) => dayFromText(text, minValue ?? today);
  if (followed !== value) {
    setFollowed(value);
    // A value from outside replaces the text; an own one is what the text says already.
    if (value !== null && typed !== null && read(typed) !== value) {
      setTyped(null);
      setProblem(null);
    }
  }
  const text = typed ?? (value === null ? '' : dayText(value));

  function tell(next: string | null) {
    setProblem(next);
    if (next !== problem) onProblem?.(next);
  }

  function forget() {
    setTyped(null);
    tell(null);
  }

  function give(day: string | null) {
    if (day !== value) onChange(day);
  }

  function type(next: string) {
    const now = withSlashes(text, next);
    setTyped(now);
    tell(null);
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
    else tell(found);
    give(found === null ? day : null);
  }

  function pick(day: string | null) {
    forget();
    onChange(day);
  }

  return { text, problem, type, settle, pick };
}
