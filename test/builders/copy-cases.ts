import type { CopyFacts } from '#domain/bounded-copy.ts';
import { STORED_STATUSES } from '#domain/status.ts';

/**
 * The first instant of a bounded copy in the cases: midnight of 2024-11-20 in America/Sao_Paulo.
 */
export const COPY_SINCE = '2024-11-20T03:00:00.000Z';
export const COPY_SINCE_DAY = '2024-11-20';

const SINCE_MS = Date.parse(COPY_SINCE);
const YEAR_MS = 365 * 86_400_000;

/**
 * Creation and last activity around the first instant of the copy; a document is never created
 * after its last activity.
 */
const TIMES: readonly (readonly [created: number, moved: number, isRecent: boolean])[] = [
  [-5 * YEAR_MS, -5 * YEAR_MS, false],
  [-5 * YEAR_MS, -1, false],
  [-1, -1, false],
  [-5 * YEAR_MS, 0, true],
  [-1, 0, true],
  [-1, YEAR_MS, true],
  [0, 0, true],
  [0, 1, true],
  [YEAR_MS, YEAR_MS, true],
];

export type CopyCase = CopyFacts & { readonly isIn: boolean };

/** Every stored status with every order of creation, last activity and the copy's first instant. */
export const COPY_CASES: readonly CopyCase[] = STORED_STATUSES.flatMap((storedStatus) =>
  TIMES.map(([created, moved, isRecent]) => ({
    storedStatus,
    createdMs: SINCE_MS + created,
    lastActivityMs: SINCE_MS + moved,
    isIn: isRecent || storedStatus !== 'completed',
  })),
);
