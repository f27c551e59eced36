// The feed brings every change to each person who may see it, and to no other
// (src/sync/promises.md, Pull).

import { PATHS } from '#contract/paths.ts';
import type { FeedSession } from '#contract/session.ts';
import { SESSION } from '#contract/sync.ts';
import { answers, keeps, NotOffered, read, short } from '../broken.ts';
import type { Case } from '../case.ts';
import { arrive } from '../person.ts';
import { change, keyed, newDocument, receiptOf } from '../town.ts';
import { documentsOf, newCopy, readPage, walk } from '../walk.ts';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';

const LIVE_MS = 20_000;
const ListPage = v.object({
  data: v.array(v.object({ id: v.number() })),
  total: v.number(),
  next_page_url: v.nullable(v.string()),
});

export const FEED: readonly Case[] = [
  {
    promise: 'a walk through the feed meets every document of the list',
    needs: ['feed'],
    async run(town) {
      const copy = documentsOf(await walk(town.second, newCopy()));
      const missing: number[] = [];
      for (let page = 1; ; page += 1) {
        const reply = await town.second.call({ path: `/api/documents?page=${page}` });
        answers(reply, 200, 'a page of the list');
        const { data, next_page_url } = read(reply, ListPage);
        missing.push(...data.map(({ id }) => id).filter((id) => !copy.has(id)));
        if (next_page_url === null) break;
      }
      keeps(missing.length === 0, () => `the feed misses the documents ${short(missing)}`);
    },
  },
  {
    promise: 'documents made during a walk of small pages are in it, or in the changes after it',
    needs: ['feed'],
    async run(town) {
      const copy = newCopy();
      const made: number[] = [];
      for (let more = true, at = 0; more; at += 1) {
        more = await readPage(town.second, { copy, limit: 25 });
        if (at < 6) made.push((await newDocument(town)).id);
      }
      const found = documentsOf(await walk(town.second, copy));
      const missing = made.filter((id) => !found.has(id));
      keeps(missing.length === 0, () => `the walk misses the documents ${short(missing)}`);
    },
  },
  {
    promise: 'a reader that pulls while two people write misses no change',
    needs: ['feed'],
    async run(town) {
      const documents = await Promise.all([newDocument(town), newDocument(town), newDocument(town)]);
      const copy = await walk(town.second, newCopy());
      let writing = true;
      const reading = (async () => {
        while (writing) await walk(town.second, copy);
      })();
      const last = new Map<number, number>();
      const write = async (person: 'first' | 'second'): Promise<void> => {
        for (let at = 0; at < 15; at += 1) {
          const document = documents[at % documents.length] ?? { id: 0 };
          const reply = await town[person].call(keyed(change(document, { content: `Linha ${at}` })));
          last.set(document.id, Math.max(last.get(document.id) ?? 0, receiptOf(reply).rev));
        }
      };
      try {
        await Promise.all([write('first'), write('second')]);
      } finally {
        writing = false;
        await reading;
      }
      const found = documentsOf(await walk(town.second, copy));
      const stale = [...last].filter(([id, rev]) => (found.get(id) ?? 0) < rev);
      keeps(stale.length === 0, () => `the reader's copy is behind in ${short(stale)}`);
    },
  },
  {
    promise: 'another name of a person comes with the feed of their device, as the session’s own row',
    needs: ['feed'],
    async run({ second }) {
      const copy = await walk(second, newCopy());
      const kept = [...copy.rows.values()].find((one) => one.collection === SESSION);
      if (kept === undefined || kept.op !== 'put') throw new NotOffered('no session in the feed');
      const was = (kept.row as FeedSession).last_name;
      const rename = async (last_name: string) => {
        answers(await second.call({ path: PATHS.profile, method: 'PATCH', body: { last_name } }), 200, 'a new name');
        await walk(second, copy);
        const now = copy.rows.get(`${SESSION}:${kept.id}`);
        keeps(now?.op === 'put' && (now.row as FeedSession).last_name === last_name, 'the feed has the name of before');
      };
      try {
        await rename(`${was} Neto`);
      } finally {
        await rename(was);
      }
    },
  },
  {
    promise: 'a walk by a device of version 1.0, which asks for compact rows, brings the same plain ones',
    needs: ['feed'],
    async run(town) {
      const { id } = await newDocument(town);
      const full = await walk(town.second, newCopy());
      const older = await walk(town.second, newCopy(), 'compact');
      keeps(documentsOf(older).has(id), 'the walk of the older device misses the new document');
      const missing = [...full.rows.keys()].filter((key) => !older.rows.has(key));
      keeps(missing.length === 0, () => `the walk of the older device misses ${short(missing)}`);
      // A row that changed between the two walks has another number.
      const changed = [...full.rows].filter(([key, one]) => {
        const other = older.rows.get(key);
        return one.rev === other?.rev && !isDeepStrictEqual(one, other);
      });
      keeps(changed.length === 0, () => `the rows of the older device differ in ${short(changed.map(([key]) => key))}`);
    },
  },
  {
    promise: 'the same cursor twice brings the same changes or newer ones',
    needs: ['feed'],
    async run(town) {
      const { cursor } = await walk(town.second, newCopy());
      const { id } = await newDocument(town);
      for (const time of ['the first', 'the second']) {
        const found = documentsOf(await walk(town.second, { ...newCopy(), cursor }));
        keeps(found.has(id), `the new document is missing ${time} time`);
      }
    },
  },
  {
    promise: 'a person of another tenant is told nothing: no row, no document, no receipt',
    needs: ['another tenant'],
    async run(town) {
      const { outsider, offers } = town;
      if (outsider === null) return;
      const document = await newDocument(town);
      const paths = [PATHS.document(document.id), PATHS.documentFile(document.files[0]?.id ?? 0)];
      if (offers.has('receipts')) paths.push(PATHS.receipt(document.command_id ?? ''));
      for (const path of paths) answers(await outsider.call({ path }), 404, `${path} for another tenant`);
      if (!offers.has('feed')) return;
      const copy = await walk(outsider, newCopy());
      keeps(!documentsOf(copy).has(document.id), 'the feed of another tenant has the document');
      const details = await outsider.call({ path: `${PATHS.syncDocuments}?ids=${document.id}` });
      keeps(short(details.json) === '{"documents":[]}', `details for another tenant: ${short(details.json)}`);
    },
  },
  {
    promise: 'a cursor that the server never made is refused or begins a new walk',
    needs: ['feed'],
    async run(town) {
      for (const cursor of ['abc', '%00', 'x'.repeat(2000), '-1', 'eyJhIjoxfQ']) {
        const { status } = await town.first.call({ path: `${PATHS.changes}?cursor=${encodeURIComponent(cursor)}` });
        keeps(status === 200 || (status >= 400 && status < 500), `the cursor ${cursor.slice(0, 20)} answers ${status}`);
      }
      const stranger = await arrive(town.server);
      answers(await stranger.call({ path: PATHS.changes }), 401, 'the feed without a login');
    },
  },
  {
    promise: 'an open stream of events says within seconds that there is more',
    async run(town) {
      const ending = AbortSignal.timeout(LIVE_MS);
      const headers = { ...town.second.headers(), Accept: 'text/event-stream' };
      const response = await fetch(new URL(PATHS.events, town.server.url), { headers, signal: ending });
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
      const isPage = response.status < 400 && !isStream;
      if ([404, 405, 501].includes(response.status) || isPage) throw new NotOffered('no events');
      keeps(response.status === 200 && response.body !== null, `the stream answers ${response.status}`);
      await newDocument(town);
      const decoder = new TextDecoder();
      try {
        for await (const bytes of response.body) if (/"rev"/.test(decoder.decode(bytes))) return;
      } catch {
        keeps(false, `no event within ${LIVE_MS / 1000} s of a change`);
      }
      keeps(false, 'the stream ended without an event');
    },
  },
];
