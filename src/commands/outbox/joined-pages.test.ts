// Photographs that were joined into an attachment stay on the device until it is registered, so
// that their author can go back to its pages. The request does not contain them.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildError, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow, buildInteraction } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  storeFolded,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { discardDraft, moveDraft, saveDraft } from '#mirror/keep/drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { deviceData } from '#mirror/questions/device-data.ts';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createDocument, type CreateDocumentFields } from '../documents/create-document.ts';
import { respond } from '../documents/respond.ts';
import { beginCorrection, correctCreation, correctionDraftOf } from './correct-creation.ts';
import { discardCommand } from './discard-command.ts';
import { redoCommand } from './redo-command.ts';
import { redoReopening } from './redo-reopening.ts';
import { takeBackCommand } from './take-back-command.ts';

const DRAFT = 'reply:s:1';
const [PDF, ONE, TWO, OTHER] = [uuid(50), uuid(51), uuid(52), uuid(53)];
const PAGES = [ONE, TWO].map(pageOf);
const JOINED = [{ fileId: PDF, pages: PAGES }];
const REPLY = { documentKey: 's:1', content: '<p>Segue.</p>', limitDate: null, responsibleIds: null } as const;
const FIELDS: CreateDocumentFields = {
  document_subject_id: 1,
  type: 'general_document',
  organization_ids: [SECTORS.archive.id],
  user_ids: [PEOPLE.caio.id],
  title: 'Medição',
  physical_document_number: 'Ofício nº 121/2026',
  limit_date: '2026-12-03',
  content: '<p>Segue.</p>',
  tags: [],
  is_exception: false,
  exception_reason: null,
};

let mirror: Mirror;
let context: TestContext;

beforeEach(async () => {
  mirror = await openTestMirror();
  context = buildContext(mirror);
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

function pageOf(fileId: string): DraftPage {
  return { fileId, takenBytes: 9, width: 3, height: 4, turns: 0, corners: null, isBlackAndWhite: false };
}

async function keep(id: string, { owner, name }: { owner: string; name: string }) {
  await keepFile(mirror, { id, owner, file: Object.assign(new Blob([`${name} ${id}`]), { name }), nowMs: NOW_MS });
}

/** A draft whose two photographs are a PDF. */
async function written(id: string): Promise<void> {
  const owner = `draft:${id}`;
  await keep(PDF, { owner, name: 'Páginas.pdf' });
  for (const picture of [ONE, TWO]) await keep(picture, { owner, name: 'pagina.jpg' });
  await saveDraft(mirror, { id, fields: {}, fileIds: [PDF], joined: JOINED, savedAtMs: NOW_MS });
}

async function replied(): Promise<OutboxCommand> {
  await written(DRAFT);
  await respond(context, { ...REPLY, organizationIds: [], fileIds: [PDF], draftId: DRAFT });
  return theCommand();
}

async function created(state: 'queued' | 'refused'): Promise<OutboxCommand> {
  await written('create');
  await createDocument(context, { fields: FIELDS, fileIds: [PDF], draftId: 'create' });
  const command = await theCommand();
  await storeFolded(mirror, { ...command, state });
  return command;
}

/** The server has refused it, and its author decides. */
async function settled(state: 'refused' | 'conflict'): Promise<OutboxCommand> {
  const lastError = buildError({ class: 'conflict', status: 409 });
  await storeFolded(mirror, { ...(await replied()), state, lastError });
  return theCommand();
}

async function theCommand(): Promise<OutboxCommand> {
  const [only, ...more] = await mirror.commands.toArray();
  if (only === undefined || more.length > 0) throw new Error('there is not one command');
  return only;
}

async function ownerOf(id: string): Promise<string | undefined> {
  return (await mirror.files.get(id))?.owner;
}

async function owners(): Promise<(string | undefined)[]> {
  return Promise.all([PDF, ONE, TWO].map(ownerOf));
}

/** How many photographs the device has, and how many of their pieces. */
async function pictures(): Promise<readonly [number, number]> {
  const files = (await mirror.files.toArray()).filter((file) => file.name === 'pagina.jpg');
  return [files.length, (await mirror.chunks.toArray()).filter(({ fileId }) => fileId !== PDF).length];
}

const GONE = [0, 0];
const THERE = [2, 2];

describe('photographs of an attachment', () => {
  it('go with the PDF into the command, and are no files of it', async () => {
    const command = await replied();
    expect(command).toMatchObject({ files: [{ id: PDF }], joined: JOINED });
    expect(command.files).toHaveLength(1);
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `command:${command.id}`));
  });

  it('are not taken along where their PDF was taken out of the form', async () => {
    await written(DRAFT);
    await respond(context, { ...REPLY, organizationIds: [], fileIds: [], draftId: DRAFT });
    expect(await theCommand()).not.toHaveProperty('joined');
    expect(await pictures()).toEqual(GONE);
  });

  it('are counted among what exists on this device only', async () => {
    const before = (await deviceData(mirror)).own.bytes;
    await written(DRAFT);
    const all = (await mirror.files.toArray()).reduce((sum, file) => sum + file.size, 0);
    expect((await deviceData(mirror)).own.bytes - before).toBeGreaterThanOrEqual(all);
  });

  it('move with their draft, and join those of the draft that is there', async () => {
    await written('reply:old');
    const there = { fileId: OTHER, pages: [] };
    await saveDraft(mirror, { id: DRAFT, fields: {}, fileIds: [OTHER], joined: [there], savedAtMs: NOW_MS });
    await mirror.transaction('rw', mirror.tables, () => moveDraft(mirror, { from: 'reply:old', to: DRAFT }));
    expect((await mirror.drafts.get(DRAFT))?.joined).toEqual([there, ...JOINED]);
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `draft:${DRAFT}`));
  });

  it('go with a draft that is given up', async () => {
    await written(DRAFT);
    await discardDraft(mirror, DRAFT);
    expect([await mirror.files.count(), await mirror.chunks.count()]).toEqual(GONE);
  });

  it('of which one is gone are offered no more, and their PDF is sent all the same', async () => {
    await written(DRAFT);
    await mirror.files.delete(TWO);
    const { row, files } = await draftWithFiles(mirror, DRAFT);
    expect([row?.joined, files.map((file) => file.id)]).toEqual([[], [PDF]]);
    await respond(context, { ...REPLY, organizationIds: [], fileIds: [PDF], draftId: DRAFT });
    expect(await ownerOf(PDF)).toBe(`command:${(await theCommand()).id}`);
  });
});

