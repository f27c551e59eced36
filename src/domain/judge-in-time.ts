// Work done in time counts in time (rule A4): one mechanism for every decide… function.

import type { CalendarDay } from './dates.ts';
import type { Decision } from './refusals.ts';

type Judgement<Changes> = {
  readonly decision: Decision<Changes>;
  /**
   * The calendar day for which the decision was made: earlier than `today` when only the delay
   * spoke against the command.
   */
  readonly judgedOn: CalendarDay;
};

/**
 * Decides as of `today`. A refusal is decided again as of `performedOn`: the day is all that
 * differs, so a command that is accepted then was refused because of the days between.
 * `performedOn` is null when the device's clock was not believed; only this grace is lost then.
 */
export function judgeInTime<Changes>(
  decide: (today: CalendarDay) => Decision<Changes>,
  days: { today: CalendarDay; performedOn: CalendarDay | null },
): Judgement<Changes> {
  const decision = decide(days.today);
  const performedOn = days.performedOn ?? days.today;
  if (decision.kind !== 'refused' || performedOn >= days.today) return { decision, judgedOn: days.today };
  const inTime = decide(performedOn);
  return inTime.kind === 'accepted' ? { decision: inTime, judgedOn: performedOn } : { decision, judgedOn: days.today };
}

/**
 * A pause up to this long does not end a contact: a device in use sends a request at least this
 * often.
 */
const PAUSE_MS = 15 * 60_000;
/** A contact of this length is long enough for a device to send all acts that waited on it. */
const LONG_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The contacts of one login with the server (rule A4, S157), in epoch milliseconds; null while
 * there was none. `at`: the last contact. `from`: where the present unbroken contact began.
 * `settledUntil`: work done up to then counts as done when it arrives, because the device would
 * have sent it.
 */
export type Contact = {
  readonly at: number | null;
  readonly from: number | null;
  readonly settledUntil: number | null;
};

/**
 * Adds a contact at `now`; null when the last one is less than a minute old, so that nothing is
 * stored.
 */
export function inContact(before: Contact, now: number): Contact | null {
  if (before.at !== null && now - before.at < MINUTE_MS) return null;
  const goesOn = before.at !== null && before.from !== null && now - before.at <= PAUSE_MS;
  const from = goesOn && before.from !== null ? before.from : now;
  const settled = now - from >= LONG_MS ? now - LONG_MS : null;
  return { at: now, from, settledUntil: latest(settled, before.settledUntil) };
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
