// The time zones of Brazil, that of Brasília first. A tenant elsewhere gets its zone from the
// operator (src/server/operating.md).

import { dayAt } from './dates.ts';

export const ZONES = [
  'America/Sao_Paulo',
  'America/Araguaina',
  'America/Bahia',
  'America/Belem',
  'America/Boa_Vista',
  'America/Campo_Grande',
  'America/Cuiaba',
  'America/Eirunepe',
  'America/Fortaleza',
  'America/Maceio',
  'America/Manaus',
  'America/Noronha',
  'America/Porto_Velho',
  'America/Recife',
  'America/Rio_Branco',
  'America/Santarem',
] as const;

/**
 * A zone written as `Area/City`. Device, server and database may read other notations differently,
 * or not at all.
 */
const WRITTEN = /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+){1,2}$/;

/** Whether this engine can count days in the zone. */
export function isTimeZone(zone: string): boolean {
  if (!WRITTEN.test(zone)) return false;
  try {
    dayAt(0, zone);
    return true;
  } catch {
    return false;
  }
}
