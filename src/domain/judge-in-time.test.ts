import { describe, expect, it } from 'vitest';
import { accept, refuse, refuseAll, type Decision, type RefusalCode } from './refusals.ts';
import { judgeInTime } from './judge-in-time.ts';
import { COLLEAGUE, CREATOR, OPEN, OVERDUE, RESPONSIBLE, TODAY, YESTERDAY } from '../../test/builders/build-state.ts';
import { decideComplete, decideReopen } from './decide-complete.ts';
import { decideRespond, type RespondIntent } from './decide-respond.ts';
import type { DocumentState } from './document-state.ts';

describe('a completion done in time counts in time (rule A4)', () => {
  const complete = (document: DocumentState, performedOn: string | null, userId = CREATOR) =>
    judgeInTime((today) => decideComplete(document, { userId, today, limitDate: null, basedOn: null }), {
      today: TODAY,
      performedOn,
    });

  it.each([
    ['done on the last day, received the next morning', OVERDUE, YESTERDAY, CREATOR, 'accepted', YESTERDAY],
    ['done after the limit date', OVERDUE, TODAY, CREATOR, 'document_overdue', TODAY],
    ['by a clock that is not believed', OVERDUE, null, CREATOR, 'document_overdue', TODAY],
    ['refused for something else than lateness', OVERDUE, YESTERDAY, COLLEAGUE, 'not_allowed', TODAY],
    ['in time anyway', OPEN, YESTERDAY, CREATOR, 'accepted', TODAY],
  ] as const)('%s', (_name, document, performedOn, userId, result, judgedOn) => {
    const judged = complete(document, performedOn, userId);
    const { decision } = judged;
    expect(decision.kind === 'refused' ? decision.refusals[0].code : decision.kind).toBe(result);
    expect(judged.judgedOn).toBe(judgedOn);
  });
});

describe('other work done on the last day counts in time (rule A4)', () => {
  const bruna = { id: 7, active: true, organizationId: 70 };
  const nothing = { hasText: false, filesCount: 0, limitDate: null, responsibles: null, organizationIds: [] };
  const respond = (document: DocumentState, performedOn: string, more: Partial<RespondIntent>) =>
    judgeInTime(
      (today) => decideRespond(document, { userId: RESPONSIBLE, basedOn: null, today, ...nothing, ...more }),
      { today: TODAY, performedOn },
    );
  const reopen = (document: DocumentState, performedOn: string) =>
    judgeInTime((today) => decideReopen(document, { userId: CREATOR, today, limitDate: null }), {
      today: TODAY,
      performedOn,
    });

  it.each([
    ['a transfer by the responsible', { responsibles: [bruna] }],
    ['a transfer with text', { responsibles: [bruna], hasText: true }],
    ['a transfer with a later date', { responsibles: [bruna], limitDate: '2026-11-21' }],
  ])('%s', (_name, more) => {
    expect(respond(OVERDUE, YESTERDAY, more)).toMatchObject({ decision: { kind: 'accepted' }, judgedOn: YESTERDAY });
    expect(respond(OVERDUE, TODAY, more).decision.kind).toBe('refused');
  });

  it('a reopening that left the date as it was', () => {
    const completed = { ...OVERDUE, storedStatus: 'completed', completedBy: CREATOR } as const;
    expect(reopen(completed, YESTERDAY)).toMatchObject({ decision: { kind: 'accepted' }, judgedOn: YESTERDAY });
    expect(reopen(completed, TODAY).decision).toMatchObject({ refusals: [{ code: 'required' }] });
  });
});

describe('only what the passing of days brings about is forgiven (rule A4)', () => {
  /** Refused today with `codes`, and as `then` says on the day it was done. */
  const judge = (codes: readonly RefusalCode[], then: Decision<string>) =>
    judgeInTime<string>(
      (today) => (today === TODAY ? (refuseAll(codes.map((code) => ({ code, field: null }))) ?? accept('now')) : then),
      { today: TODAY, performedOn: YESTERDAY },
    );

  it.each<[string, RefusalCode[], Decision<string>, string]>([
    ['a date that has passed since', ['document_overdue'], accept('then'), YESTERDAY],
    ['a limit date that was today’s or later', ['limit_date_before_today'], accept('then'), YESTERDAY],
    ['a window that has closed since', ['exception_required'], accept('then'), YESTERDAY],
    [
      'all three together',
      ['document_overdue', 'limit_date_before_today', 'exception_required'],
      accept('t'),
      YESTERDAY,
    ],
    ['a right that ended with the day', ['not_allowed'], accept('then'), YESTERDAY],
    ['not where it was refused on the day itself', ['document_overdue'], refuse('not_allowed'), TODAY],
    ['not where it is a conflict', ['document_overdue'], { kind: 'conflict', code: 'completed_meanwhile' }, TODAY],
  ])('%s', (_name, codes, then, judgedOn) => {
    const judged = judge(codes, then);
    expect(judged.judgedOn).toBe(judgedOn);
    expect(judged.decision.kind).toBe(judgedOn === TODAY ? 'refused' : 'accepted');
  });

  it('a conflict today is not asked of the day it was done', () => {
    const judged = judgeInTime<string>(() => ({ kind: 'conflict', code: 'responsible_changed' }), {
      today: TODAY,
      performedOn: YESTERDAY,
    });
    expect(judged).toEqual({ decision: { kind: 'conflict', code: 'responsible_changed' }, judgedOn: TODAY });
  });

  it('a day after today is not asked', () => {
    const decide = (today: string) => (today === TODAY ? refuse('document_overdue') : accept('later'));
    const judged = judgeInTime<string>(decide, { today: TODAY, performedOn: '2099-01-01' });
    expect(judged).toEqual({ decision: refuse('document_overdue'), judgedOn: TODAY });
  });
});
