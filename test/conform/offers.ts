// What a server may offer beyond the product's own calls. It need not have any of it.

/** What is missing where a server does not offer it, in the words of a verdict. */
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
