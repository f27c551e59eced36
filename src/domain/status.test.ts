import { describe, expect, it } from 'vitest';
import {
  afterReview,
  isOpen,
  matchesStatusFilter,
  statusAt,
  STATUSES,
  STORED_STATUSES,
  type Status,
} from './status.ts';
import { STATUS_CASES } from '../../test/builders/status-cases.ts';

describe('statusAt (rules A1, A2)', () => {
  it.each(STATUS_CASES)(
    '$storedStatus due $limitDate on $today is $status',
    ({ storedStatus, limitDate, today, status }) => {
      expect(statusAt({ storedStatus, limitDate }, today)).toBe(status);
    },
  );

  it('covers every stored status on, before and after the limit date', () => {
    expect(STATUS_CASES.length).toBeGreaterThanOrEqual(STORED_STATUSES.length * 3);
  });
});

describe('open', () => {
  it.each<[Status, boolean]>([
    ['pending', true],
    ['under_review', true],
    ['extended', true],
    ['overdue', false],
    ['completed', false],
  ])('%s: %s', (status, open) => {
    expect(isOpen(status)).toBe(open);
  });
});

describe('filters (rule A5)', () => {
  it('sent holds everything, so it equals the sum of the other five', () => {
    for (const status of STATUSES) expect(matchesStatusFilter({ status, isException: false }, 'sent')).toBe(true);
  });
  it('exception is a flag beside the status', () => {
    expect(matchesStatusFilter({ status: 'overdue', isException: true }, 'exception')).toBe(true);
    expect(matchesStatusFilter({ status: 'overdue', isException: false }, 'exception')).toBe(false);
    expect(matchesStatusFilter({ status: 'overdue', isException: true }, 'overdue')).toBe(true);
    expect(matchesStatusFilter({ status: 'overdue', isException: true }, 'pending')).toBe(false);
  });
});

describe('stored status once it is under way', () => {
  it.each([
    ['pending', '2026-11-20', 'under_review'],
    ['under_review', '2026-11-20', 'under_review'],
    ['extended', '2026-11-20', 'extended'],
    ['completed', '2026-11-20', 'completed'],
    ['pending', '2026-11-30', 'pending'],
  ] as const)('a view, interaction or transfer of %s on %s leaves %s', (storedStatus, today, after) => {
    expect(afterReview({ storedStatus, limitDate: '2026-11-25' }, today)).toBe(after);
  });
});
