import { expect, it } from 'vitest';
import type { Permission } from './permissions.ts';
import { readsOfPeople, reportsReadBy } from './reports.ts';

const reader = (organizationId: number | null, ...has: Permission[]) => ({
  superAdmin: false,
  organizationId,
  may: (permission: Permission) => has.includes(permission),
});

it.each([
  ['the manager of a sector', reader(7, 'reassign_documents'), { sector: 7, ofPeople: true }],
  ['a person of a sector', reader(7), { sector: 7, ofPeople: false }],
  ['an auditor', reader(7, 'read_audit', 'reassign_documents'), { sector: 'all', ofPeople: false }],
  ['a Super Admin', { ...reader(7, 'reassign_documents'), superAdmin: true }, { sector: 'all', ofPeople: false }],
  ['a manager without a sector', reader(null, 'reassign_documents'), { sector: null, ofPeople: false }],
  ['a person without a sector', reader(null), { sector: null, ofPeople: false }],
])('%s reads the numbers of their sector, and those of single people where they manage them', (_who, of, read) => {
  expect({ sector: reportsReadBy(of), ofPeople: readsOfPeople(of) }).toEqual(read);
});
