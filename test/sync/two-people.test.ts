// Two people act on one document, both without a network. In either order of sending, the outcome
// is that of rule E6, and the other person reads the result in words. The test runs the real verbs,
// drain and pull against the model server.

import { completeDocument, reopenDocument } from '#commands/documents/complete-document.ts';
import { createDocument } from '#commands/documents/create-document.ts';
import { respond } from '#commands/documents/respond.ts';
import type { CommandContext } from '#commands/frame/context.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stateWords } from '../../src/app/text/sending/command-state.ts';
import { ZONE } from '../fakes/model-server/model.ts';
import { atWork, type AtWork, commandOf, sent, stored } from './at-work.ts';
import { buildWorld, closeWorld, type World } from './world.ts';

const FILE = '00000000-0000-4000-8000-00000000f11e';

let world: World;
/** Made the document. */
let ana: AtWork;
/** The document is with her. */
let celia: AtWork;
let today: string;

beforeEach(async () => {
  world = buildWorld({ seed: 1 });
  ana = await atWork(world, { name: 'tablet', userId: 1 });
  celia = await atWork(world, { name: 'desk', userId: 3 });
  today = dayAt(ana.context.clock(), ZONE);
  const letter = Object.assign(new Blob(['pedido']), { name: 'pedido.txt' });
  const { mirror, context } = ana;
  const file = await keepFile(mirror, { id: FILE, owner: 'draft:create', file: letter, nowMs: context.clock() });
  await stored(
    createDocument(ana.context, {
      fields: {
        document_subject_id: 21,
        type: 'general_document',
        organization_ids: [12],
        user_ids: [3],
        title: 'Poda de árvores',
        physical_document_number: 'Ofício 7',
        limit_date: addDays(today, 10),
        content: '<p>Segue o pedido.</p>',
        tags: [],
        is_exception: false,
        exception_reason: null,
      },
      fileIds: [file.id],
      draftId: 'create',
    }),
  );
  await inTurn();
});
afterEach(() => closeWorld(world));

/** Ana gets a network first. */
async function inTurn(): Promise<void> {
  await sent(ana);
  await sent(celia);
}

/** The document's key on a person's device: its maker's is another one than the server's. */
async function keyFor({ mirror }: AtWork): Promise<string> {
  const document = (await mirror.documents.toArray()).find((one) => one.title === 'Poda de árvores');
  if (document === undefined) throw new Error('no document');
  return document.key;
}

const answer = { limitDate: null, content: '', responsibleIds: null, organizationIds: [], fileIds: [] };

/** What one of them does; each act has its own words, person and date. */
const ACTS = {
  complete: (context: CommandContext, documentKey: string) => completeDocument(context, { documentKey }),
  'transfer to Davi': (context: CommandContext, documentKey: string) =>
    respond(context, { ...answer, documentKey, responsibleIds: [4], organizationIds: [12] }),
  'transfer to Bia': (context: CommandContext, documentKey: string) =>
    respond(context, { ...answer, documentKey, responsibleIds: [2], organizationIds: [11] }),
  'extend by 5 days': (context: CommandContext, documentKey: string) =>
    respond(context, { ...answer, documentKey, limitDate: addDays(today, 15) }),
  'extend by 20 days': (context: CommandContext, documentKey: string) =>
    respond(context, { ...answer, documentKey, limitDate: addDays(today, 30) }),
  reply: (context: CommandContext, documentKey: string) =>
    respond(context, { ...answer, documentKey, content: '<p>Ciente.</p>' }),
  reopen: (context: CommandContext, documentKey: string) => reopenDocument(context, { documentKey, limitDate: null }),
} as const;
type ActName = keyof typeof ACTS;

async function wordsOf(who: AtWork, id: string): Promise<string> {
  const command = await commandOf(who, id);
  const frame = { nowMs: 0, zone: ZONE, needsLogin: false, isWaiting: false, personName: () => 'outra pessoa' };
  const { text, reason } = stateWords(command, frame);
  return `${text} ${reason ?? ''}`.trim().replaceAll(/\d\d:\d\d/g, 'hh:mm');
}

/**
 * Both people send. Then the document on the server, in words: its status, its responsibles, the
 * days from today to its limit date, and the number of its messages.
 */
async function outcome(): Promise<string> {
  await inTurn();
  const [document] = [...world.model.documents.values()];
  if (document === undefined) throw new Error('no document');
  const { stored_status: status, responsibles, limit_date: limitDate, interactions } = document;
  const days = Math.round((Date.parse(limitDate) - Date.parse(today)) / 86_400_000);
  return `${status}, with ${responsibles.map((one) => one.id).join()}, in ${days} days, ${interactions.length} messages`;
}

const DONE = 'Registrado às hh:mm';
const DECIDE = 'O documento mudou. Decida';
const NO_EFFECT = 'Sem efeito, às hh:mm.';
const LATER = `${NO_EFFECT} A data de outra pessoa, 20/12/2026, é mais tarde e ficou.`;
it.each<[ActName, ActName, loser: string, ends: string]>([
  ['complete', 'transfer to Davi', DECIDE, 'completed, with 3, in 10 days, 0 messages'],
  ['transfer to Davi', 'complete', DECIDE, 'under_review, with 4, in 10 days, 0 messages'],
  ['transfer to Davi', 'transfer to Bia', DECIDE, 'under_review, with 4, in 10 days, 0 messages'],
  ['extend by 5 days', 'extend by 20 days', DONE, 'extended, with 3, in 30 days, 0 messages'],
  ['extend by 20 days', 'extend by 5 days', LATER, 'extended, with 3, in 30 days, 0 messages'],
  ['reply', 'complete', DONE, 'completed, with 3, in 10 days, 1 messages'],
  ['complete', 'reply', DECIDE, 'completed, with 3, in 10 days, 0 messages'],
  [
    'complete',
    'complete',
    `${NO_EFFECT} O documento já estava finalizado.`,
    'completed, with 3, in 10 days, 0 messages',
  ],
  ['reopen', 'reopen', `${NO_EFFECT} O documento já estava aberto.`, 'under_review, with 3, in 10 days, 0 messages'],
])('%s, then %s, both without a network', async (first, second, loser, ends) => {
  if (first === 'reopen') {
    await stored(completeDocument(ana.context, { documentKey: await keyFor(ana) }));
    await inTurn();
  }
  const winning = await stored(ACTS[first](ana.context, await keyFor(ana)));
  const losing = await stored(ACTS[second](celia.context, await keyFor(celia)));
  await inTurn();
  expect([await wordsOf(ana, winning), await wordsOf(celia, losing), await outcome()]).toEqual([DONE, loser, ends]);
});

it.each<[ActName, ActName, loser: string, ends: string]>([
  ['transfer to Davi', 'complete', DECIDE, 'under_review, with 4, in 10 days, 0 messages'],
  ['complete', 'transfer to Davi', DECIDE, 'completed, with 3, in 10 days, 0 messages'],
])(
  '%s by the responsible, then %s by the author of the document, both without a network',
  async (first, second, loser, ends) => {
    const winning = await stored(ACTS[first](celia.context, await keyFor(celia)));
    const losing = await stored(ACTS[second](ana.context, await keyFor(ana)));
    await sent(celia);
    await sent(ana);
    expect([await wordsOf(celia, winning), await wordsOf(ana, losing), await outcome()]).toEqual([DONE, loser, ends]);
  },
);
