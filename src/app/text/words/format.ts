// Days, instants and sizes in the words of a Brazilian public office. Days are `yyyy-mm-dd` and
// never become instants in the device's zone; instants are shown in the tenant's zone.

import { addDays, type CalendarDay, clockAt, dayAt, dayOfMonth, weekdayOf } from '#domain/dates.ts';
import { dayInWords } from '#ui/fields/day-text.ts';
import { monthText, numberText, shortText, weekdayText } from '#ui/base/locale-text.ts';

/** `23/11/2026`. */
export function formatDay(day: CalendarDay): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** `23/11`. */
export function formatShortDay(day: CalendarDay): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`;
}

/** `seg., 23 de nov.` */
export function formatWeekday(day: CalendarDay): string {
  return dayInWords(day);
}

/** `sábado, 21 de nov.` */
export function formatDueDay(day: CalendarDay): string {
  return `${formatWeekdayName(day)}, ${dayOfMonth(day)} de ${shortText(monthOf(day))}`;
}

/** `sexta-feira, 27 de novembro`. */
export function formatLongWeekday(day: CalendarDay): string {
  return `${formatWeekdayName(day)}, ${dayOfMonth(day)} de ${monthOf(day)}`;
}

/** `sexta-feira`. */
export function formatWeekdayName(day: CalendarDay): string {
  return weekdayText(weekdayOf(day));
}

/** `ter.` */
export function formatWeekdayShort(day: CalendarDay): string {
  return shortText(formatWeekdayName(day));
}

/** `S`: the weekday over a day of a strip or a month. */
export function formatWeekdayLetter(day: CalendarDay): string {
  return formatWeekdayName(day).charAt(0).toUpperCase();
}

/** `novembro de 2026`. */
export function formatMonth(day: CalendarDay): string {
  return `${monthOf(day)} de ${day.slice(0, 4)}`;
}

/** `quinta-feira, 19 de novembro de 2026`. */
export function formatFullDay(day: CalendarDay): string {
  return `${formatLongWeekday(day)} de ${day.slice(0, 4)}`;
}

/** The reader's zone and present moment. */
export type Here = { readonly today: CalendarDay; readonly zone: string };

/** `14:32`. `at` is epoch milliseconds or an ISO instant. */
export function formatTime(at: number | string, zone: string): string {
  return clockAt(msOf(at), zone);
}

/** `hoje às 09:12`, `ontem às 16:05`, `17/11 às 07:58`, `17/11/2025 às 07:58`. */
export function formatMoment(at: number | string, here: Here): string {
  return `${dayName(at, here)} às ${formatTime(at, here.zone)}`;
}

/** `hoje · 14:31`, `qui., 12 de nov. · 08:47`: the time of a message. */
export function formatStamp(at: number | string, here: Here): string {
  const day = dayAt(msOf(at), here.zone);
  const name =
    day === here.today ? 'hoje' : day.slice(0, 4) === here.today.slice(0, 4) ? formatWeekday(day) : formatDay(day);
  return `${name} · ${formatTime(at, here.zone)}`;
}

/** `hoje`, `ontem`, `17/11`, `17/11/2025`: the day an instant fell on. */
export function dayName(at: number | string, { today, zone }: Here): string {
  const day = dayAt(msOf(at), zone);
  if (day === today) return 'hoje';
  if (day === addDays(today, -1)) return 'ontem';
  return day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : formatDay(day);
}

/** `Sexta-feira`: the first letter as a capital. */
export function capitalized(words: string): string {
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}

/** `412 KB`, `1,8 MB`, `2,1 GB`, `90 bytes`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${numberText(bytes / 1_000_000, { maximumFractionDigits: 1 })} MB`;
  return `${numberText(bytes / 1_000_000_000, { maximumFractionDigits: 1 })} GB`;
}

const monthOf = (day: CalendarDay): string => monthText(Number(day.slice(5, 7)));

function msOf(at: number | string): number {
  return typeof at === 'number' ? at : Date.parse(at);
}
