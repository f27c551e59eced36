import { dayAt } from '#domain/dates.ts';
import { dayName, formatStamp, formatTime, formatWeekday, type Here } from './format.ts';
import type { Network } from '#mirror/questions/connection.ts';

/**
 * A moment in narrow threads: `hoje · 14:31`, `17/11 · 15:20`. `at` is epoch milliseconds or an ISO
 * instant.
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
 * Both times of an act that was done without a connection: `feito às 16:00, recebido 21/11 08:12`
 * (rule A4).
 */
export function doneAndReceived(times: { doneAt: string; receivedAt: string }, here: Here): string {
  const { doneAt, receivedAt } = times;
  const received = `${dayName(receivedAt, here)} ${formatTime(receivedAt, here.zone)}`;
  return `feito às ${formatTime(doneAt, here.zone)}, recebido ${received}`;
}

// How current the data on screen are (src/app/experience.md, experience P2): their time, and
// whether there is a connection.

const WORDS: Record<Exclude<Network, 'ok'>, string> = {
  offline: 'sem conexão',
  portal: 'sem conexão',
  unstable: 'conexão instável',
};

/**
 * `Atualizado às 14:32`. Without a connection, also behind a captive portal: `Dados de hoje, 13:58
 * — sem conexão`. Null before the first pull.
 */
export function freshnessText(state: { refreshedAtMs: number | null; network: Network }, here: Here): string | null {
  const { refreshedAtMs, network } = state;
  if (refreshedAtMs === null) return null;
  const time = formatTime(refreshedAtMs, here.zone);
  if (network !== 'ok') return `Dados de ${dayName(refreshedAtMs, here)}, ${time} — ${WORDS[network]}`;
  const isToday = dayAt(refreshedAtMs, here.zone) === here.today;
  return isToday ? `Atualizado às ${time}` : `Atualizado ${dayName(refreshedAtMs, here)} às ${time}`;
}
