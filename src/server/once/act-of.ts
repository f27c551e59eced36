// Which writes are acts of administration, and what is noted of them (S229): what was done to which
// rows, and the names of the fields that changed.

import type { ChangeStamp } from './change-counter.ts';
import type { SecurityEvent } from '../reporting/log-events.ts';
import type { SecurityFacts } from '../reporting/security-log.ts';
import type { AccessNote } from '../accesses/record-access.ts';

/** The rows that a write changed, and the security events that it noted. */
type Doing = {
  readonly touched: ChangeStamp['touched'];
  readonly told: readonly (readonly [event: SecurityEvent, facts: Omit<SecurityFacts, 'user'>])[];
};

/**
 * Types of writes that are no acts: the history of the document tells them, or they are records of
 * accesses themselves.
 */
const NO_ACT: ReadonlySet<string> = new Set([
  'create-document',
  'respond',
  'complete-document',
  'reopen-document',
  'reassign-document',
  'record-view',
  'record-accesses',
]);

/** The table whose rows a write changes, by the noun in its type (`import-users`: users). */
const TABLES: Readonly<Record<string, keyof ChangeStamp['touched']>> = {
  user: 'users',
  users: 'users',
  profile: 'users',
  organization: 'organizations',
  organizations: 'organizations',
  'document-subject': 'document_subjects',
  document_subjects: 'document_subjects',
  model: 'models',
  models: 'models',
  alert: 'alerts',
  alerts: 'alerts',
  holiday: 'holidays',
  holidays: 'holidays',
  tenant: 'tenants',
};

/** Fields of a request that the note leaves out: they never change, or are no fields of the row. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'based_on',
  'table',
  'field',
  'file',
  'conference',
  'invite',
]);

/** The note of a write for the audit; null for a write that is no act. */
export function actOf(
  write: { readonly type: string; readonly fields: unknown },
  { touched, told }: Doing,
): AccessNote | null {
  if (NO_ACT.has(write.type)) return null;
  const noun = write.type.slice(write.type.indexOf('-') + 1);
  const table = TABLES[noun];
  if (table === undefined) throw new Error(`the write ${write.type} does not say whether it is an act`);
  const words = told.flatMap(([event, { fields = [], reason }]) => [
    ...fields,
    ...(event === 'session_expired' || reason === undefined ? [] : [reason]),
  ]);
  return {
    kind: 'act',
    act: write.type,
    about: touched[table] ?? [],
    fields: [...new Set([...namesOf(write.fields), ...words])],
  };
}

function namesOf(fields: unknown): string[] {
  if (typeof fields !== 'object' || fields === null) return [];
  const { status } = fields as { readonly status?: unknown };
  const names = Object.entries(fields).filter(([name, value]) => value !== undefined && !NO_FIELDS.has(name));
  return names.map(([name]) => (name === 'status' && typeof status === 'string' ? `status:${status}` : name));
}
