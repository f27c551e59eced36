// Short random histories of one document on one device: replies are made and taken by the server,
// with or without an answer; pages and details come early, late and twice. At every moment each
// reply is on the page exactly once, and the fold is what is shown.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildError, buildReceipt } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildFull, buildInteraction } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS, TODAY, ZONE } from '../../../test/builders/moments.ts';
import { assertFolded, buildContext, openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import type { Interaction } from '#contract/documents.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { claimCommand, dueWork, recordOutcome } from '#mirror/outbox/sending.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { respond } from './respond.ts';

type Step = 'reply' | 'sent' | 'answer lost' | 'request lost' | 'page' | 'late page' | 'details' | 'late details';
const STEPS: readonly Step[] = [
  'reply',
  'sent',
  'answer lost',
  'request lost',
  'page',
  'late page',
  'details',
  'late details',
];

/** A server in ten lines: a reply is kept once per key, and every change has its number. */
function buildServer() {
  const interactions: Interaction[] = [];
  const row = () => ({ ...buildDocumentRow(), rev: 10 + interactions.length, interactions_count: interactions.length });
  return {
    row,
    interactions,
    take(id: string, content: string): void {
      if (interactions.some((one) => one.command_id === id)) return;
      interactions.push(
        buildInteraction({ id: 500 + interactions.length, creator: PEOPLE.ana, command_id: id, content }),
      );
    },
    page: () => buildPage([putDocument(row())]),
    details: () => buildDetails(row(), { interactions: [...interactions] }),
  };
}

async function live(mirror: Mirror, steps: readonly Step[]): Promise<void> {
  const server = buildServer();
  const context = buildContext(mirror);
  const firstPage = server.page();
  const firstDetails = server.details();
  await applyPage(mirror, firstPage);
  await applyDetails(mirror, [firstDetails]);
  const written: string[] = [];

  async function send(fate: 'answered' | 'answer lost' | 'request lost'): Promise<void> {
    const [next] = (await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands;
    if (next === undefined) return;
    const claim = { id: next.id, token: fate, nowMs: NOW_MS, untilMs: NOW_MS + 1 };
    const command = await claimCommand(mirror, claim);
    if (command?.type !== 'respond') throw new Error('what is due can be claimed');
    if (fate !== 'request lost') server.take(command.id, command.payload.content);
    if (fate === 'answered') {
      const document = buildFull(server.row(), { interactions: [...server.interactions] });
      const receipt = buildReceipt({ key: command.id, rev: server.row().rev });
      await applyAnswer(mirror, { command, answer: { document, receipt }, nowMs: NOW_MS });
      return;
    }
    const outcome = {
      state: fate === 'answer lost' ? 'unknown' : 'backoff',
      error: buildError(),
      dueAtMs: NOW_MS,
    } as const;
    await recordOutcome(mirror, { id: command.id, token: fate, outcome, nowMs: NOW_MS });
  }

  const acts: Record<Step, () => Promise<unknown>> = {
    reply: async () => {
      const content = `<p>resposta ${written.length + 1}</p>`;
      written.push(content);
      const reply = {
        documentKey: 's:1',
        content,
        limitDate: null,
        responsibleIds: null,
        organizationIds: [],
        fileIds: [],
      };
      await respond(context, reply);
    },
    sent: () => send('answered'),
    'answer lost': () => send('answer lost'),
    'request lost': () => send('request lost'),
    page: () => applyPage(mirror, server.page()),
    'late page': () => applyPage(mirror, firstPage),
    details: () => applyDetails(mirror, [server.details()]),
    'late details': () => applyDetails(mirror, [firstDetails]),
  };

  async function contents(): Promise<string[]> {
    const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
    const view = await viewDocument(mirror, { address: 's:1', person, today: TODAY, zone: ZONE });
    const messages = view?.thread.filter((entry) => entry.kind === 'message') ?? [];
    return messages.slice(1).map((message) => message.content);
  }

  for (const step of steps) {
    await acts[step]();
    await assertFolded(mirror);
    expect(await contents()).toEqual(written);
  }
  while ((await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands.length > 0) await send('answered');
  await applyPage(mirror, server.page());
  expect(server.interactions.map((one) => one.content)).toEqual(written);
  expect(await contents()).toEqual(written);
  expect(await mirror.documents.get('s:1')).toMatchObject({
    interactions_count: written.length,
    pencil: { replies: 0 },
  });
  expect((await mirror.commands.toArray()).every((command) => command.state === 'done')).toBe(true);
}

it('any history of commands loses nothing, shows nothing twice and keeps the order', { timeout: 30_000 }, async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const mirror = await openTestMirror();
      await live(mirror, history);
      await mirror.delete();
    }),
    { numRuns: 25 },
  );
});
