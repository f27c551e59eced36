// Forms of moments that only threads and histories use; the common ones are in format.ts.

import { dayAt } from '#domain/dates.ts';
import { dayName, formatStamp, formatTime, formatWeekday, type Here } from './format.ts';

/**
 * In narrow threads: `hoje · 14:31`, `17/11 · 15:20`. `at` is epoch milliseconds or an ISO instant.
 */
export function narrowStamp(at: number | string, here: Here): string {
  return `${dayName(at, here)} · ${formatTime(at, here.zone)}`;
}

/** Heading of a day in the history: `Hoje`, `Ontem`, `Qui., 12 de nov.`, `19/11/2025`. */
export function dayHeading(at: number | string, here: Here): string {
  const near = dayName(at, here);
  const sameYear = formatStamp(at, here).includes(',');
  const isNamed = near === 'hoje' || near === 'ontem';
  const day = dayAt(typeof at === 'number' ? at : Date.parse(at), here.zone);
  const words = isNamed || !sameYear ? near : formatWeekday(day);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Both times of what was done without a connection: `feito às 16:00, recebido 21/11 08:12` (rule
 * A4).
 */
export function doneAndReceived(times: { doneAt: string; receivedAt: string }, here: Here): string {
  const { doneAt, receivedAt } = times;
  const received = `${dayName(receivedAt, here)} ${formatTime(receivedAt, here.zone)}`;
  return `feito às ${formatTime(doneAt, here.zone)}, recebido ${received}`;
}
