// Asks a page that has just been opened for the list that a start shows, with and without the stored first page.

import { isDeepStrictEqual } from 'node:util';
import { addDays } from '#domain/dates.ts';
import { documentIndexOf } from '#mirror/questions/document-index.ts';
import { storedAnswer } from '#mirror/questions/first-page.ts';
import { askerOf } from '#mirror/questions/keep-first-page.ts';
import { listDocuments } from '#mirror/questions/list-documents.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { TODAY, ZONE } from '../builders/moments.ts';

/** The night falls between storing and reading. */
const DAYS = [0, 1, 7, 40].map((days) => addDays(TODAY, days));

/** `wrong`: where the stored page was used and answers otherwise than the list; null when it never does. `used`: how often it was. */
export async function firstPageDisagreement(name: string): Promise<{ wrong: string | null; used: number }> {
  const [cold, warm] = [new Mirror(name), new Mirror(name)];
  try {
    const session = await sessionOf(warm);
    if (session === undefined) return { wrong: null, used: 0 };
    await documentIndexOf(warm);
    const person = askerOf(session);
    let used = 0;
    for (const today of DAYS) {
      for (const scope of person.superAdmin ? (['mine', 'others'] as const) : [undefined]) {
        const asked = { filters: { order: 'desc', page: 1, scope } as const, person, today, zone: ZONE };
        const stored = await storedAnswer(cold, asked);
        if (stored === undefined) continue;
        used += 1;
        const [shown, listed] = [await listDocuments(cold, asked), await listDocuments(warm, asked)];
        if (!isDeepStrictEqual(shown, listed)) {
          return { wrong: `${today}\n  shown  ${JSON.stringify(shown)}\n  listed ${JSON.stringify(listed)}`, used };
        }
      }
    }
    return { wrong: null, used };
  } finally {
    cold.close();
    warm.close();
  }
}
