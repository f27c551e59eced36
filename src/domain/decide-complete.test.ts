import { describe, expect, it } from 'vitest';
import { decideComplete } from './decide-complete.ts';
import { decideReopen } from './decide-reopen.ts';
import type { DocumentState } from './document-state.ts';
import { judgeInTime } from './judge-in-time.ts';

const TODAY = '2026-11-20';
const LIMIT = '2026-11-25';
const CREATOR = 1;
const RESPONSIBLE = 2;
const COLLEAGUE = 4;
const open: DocumentState = {
  storedStatus: 'extended',
  limitDate: LIMIT,
  createdBy: CREATOR,
  responsibleIds: [RESPONSIBLE],
  responsibleIdsEver: [RESPONSIBLE],
  completedBy: null,
  seenByResponsible: true,
};
const overdue = { ...open, limitDate: '2026-11-19' };
const completed: DocumentState = { ...open, storedStatus: 'completed', completedBy: CREATOR };
const summary = (decision: ReturnType<typeof decideComplete> | ReturnType<typeof decideReopen>) =>
  decision.kind === 'refused'
    ? decision.refusals[0].code
    : decision.kind === 'accepted'
      ? (decision.note ?? 'accepted')
      : decision.code;

describe('complete (rules A1, A3, A6, E6)', () => {
  it.each([
    ['creator', open, CREATOR, null, 'accepted'],
    ['responsible', open, RESPONSIBLE, LIMIT, 'accepted'],
    ['someone else', open, COLLEAGUE, null, 'not_allowed'],
    ['another date', open, CREATOR, '2026-12-01', 'limit_date_differs'],
    ['overdue', overdue, CREATOR, null, 'document_overdue'],
    ['overdue, someone else', overdue, COLLEAGUE, null, 'not_allowed'],
    ['already completed', completed, RESPONSIBLE, null, 'already_completed'],
    ['already completed, someone else', completed, COLLEAGUE, null, 'not_allowed'],
  ] as const)('%s', (_name, document, userId, limitDate, expected) => {
    expect(summary(decideComplete(document, { userId, today: TODAY, limitDate }))).toBe(expected);
  });
  it('a second completion keeps who completed first', () => {
    expect(decideComplete(completed, { userId: RESPONSIBLE, today: TODAY, limitDate: null })).toMatchObject({
      changes: { completedBy: CREATOR },
    });
  });
});

describe('reopen (rules A7, E6)', () => {
  const passed: DocumentState = { ...completed, limitDate: '2026-11-01' };
  it.each([
    ['completed, date not passed', completed, CREATOR, null, 'accepted'],
    ['completed, new date', completed, CREATOR, '2026-12-24', 'accepted'],
    ['completed, date passed, none given', passed, CREATOR, null, 'required'],
    ['completed, date passed, yesterday', passed, CREATOR, '2026-11-19', 'limit_date_before_today'],
    ['completed, date passed, today', passed, CREATOR, TODAY, 'accepted'],
    ['overdue, none given', overdue, RESPONSIBLE, null, 'required'],
    ['overdue, later', overdue, RESPONSIBLE, '2026-11-30', 'accepted'],
    ['someone else', completed, COLLEAGUE, null, 'not_allowed'],
    ['already open', open, CREATOR, null, 'already_open'],
    ['already open, someone else', open, COLLEAGUE, null, 'not_allowed'],
  ] as const)('%s', (_name, document, userId, limitDate, expected) => {
    expect(summary(decideReopen(document, { userId, today: TODAY, limitDate }))).toBe(expected);
  });
  it('always ends under review', () => {
    expect(decideReopen(overdue, { userId: CREATOR, today: TODAY, limitDate: '2026-12-01' })).toMatchObject({
      changes: { storedStatus: 'under_review', limitDate: '2026-12-01' },
    });
  });
});

describe('work done in time counts in time (rule A4)', () => {
  const complete = (document: DocumentState, performedOn: string | null, userId = CREATOR) =>
    judgeInTime((today) => decideComplete(document, { userId, today, limitDate: null }), { today: TODAY, performedOn });

  it('done on the last day, received the next morning', () => {
    expect(complete(overdue, '2026-11-19')).toMatchObject({ decision: { kind: 'accepted' }, judgedOn: '2026-11-19' });
  });
  it('done after the limit date', () => {
    expect(complete(overdue, '2026-11-20').decision.kind).toBe('refused');
  });
  it('a clock that can not be believed loses the grace', () => {
    expect(complete(overdue, null).decision.kind).toBe('refused');
  });
  it('does not help where something else stands against it', () => {
    expect(summary(complete(overdue, '2026-11-19', COLLEAGUE).decision)).toBe('not_allowed');
  });
  it('is not needed for what is in time', () => {
    expect(complete(open, '2026-11-19')).toMatchObject({ decision: { kind: 'accepted' }, judgedOn: TODAY });
  });
});
