// Which constraint a failed statement violated. The driver's error is the cause of the query builder's error.

/** True when `error` is a unique violation on `table`. */
export function isUniqueViolation(error: unknown, table: string): boolean {
  const fault = databaseFaultOf(error);
  return fault?.code === '23505' && fault.table === table;
}

type DatabaseFault = { readonly code?: unknown; readonly table?: unknown; readonly constraint?: unknown };

function databaseFaultOf(error: unknown): DatabaseFault | null {
  let current: unknown = error;
  while (current instanceof Error) {
    if ('code' in current && 'table' in current) return current;
    current = current.cause;
  }
  return null;
}
