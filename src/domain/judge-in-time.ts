// Work done in time counts in time (rule A4): one mechanism for every decide… function.

import type { CalendarDay } from './dates.ts';
import type { Decision, RefusalCode } from './refusals.ts';

/** The refusals that the mere passing of days can cause. */
const CAUSED_BY_DELAY: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'document_overdue',
  'limit_date_before_today',
  'exception_required',
]);

export type Judgement<Changes> = {
  readonly decision: Decision<Changes>;
  /**
   * The calendar day for which the decision was made: earlier than `today` when only the delay
   * spoke against the command.
   */
  readonly judgedOn: CalendarDay;
};

/**
 * Decides as of `today`. If only the days between `performedOn` and `today` stand against the
 * command, decides as of `performedOn`. `performedOn` is null when the device's clock was not
 * believed; only this grace is lost then.
 */
export function judgeInTime<Changes>(
  decide: (today: CalendarDay) => Decision<Changes>,
  days: { today: CalendarDay; performedOn: CalendarDay | null },
): Judgement<Changes> {
  const decision = decide(days.today);
  const performedOn = days.performedOn ?? days.today;
  const late =
    decision.kind === 'refused' &&
    performedOn < days.today &&
    decision.refusals.every((refusal) => CAUSED_BY_DELAY.has(refusal.code));
  if (!late) return { decision, judgedOn: days.today };
  const inTime = decide(performedOn);
  return inTime.kind === 'accepted' ? { decision: inTime, judgedOn: performedOn } : { decision, judgedOn: days.today };
}
