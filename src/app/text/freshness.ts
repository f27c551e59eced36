// Honest freshness (experience P2): what is on screen is as of when, and whether there is a connection.

import { dayAt } from '#domain/dates.ts';
import { dayName, formatTime, type Here } from './format.ts';

/**
 * `Atualizado às 14:32`; without a connection `Dados de hoje, 13:58 — sem conexão`. Before the first pull: null.
 */
export function freshnessText(state: { refreshedAtMs: number | null; offline: boolean }, here: Here): string | null {
  const { refreshedAtMs, offline } = state;
  if (refreshedAtMs === null) return null;
  const time = formatTime(refreshedAtMs, here.zone);
  if (offline) return `Dados de ${dayName(refreshedAtMs, here)}, ${time} — sem conexão`;
  const isToday = dayAt(refreshedAtMs, here.zone) === here.today;
  return isToday ? `Atualizado às ${time}` : `Atualizado ${dayName(refreshedAtMs, here)} às ${time}`;
}
