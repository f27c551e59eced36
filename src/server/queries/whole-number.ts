import { sql, type SQL } from 'drizzle-orm';

/**
 * A whole number written into the statement instead of passed as a parameter, for LIMIT. For a
 * parameter the planner must assume any value: it finds the prepared plan too expensive and plans
 * anew each time (12 ms for a list that takes 2 ms to run).
 */
export function wholeNumber(whole: number): SQL {
  if (!Number.isSafeInteger(whole)) throw new Error('only whole numbers are written into statements');
  return sql.raw(String(whole));
}
