// The two numbers of "Dia de envio" (rule C3). Pure.

import { addDays, type CalendarDay, dayOfMonth, lengthOfMonth } from '#domain/dates.ts';
import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import type { Range, SettledRange } from '#ui/fields/range-slider.tsx';

export const DAY_MIN = 0;
export const DAY_MAX = 31;
/** 0 and 0: any day of the month will do. */
export const NO_WINDOW: Range = [0, 0];

/**
 * The range that was asked for, brought within the rules: days from 0 to 31, a first day of at
 * least 1 as soon as there is a last one, and never a first day after the last. A first day without
 * a last one opens the window to the end of the month.
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
export type StripDay = {
  /** 1–31. */
  readonly day: number;
  /** Null: this month has no such day. */
  readonly date: CalendarDay | null;
  readonly isOpen: boolean;
  readonly isToday: boolean;
};

/** The 31 places of the strip, for the month that `today` lies in. */
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
export type WindowNow =
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

/** Every window opens in every month, so a day is always found. */
function firstAfter(day: CalendarDay, holds: (day: CalendarDay) => boolean): CalendarDay {
  let next = addDays(day, 1);
  while (!holds(next)) next = addDays(next, 1);
  return next;
}
