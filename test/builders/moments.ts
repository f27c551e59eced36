// The day on which all tests of the device take place: a Friday, 11:00 in São Paulo.

export const NOW = '2026-11-20T14:00:00.000Z';
export const NOW_MS = Date.parse(NOW);
export const TODAY = '2026-11-20';
export const ZONE = 'America/Sao_Paulo';

/** An instant `minutes` after NOW (before, when negative). */
export function minutesFromNow(minutes: number): string {
  return new Date(NOW_MS + minutes * 60_000).toISOString();
}
