// Finds documents by a part of their ticket, from their numbers alone.

import { fold } from './search.ts';
import { paddedNumber, ticketOf } from './ticket.ts';

/**
 * Returns a test of whether the ticket of a number contains the folded word; null when no ticket
 * can contain it. With it a device that knows the number of each document need not store its
 * ticket.
 */
export function numbersWithTicket(token: string, acronym: string): ((number: number) => boolean) | null {
  const before = fold(ticketOf(acronym, 0)).slice(0, -paddedNumber(0).length);
  if (before.includes(token)) return () => true;
  const letters = [...token].findLastIndex((sign) => !'0123456789'.includes(sign)) + 1;
  const heads = Array.from(token.slice(letters), (_digit, at) => token.slice(0, letters + at));
  if (!heads.some((head) => before.endsWith(head))) return null;
  return (number) => (before + paddedNumber(number)).includes(token);
}
