// Finds out by requests which optional parts a server offers beyond the product's own calls. A
// server that claims to keep keys must keep them: every case about keys then runs, however the
// server behaves.

import { randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import * as v from 'valibot';
import { hasNoCall } from './broken.ts';
import type { Offer } from './offers.ts';
import { solution } from './person.ts';
import { change, keyed, newDocument, seen, textsOf, type People } from './town.ts';

type Findings = {
  readonly offers: ReadonlySet<Offer>;
  /** How the kit found out about keys. */
  readonly aboutKeys: string;
};

const WithReceipt = v.looseObject({ receipt: v.looseObject({ key: v.string() }) });

/**
 * Sends the requests, and creates a document for them. @throws Broken when the server does not let
 * the first person create one.
 */
export async function findOffers(people: People): Promise<Findings> {
  const { first, second, outsider } = people;
  const offers = new Set<Offer>();
  if (outsider !== null) offers.add('another tenant');
  if ((await solution(first)) !== null) offers.add('human check');
  if (!hasNoCall(await first.call({ path: `${PATHS.changes}?limit=1` }))) offers.add('feed');

  const key = randomUUID();
  const document = await newDocument(people);
  const write = keyed(change(document, { content: 'Uma ou duas vezes?' }), key);
  const [once, again] = [await second.call(write), await second.call(write)];
  const receipt = await second.call({ path: PATHS.receipt(key) });
  const description = await first.call({ path: '/api/openapi.json' });
  const isDescribed = description.json !== null && description.text.includes(HEADERS.idempotencyKey);
  const claims: readonly (readonly [boolean, string])[] = [
    // Devices send keys to every server with a feed (S106).
    [offers.has('feed'), 'it has a feed'],
    [v.is(WithReceipt, once.json), 'a write is answered with a receipt'],
    [receipt.status === 200 && receipt.json !== null, 'it gives a receipt when asked for one'],
    [isDescribed, `its description names ${HEADERS.idempotencyKey}`],
  ];
  const claim = claims.find(([isMade]) => isMade)?.[1];
  if (claim !== undefined) {
    for (const one of ['keys', 'receipts', 'authors', 'bases'] as const) offers.add(one);
    return { offers, aboutKeys: `It says that it keeps keys: ${claim}.` };
  }
  if (again.header(HEADERS.replayed) !== null) {
    offers.add('keys');
    return { offers, aboutKeys: 'It says that it keeps keys: it marks a repetition as a replay.' };
  }
  if (textsOf(await seen(first, document)).length === 1) {
    offers.add('keys');
    return { offers, aboutKeys: 'It says nothing of keys and keeps them: a repeated write had one effect.' };
  }
  return { offers, aboutKeys: 'It neither says that it keeps keys nor does: a repeated write had two effects.' };
}
