import * as v from 'valibot';
import { AuditPage } from './accesses.ts';

/** A page of the audit; null from a server that says something else. */
export function readAuditPage(json: unknown): AuditPage | null {
  const { success, output } = v.safeParse(AuditPage, json);
  return success ? output : null;
}
