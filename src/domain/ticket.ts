// The ticket: the tenant's acronym followed by the number padded to 3 digits (rule C5). The gap on
// screen is made by CSS.

import { acronymOf } from './text.ts';

const TICKET_DIGITS = 3;

/** `PMVI042`; longer from 1000 on. */
export function ticketOf(acronym: string, number: number): string {
  return acronym + paddedNumber(number);
}

/** `042`, as in 'Ofício Nº 042' (rule C7). */
export function paddedNumber(number: number): string {
  return String(number).padStart(TICKET_DIGITS, '0');
}

/** The number that `PMVI042`, `PMVI-042`, `PMVI 042` or `42` names; null for any other text. */
export function parseTicket(text: string, acronym: string): number | null {
  const trimmed = acronymOf(text);
  const own = acronymOf(acronym);
  const named = trimmed.toLowerCase().startsWith(own.toLowerCase());
  const digits = named ? trimmed.slice(own.length).replace(/^[-\s]+/, '') : trimmed;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/**
 * The short code of a document that was made on a device and is not registered yet, for the paper
 * note (rule C6): `L-7F3A`, the end of the command's UUID.
 */
export function localCodeOf(commandId: string): string {
  return `L-${commandId.slice(-4).toUpperCase()}`;
}
