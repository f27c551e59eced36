// When a device was in contact for so long that it would have sent what waited on it (rule A4,
// S157).

/** A pause that does not end a contact: a device that is used asks at least this often. */
const PAUSE_MS = 15 * 60_000;
/** A contact that went on for so long after an act would have brought it. */
const LONG_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

/** What is known of the contacts of one login, as epoch milliseconds. */
export type Contact = {
  readonly at: number | null;
  readonly from: number | null;
  readonly settledUntil: number | null;
};

/** The contacts with the one of this moment; null when there is nothing new to keep. */
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