describe('once the command is registered its photographs are gone, and its PDF stays', () => {
  const seen = buildDocumentRow({ rev: 11, interactions_count: 1 });

  async function expectGone(): Promise<void> {
    const command = await theCommand();
    expect(command).toMatchObject({ state: 'done', files: [{ id: PDF }] });
    expect(command).not.toHaveProperty('joined');
    expect(await pictures()).toEqual(GONE);
    expect(await ownerOf(PDF)).toBeDefined();
  }

  it('by its own answer', async () => {
    const command = await replied();
    await applyAnswer(mirror, { command, answer: { receipt: buildReceipt({ key: command.id }) }, nowMs: NOW_MS });
    await expectGone();
  });

  it('by the details of its document, where the answer was lost', async () => {
    const { id } = await replied();
    const interaction = buildInteraction({ creator: PEOPLE.ana, command_id: id });
    await applyPage(mirror, buildPage([putDocument(seen)]));
    await applyDetails(mirror, [buildDetails(seen, { interactions: [interaction] })]);
    await expectGone();
  });

  it('by the row of the document that it made', async () => {
    const { id } = await created('queued');
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 2, number: 43, command_id: id }))]));
    await expectGone();
  });
});

describe('until it is registered', () => {
  it('"Editar" and "Corrigir" of a reply go back to them', async () => {
    const { id } = await settled('refused');
    await takeBackCommand(context, { id, draft: { id: DRAFT, fields: {}, savedAtMs: NOW_MS } });
    expect((await draftWithFiles(mirror, DRAFT)).row).toMatchObject({ fileIds: [PDF], joined: JOINED });
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `draft:${DRAFT}`));
  });

  it('"Corrigir" of a creation goes back to them, and giving the correction up leaves them to the command', async () => {
    const { id } = await created('refused');
    await beginCorrection(context, { id, fields: {} });
    expect((await draftWithFiles(mirror, correctionDraftOf(id))).row?.joined).toEqual(JOINED);
    await discardDraft(mirror, correctionDraftOf(id));
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `command:${id}`));
  });

  it('a correction with another PDF of one page keeps that page alone', async () => {
    const { id } = await created('refused');
    const draftId = correctionDraftOf(id);
    await beginCorrection(context, { id, fields: {} });
    await keep(OTHER, { owner: `draft:${draftId}`, name: 'Páginas.pdf' });
    const joined = [{ fileId: OTHER, pages: [pageOf(TWO)] }];
    await saveDraft(mirror, { id: draftId, fields: {}, fileIds: [OTHER], joined, savedAtMs: NOW_MS });
    const sent = await correctCreation(context, { id, fields: FIELDS, fileIds: [OTHER], draftId });
    expect(sent.kind).toBe('stored');
    const command = await theCommand();
    expect(command).toMatchObject({ files: [{ id: OTHER }], joined });
    expect((await mirror.files.toArray()).map((file) => [file.id, file.owner])).toEqual([
      [TWO, `command:${command.id}`],
      [OTHER, `command:${command.id}`],
    ]);
  });

  it('a conflict that is decided keeps them', async () => {
    const { id } = await settled('conflict');
    await redoCommand(context, { id, mode: 'text-only' });
    const command = await theCommand();
    expect(command.joined).toEqual(JOINED);
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `command:${command.id}`));
  });

  it('a conflict that is decided by a reopening keeps them', async () => {
    const { id } = await settled('conflict');
    const completed = { stored_status: 'completed', status: 'completed', rev: 12 } as const;
    const facts = { ...buildDocumentRow().facts, completed_by: PEOPLE.bia.id };
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ ...completed, facts }))]));
    expect(await redoReopening(context, { id, mode: 'text-only' })).toMatchObject({ kind: 'stored' });
    const command = (await mirror.commands.toArray()).find(({ type }) => type === 'respond');
    expect(command?.joined).toEqual(JOINED);
    expect(await owners()).toEqual([PDF, ONE, TWO].map(() => `command:${command?.id}`));
  });

  it('giving the command up erases them', async () => {
    const { id } = await settled('refused');
    expect(await pictures()).toEqual(THERE);
    await discardCommand(context, { id });
    expect([await mirror.files.count(), await mirror.chunks.count()]).toEqual(GONE);
  });
});
