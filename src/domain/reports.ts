// Which reports there are, and whose numbers a person reads (S236).

import type { Permission } from './permissions.ts';

export const REPORTS = ['deadlines', 'times', 'load', 'exceptions', 'extensions'] as const;
export type Report = (typeof REPORTS)[number];

/**
 * The periods that are offered: this month, last month, this year, and days that the person
 * chooses.
 */
export const PERIODS = ['mes', 'passado', 'ano', 'outro'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const REPORT_YEARS_MAX = 5;

type Reader = {
  readonly superAdmin: boolean;
  readonly organizationId: number | null;
  readonly may: (permission: Permission) => boolean;
};

/**
 * The sector whose numbers the person reads; `all` for a person who oversees the whole
 * organization, null for one without a sector.
 */
export function reportsReadBy({ superAdmin, organizationId, may }: Reader): 'all' | number | null {
  return superAdmin || may('read_audit') ? 'all' : organizationId;
}

/** Figures of single people are for the manager of their own sector alone. */
export function readsOfPeople(reader: Reader): boolean {
  const { organizationId, may } = reader;
  return organizationId !== null && reportsReadBy(reader) === organizationId && may('reassign_documents');
}
