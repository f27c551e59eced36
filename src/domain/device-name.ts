import { cutTo } from './cut-text.ts';
import { lineOf } from './text.ts';

/** Longest name of a shared tablet, in UTF-16 units. */
export const DEVICE_NAME_MAX = 60;

/**
 * The name that a person gives a shared tablet, as it is kept: one line, at most 60 units; empty
 * for none (S123).
 */
export function deviceNameOf(typed: string): string {
  return cutTo(lineOf(typed), DEVICE_NAME_MAX).trim();
}
