import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  storeFolded,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { claimCommand, dueWork } from '#mirror/outbox/sending.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { completeDocument } from '../documents/complete-document.ts';
import { recordView } from '../documents/record-view.ts';
import { respond } from '../documents/respond.ts';
import type { GestureResult } from '../frame/context.ts';
import { retryAll } from './retry-command.ts';
import { endUndoAt, endUndoNow, UNDO_MS, undoCommands } from './undo-commands.ts';

const DOCUMENT = { documentKey: 's:1', undoMs: UNDO_MS } as const;
const REPLY = { ...DOCUMENT, limitDate: null, responsibleIds: null, organizationIds: [], fileIds: [] } as const;

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

async function idOf(gesture: Promise<GestureResult>): Promise<string> {
  const result = await gesture;
  if (result.kind !== 'stored') throw new Error(result.refusals[0].code);
  return result.commandId;
}
const transfer = () => idOf(respond(context, { ...REPLY, content: '', responsibleIds: [PEOPLE.caio.id] }));
const reply = (fileIds: readonly string[] = []) =>
  idOf(respond(context, { ...REPLY, content: '<p>Sim.</p>', fileIds }));
const complete = () => idOf(completeDocument(context, DOCUMENT));
const extend = () => idOf(respond(context, { ...REPLY, content: '', limitDate: '2026-12-20' }));

async function attached(): Promise<string> {
  const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
  return (await keepFile(mirror, { id: uuid(50), owner: 'draft:reply:s:1', file, nowMs: NOW_MS })).id;
}
const due = async (nowMs: number) => (await dueWork(mirror, { nowMs, actorId: PEOPLE.ana.id })).commands.length;
const claim = (id: string, nowMs: number) => claimCommand(mirror, { id, token: 't', nowMs, untilMs: nowMs + 1_000 });

describe('an act in its undo time', () => {
  it.each([
    ['transfer', transfer],
    ['extension', extend],
    ['completion', complete],
    ['reply', reply],
  ])('is in pencil at once and is not sent: %s', async (_name, act) => {
    const id = await act();
    expect((await mirror.documents.get('s:1'))?.pencil).toBeTruthy();
    expect(await due(NOW_MS + UNDO_MS - 1)).toBe(0);
    expect(await claim(id, NOW_MS + UNDO_MS - 1)).toBeNull();
    expect(await due(NOW_MS + UNDO_MS)).toBe(1);
  });

  it.each([
    ['transfer', transfer],
    ['extension', extend],
    ['completion', complete],
  ])('is as if it had never been when it is undone: %s', async (_name, act) => {
    const before = await mirror.documents.get('s:1');
    const id = await act();
    expect(await mirror.documents.get('s:1')).not.toEqual(before);
    expect(await undoCommands(context, [id])).toEqual(['undone']);
    expect(await mirror.documents.get('s:1')).toEqual(before);
    expect(await mirror.commands.count()).toBe(0);
  });

  it('stops nothing of another document, and holds back what comes after it on its own', async () => {
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 2, number: 43 }))]));
    await transfer();
    await idOf(respond(context, { ...REPLY, undoMs: undefined, content: '<p>Depois.</p>' }));
    await idOf(respond(context, { ...REPLY, undoMs: undefined, documentKey: 's:2', content: '<p>Outro.</p>' }));
    const { commands } = await dueWork(mirror, { nowMs: NOW_MS, actorId: PEOPLE.ana.id });
    expect(commands.map((one) => one.documentKey)).toEqual(['s:2']);
  });

  it('"Enviar tudo agora" ends it', async () => {
    await transfer();
    await retryAll(context);
    expect(await due(NOW_MS)).toBe(1);
  });
});

