// The code of an invitation on paper: 16 characters that a person can type, without letters that
// look like digits.

import { randomInt } from 'node:crypto';

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE = /^\s*(?:[2-9a-hj-np-z]{4}-){3}[2-9a-hj-np-z]{4}\s*$/i;

/** A new code, `K7QM-2B4D-XW9F-3HTR`: 80 bits. */
export function newSlipCode(): string {
  const part = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

/** Whether it has the form of such a code, in capitals or not. */
export function isSlipCode(text: string): boolean {
  return CODE.test(text);
}
