// bigint columns are ids and counters below 2^53 (default 4), so they are numbers everywhere, not
// strings. Days and instants stay the text that PostgreSQL writes: a day is never a Date (rule
// A10). This is a module of its own because the driver's parsers are global.

import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const { DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint column holds ${text}, which is no safe integer`);
  return value;
}

/**
 * Makes the driver answer int8 and int8[] as numbers, and dates and timestamps as text. Calling it
 * again changes nothing.
 */
export function registerPgTypes(): void {
  pg.types.setTypeParser(INT8, toNumber);
  pg.types.setTypeParser(INT8_ARRAY as never, (text: string) =>
    text.slice(1, -1).split(',').filter(Boolean).map(toNumber),
  );
  for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ]) pg.types.setTypeParser(type, (text) => text);
}