describe('undoing', () => {
  it('brings words and files of a reply back into its form, behind what is written there by now', async () => {
    const fileId = await attached();
    const id = await reply([fileId]);
    const written = { content: '<p>Mais.</p>', limitDate: null, responsibleId: null };
    await mirror.drafts.put({ id: 'reply:s:1', fields: written, fileIds: [], savedAtMs: NOW_MS });
    expect(await undoCommands(context, [id])).toEqual(['undone']);
    const draft = await mirror.drafts.get('reply:s:1');
    expect(draft).toMatchObject({ fields: { content: '<p>Mais.</p><p>Sim.</p>' }, fileIds: [fileId] });
    expect((await mirror.files.get(fileId))?.owner).toBe('draft:reply:s:1');
    expect(await mirror.commands.count()).toBe(0);
  });

  it('keeps the choices of a reply, and the files of a transfer without words', async () => {
    const fileIds = [await attached()];
    const fields = { responsibleIds: [PEOPLE.caio.id], limitDate: '2026-12-20', fileIds };
    const id = await idOf(respond(context, { ...REPLY, ...fields, content: '' }));
    await undoCommands(context, [id]);
    const kept = { content: '', limitDate: '2026-12-20', responsibleId: PEOPLE.caio.id };
    expect(await mirror.drafts.get('reply:s:1')).toMatchObject({ fields: kept, fileIds });
  });

  it('keeps the date of a reply where the form holds the one it opened with, and another that was chosen there', async () => {
    const opened = buildDocumentRow().limit_date;
    for (const [there, kept] of [
      [opened, '2026-12-20'],
      ['2026-12-15', '2026-12-15'],
    ]) {
      const fields = { content: '', limitDate: there, responsibleId: null };
      await mirror.drafts.put({ id: 'reply:s:1', fields, fileIds: [], savedAtMs: NOW_MS });
      const id = await idOf(respond(context, { ...REPLY, content: '<p>Sim.</p>', limitDate: '2026-12-20' }));
      expect(await undoCommands(context, [id])).toEqual(['undone']);
      const draft = await mirror.drafts.get('reply:s:1');
      expect(draft?.fields).toEqual({ content: '<p>Sim.</p>', limitDate: kept, responsibleId: null });
    }
  });

  it('does nothing to what is being sent, was sent, or may be on the server', async () => {
    const id = await transfer();
    const shown = await mirror.documents.get('s:1');
    const command = await claim(id, NOW_MS + UNDO_MS);
    for (const state of ['sending', 'unknown', 'done'] as const) {
      await mirror.commands.update(command?.seq ?? 0, { state });
      expect(await undoCommands(context, [id])).toEqual(['gone']);
      expect((await commandById(mirror, id))?.state).toBe(state);
    }
    await mirror.commands.update(command?.seq ?? 0, { state: 'sending' });
    expect(await mirror.documents.get('s:1')).toEqual(shown);
  });

  it('does not take away what something later stands on, and does what nothing but a view follows', async () => {
    const first = await transfer();
    const second = await idOf(respond(context, { ...REPLY, content: '<p>Depois.</p>' }));
    expect(await undoCommands(context, [first])).toEqual(['followed']);
    expect(await undoCommands(context, [second, first])).toEqual(['undone', 'undone']);
    const last = await transfer();
    await recordView(context, { documentKey: 's:1', offline: true });
    expect(await undoCommands(context, [last])).toEqual(['undone']);
  });

  it('twice says the same, and of several each', async () => {
    const id = await transfer();
    expect(await undoCommands(context, [id])).toEqual(['undone']);
    expect(await undoCommands(context, [id])).toEqual(['undone']);
  });

  it('is only for its author', async () => {
    const id = await transfer();
    const other = { ...context, session: { ...context.session, id: PEOPLE.bia.id } };
    expect(await undoCommands(other, [id])).toEqual(['gone']);
    expect(await mirror.commands.count()).toBe(1);
  });
});

describe('its end', () => {
  const end = async (id: string): Promise<number | undefined> => (await commandById(mirror, id))?.dueAtMs;

  it('moves while a person stays on its message, for half a minute at most', async () => {
    const id = await transfer();
    context.nowMs += 5_000;
    await endUndoAt(context, { ids: [id], endMs: NOW_MS + 99_000 });
    expect(await end(id)).toBe(NOW_MS + 30_000);
    await endUndoAt(context, { ids: [id], endMs: context.nowMs });
    expect(await due(context.nowMs)).toBe(1);
  });

  it('moves no more once it is over, or the command has been sent', async () => {
    const id = await transfer();
    context.nowMs += UNDO_MS;
    await endUndoAt(context, { ids: [id], endMs: NOW_MS + 20_000 });
    expect(await end(id)).toBe(NOW_MS + UNDO_MS);
    const claimed = await claim(id, context.nowMs);
    context.nowMs = NOW_MS;
    await endUndoAt(context, { ids: [id, uuid(77)], endMs: NOW_MS + 20_000 });
    expect(await end(id)).toBe((claimed as OutboxCommand).dueAtMs);
  });

  it('comes at once for all of a person who leaves', async () => {
    await transfer();
    const [own] = await mirror.commands.toArray();
    const others = { ...(own as OutboxCommand), seq: 9, id: uuid(9), documentKey: 's:9', actorId: PEOPLE.bia.id };
    await storeFolded(mirror, others);
    const wakes = context.wakes();
    expect(await endUndoNow(context)).toBe(true);
    expect(context.wakes()).toBe(wakes + 1);
    expect((await mirror.commands.toArray()).map((one) => one.dueAtMs)).toEqual([NOW_MS, NOW_MS + UNDO_MS]);
    expect(await endUndoNow(context)).toBe(false);
  });
});
