// How fresh the data on screen are (src/app/experience.md, experience P2): their time, and whether
// there is a connection.

import { dayAt } from '#domain/dates.ts';
import type { Network } from '#mirror/questions/connection.ts';
import { dayName, formatTime, type Here } from './format.ts';

const WORDS: Record<Exclude<Network, 'ok'>, string> = {
  offline: 'sem conexão',
  portal: 'sem conexão',
  unstable: 'conexão instável',
};

/**
 * `Atualizado às 14:32`; without a connection `Dados de hoje, 13:58 — sem conexão`, also behind a
 * captive portal. Before the first pull: null.
 */
export function freshnessText(state: { refreshedAtMs: number | null; network: Network }, here: Here): string | null {
  const { refreshedAtMs, network } = state;
  if (refreshedAtMs === null) return null;
  const time = formatTime(refreshedAtMs, here.zone);
  if (network !== 'ok') return `Dados de ${dayName(refreshedAtMs, here)}, ${time} — ${WORDS[network]}`;
  const isToday = dayAt(refreshedAtMs, here.zone) === here.today;
  return isToday ? `Atualizado às ${time}` : `Atualizado ${dayName(refreshedAtMs, here)} às ${time}`;
}
