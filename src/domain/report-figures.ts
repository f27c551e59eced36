// The numbers of reports that follow from the history (S236). Apart from all else of reports,
// because the address of every list may name one.

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
