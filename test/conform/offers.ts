// Optional parts of a server beyond the product's own calls.

/** The words of a verdict for a part that a server does not offer. */
export const LACKING = {
  'human check': 'no human check',
  feed: 'no feed',
  keys: 'no keys',
  receipts: 'no receipts',
  authors: 'no named authors',
  bases: 'no based_on',
  'another tenant': 'no other tenant',
} as const;
export type Offer = keyof typeof LACKING;
