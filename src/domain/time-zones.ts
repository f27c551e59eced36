// The zones of Brazil, that of Brasília first. A tenant elsewhere gets its zone by command.

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
 * Written as `Area/City`: other notations mean a zone to one side and something else, or nothing,
 * to another.
 */
const WRITTEN = /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+){1,2}$/;

/** Whether days can be counted in this zone here. */
export function isTimeZone(zone: string): boolean {
  if (!WRITTEN.test(zone)) return false;
  try {
    dayAt(0, zone);
    return true;
  } catch {
    return false;
  }
}
