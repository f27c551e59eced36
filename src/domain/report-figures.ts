// The figures of reports that follow from the history (S236). The address of a list may name one,
// so lists load this file and need nothing else of reports.

/**
 * Sets of documents that follow from the history of a period of days. A list shows one of them, and
 * a report counts it.
 */
export const FIGURES = [
  'completed',
  'on_time',
  'on_original',
  'on_extended',
  'out_of_time',
  'seen',
  'unseen',
  'left',
  'extended',
  'extended_once',
  'extended_twice',
  'extended_more',
] as const;
export type Figure = (typeof FIGURES)[number];
