import { describe, expect, it } from 'vitest';
import {
  buildState,
  COLLEAGUE,
  COMPLETED,
  COMPLETER,
  CREATOR,
  FORMER,
  LIMIT,
  OPEN,
  OVERDUE,
  RESPONSIBLE,
  TODAY,
  YESTERDAY,
} from '../../test/builders/build-state.ts';
import { decideReopen } from './decide-complete.ts';
import type { DocumentState } from './document-state.ts';

const LATER = '2026-12-24';
const passed = buildState({ storedStatus: 'completed', completedBy: COMPLETER, limitDate: '2026-11-01' });
/** Completed once, reopened since. */
const reopened = buildState({ storedStatus: 'under_review', completedBy: COMPLETER });

const decide = (document: DocumentState, asked: { userId: number; limitDate?: string | null }) =>
  decideReopen(document, { today: TODAY, limitDate: null, ...asked });

describe('a reopening ends under review, with the date asked for or the one that stands (rules A7, E6)', () => {
  it.each([
    ['a completed document whose date has not passed', COMPLETED, CREATOR, null, LIMIT],
    ['a completed document, with a new date', COMPLETED, CREATOR, LATER, LATER],
    ['a completed document, with an earlier date from today on', COMPLETED, CREATOR, TODAY, TODAY],
    ['a completed document, by its responsible', COMPLETED, RESPONSIBLE, null, LIMIT],
    ['a completed document, by the person who completed it', COMPLETED, COMPLETER, null, LIMIT],
    ['a completed document whose date is today', { ...COMPLETED, limitDate: TODAY }, CREATOR, null, TODAY],
    ['a completed document whose date has passed, with today', passed, CREATOR, TODAY, TODAY],
    ['an overdue document, by its creator', OVERDUE, CREATOR, LATER, LATER],
    ['an overdue document, by its responsible', OVERDUE, RESPONSIBLE, LATER, LATER],
  ] as const)('of %s', (_name, document, userId, asked, limitDate) => {
    expect(decide(document, { userId, limitDate: asked })).toEqual({
      kind: 'accepted',
      note: null,
      changes: { storedStatus: 'under_review', limitDate },
    });
  });
});

describe('a reopening is refused (rule A7)', () => {
  it.each([
    ['to a colleague, of a completed document', COMPLETED, COLLEAGUE, null, 'not_allowed', null],
    ['to a former responsible, of a completed document', COMPLETED, FORMER, null, 'not_allowed', null],
    ['to a colleague, of an overdue document, whatever the date', OVERDUE, COLLEAGUE, LATER, 'not_allowed', null],
    ['to a colleague, of an open document', OPEN, COLLEAGUE, null, 'not_allowed', null],
    ['without a date, when the date of a completed one has passed', passed, CREATOR, null, 'required', 'limit_date'],
    ['without a date, when the document is overdue', OVERDUE, RESPONSIBLE, null, 'required', 'limit_date'],
    ['with yesterday, where the date has passed', passed, CREATOR, YESTERDAY, 'limit_date_before_today', 'limit_date'],
    ['with yesterday, where it has not', COMPLETED, CREATOR, YESTERDAY, 'limit_date_before_today', 'limit_date'],
  ] as const)('a reopening is refused %s', (_name, document, userId, limitDate, code, field) => {
    expect(decide(document, { userId, limitDate })).toEqual({ kind: 'refused', refusals: [{ code, field }] });
  });
});

describe('a reopening of an open document changes nothing and says so (rule E6)', () => {
  it.each([
    ['its creator', OPEN, CREATOR],
    ['its responsible', OPEN, RESPONSIBLE],
    ['a former responsible', OPEN, FORMER],
    ['the person who completed it before', reopened, COMPLETER],
  ] as const)('to %s', (_name, document, userId) => {
    const { storedStatus, limitDate } = document;
    expect(decide(document, { userId, limitDate: LATER })).toEqual({
      kind: 'accepted',
      note: 'already_open',
      changes: { storedStatus, limitDate },
    });
  });
});
