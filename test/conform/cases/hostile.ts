// The server refuses bad input clearly: no status 5xx, no effect, and no word about its internals.

import { randomBytes } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { answers, keeps, said, short } from '../broken.ts';
import type { Case } from '../case.ts';
import type { Reply } from '../call.ts';
import { change, creation, keyed, newDocument, seen, type Town } from '../town.ts';

const SHOTS = 40;
const INSIDE = /\bat .+\.[jt]s:\d|node_modules|select .+ from |syntax error at|PostgreSQL|pg_|\/home\/|\/usr\//i;

function isRefused(reply: Reply, what: string): void {
  keeps(reply.status >= 400 && reply.status < 500, () => `${what} is answered ${said(reply)}`);
  keeps(!INSIDE.test(reply.text), () => `${what} is told about the inside: ${said(reply)}`);
}

async function isAlive(town: Town): Promise<void> {
  answers(await town.first.call({ path: PATHS.user }), 200, 'the server afterwards');
}

export const HOSTILE: readonly Case[] = [
  {
    promise: `${SHOTS} bodies of random bytes are refused, as JSON and as a form`,
    async run(town) {
      const types = ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'a/b'];
      for (let at = 0; at < SHOTS; at += 1) {
        const type = types[at % types.length] ?? '';
        const body = new Uint8Array(randomBytes(1 + at * 17));
        const call = { method: 'POST', path: '/api/documents', body, headers: { 'Content-Type': type } } as const;
        isRefused(await town.first.call(call), `a random body as ${type}`);
      }
      await isAlive(town);
    },
  },
  {
    promise: 'members of a wrong kind are refused, each by its name or as a whole',
    async run(town) {
      const document = await newDocument(town);
      const values: readonly object[] = [
        { limit_date: '2026-02-31' },
        { responsible_ids: ['x'] },
        { responsible_ids: [-1], organization_ids: [-1] },
        { responsible_ids: [town.second.id], organization_ids: [2 ** 40] },
        { status: 'overdue' },
      ];
      // A form has texts only.
      const kinds: readonly object[] = [{ limit_date: { a: 1 } }, { content: 7 }, { based_on: 'x', content: 'a' }, []];
      for (const body of values) isRefused(await town.second.call(change(document, body)), `${short(body)} as a form`);
      for (const body of [...values, ...kinds]) {
        const call = { method: 'PATCH', path: PATHS.document(document.id), body } as const;
        isRefused(await town.second.call(call), `${short(body)} as JSON`);
      }
      const { interactions, rev } = await seen(town.first, document);
      keeps(interactions.length === 0 && rev >= document.rev, 'a refused write had an effect');
    },
  },
  {
    promise: 'JSON nested 20,000 deep is refused, and a search of 10,000 letters does no harm',
    async run(town) {
      const depth = 20_000;
      const body = Buffer.from('['.repeat(depth) + ']'.repeat(depth));
      const headers = { 'Content-Type': 'application/json' };
      isRefused(await town.first.call({ method: 'POST', path: '/api/documents', body, headers }), 'deep JSON');
      const search = await town.first.call({ path: `/api/documents?search=${'a'.repeat(10_000)}` });
      keeps(search.status < 500, () => `a long search is answered ${said(search)}`);
      await isAlive(town);
    },
  },
  {
    promise: 'a key of 5,000 letters is refused',
    needs: ['receipts'],
    async run(town) {
      isRefused(await town.first.call(keyed(creation(town), 'k'.repeat(5000))), 'a key that is no UUID');
      await isAlive(town);
    },
  },
  {
    promise: 'script in a text is not given back',
    async run(town) {
      const document = await newDocument(town);
      const content =
        '<p onclick="a()">Oi<script>a()</script><img src=x onerror=a()><a href="javascript:a()">b</a></p>';
      const answer = await town.second.call(keyed(change(document, { content })));
      keeps(answer.status === 200 || answer.status === 422, () => `a reply with script is answered ${said(answer)}`);
      const texts = (await seen(town.first, document)).interactions.map((one) => one.content).join();
      keeps(!/script|onclick|onerror/i.test(texts), `the text comes back as ${texts}`);
    },
  },
  {
    promise: 'an address that does not exist, or with bytes that are no text, is refused',
    async run(town) {
      for (const path of ['/api/nada', '/api/documents/0', '/api/documents/abc', '/api/documents/9999999999999999999'])
        isRefused(await town.first.call({ path }), path);
      for (const path of ['/api/documents?page=-1', '/api/documents?page=1e9', '/api/documents?search=%FF%00']) {
        const reply = await town.first.call({ path });
        keeps(reply.status < 500, () => `${path} is answered ${said(reply)}`);
      }
      await isAlive(town);
    },
  },
];
