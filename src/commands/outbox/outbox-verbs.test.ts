import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  buildContext,
  openTestMirror,
  assertFolded,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import type { DocumentRow } from '#contract/documents.ts';
import type { SeenDocument } from '#contract/writes.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { dueWork } from '#mirror/outbox/sending.ts';
import type { CommandFile, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { commandText, hasWords } from './command-text.ts';
import { discardCommand } from './discard-command.ts';
import { redoCommand } from './redo-command.ts';
import { retryAll, retryCommand } from './retry-command.ts';
import { takeBackCommand } from './take-back-command.ts';

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

async function wait(...commands: OutboxCommand[]): Promise<void> {
  for (const command of commands) {
    await mirror.commands.put(command);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
  }
}

async function attached(commandId: string): Promise<CommandFile> {
  const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
  const row = await keepFile(mirror, { id: uuid(50), owner: `command:${commandId}`, file, nowMs: NOW_MS });
  return { id: row.id, name: row.name, mime: row.mime, size: row.size, sha256: row.sha256 };
}

async function dueSeqs(): Promise<number[]> {
  return (await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands.map((one) => one.seq);
}

describe('retryCommand', () => {
  it.each(['refused', 'backoff', 'unknown', 'held'] as const)(
    'sends a %s one again, under the same key, now',
    async (state) => {
      await wait(
        buildCommand('complete-document', { state, dueAtMs: NOW_MS + 9e6, failures: 10, lastError: buildError() }),
      );
      await retryCommand(context, uuid(1));
      expect(await mirror.commands.get(1)).toMatchObject({
        id: uuid(1),
        state: 'queued',
        dueAtMs: NOW_MS,
        failures: 0,
        lastError: null,
      });
      expect((await mirror.documents.get('s:1'))?.stored_status).toBe('completed');
      expect(context.wakes()).toBe(1);
    },
  );

  it('leaves a conflict, and a command that is being sent, as they are', async () => {
    await wait(buildCommand('complete-document', { state: 'conflict' }));
    await retryCommand(context, uuid(1));
    expect((await mirror.commands.get(1))?.state).toBe('conflict');
    await wait(buildCommand('complete-document', { state: 'sending', lease: { token: 't', untilMs: NOW_MS + 1 } }));
    await expect(retryCommand(context, uuid(1))).rejects.toMatchObject({ reason: 'sending' });
  });

  it('works for the author only, and not for a done or missing command', async () => {
    await wait(buildCommand('respond', { actorId: 8 }), buildCommand('respond', { seq: 2, state: 'done' }));
    await expect(retryCommand(context, uuid(1))).rejects.toMatchObject({ reason: 'not-author' });
    await expect(discardCommand(context, { id: uuid(1) })).rejects.toMatchObject({ reason: 'not-author' });
    await expect(discardCommand(context, { id: uuid(2) })).rejects.toMatchObject({ reason: 'done' });
    await expect(discardCommand(context, { id: uuid(3) })).rejects.toMatchObject({ reason: 'missing' });
    expect(await mirror.commands.count()).toBe(2);
  });

  it('makes all commands that wait for time due, and none that waits for its author', async () => {
    const backoff = { state: 'backoff', dueAtMs: NOW_MS + 9e6 } as const;
    await wait(
      buildCommand('respond', { ...backoff, documentKey: 's:2' }),
      buildCommand('respond', { ...backoff, seq: 2, documentKey: 's:3', lastError: buildError({ class: 'poison' }) }),
      buildCommand('complete-document', { seq: 3, state: 'refused' }),
    );
    await retryAll(context);
    expect(await dueSeqs()).toEqual([1, 2]);
  });
});

describe('discardCommand', () => {
  it('removes a command, its effect and its files', async () => {
    const file = await attached(uuid(1));
    await wait(buildCommand('respond', { files: [file], payload: { limit_date: '2026-12-05' } }));
    expect((await mirror.documents.get('s:1'))?.limit_date).toBe('2026-12-05');
    expect(await discardCommand(context, { id: uuid(1) })).toEqual([uuid(1)]);
    expect(await mirror.documents.get('s:1')).toMatchObject({ limit_date: '2026-11-27', interactions_count: 0 });
    expect([await mirror.commands.count(), await mirror.files.count(), await mirror.chunks.count()]).toEqual([0, 0, 0]);
  });

  it('of a creation removes the document and all commands on it', async () => {
    const key = uuid(1);
    await wait(
      buildCommand('create-document', { state: 'refused' }),
      buildCommand('respond', { seq: 2, documentKey: key }),
      buildCommand('complete-document', { seq: 3, documentKey: key }),
    );
    expect(await discardCommand(context, { id: key })).toEqual([uuid(1), uuid(2), uuid(3)]);
    expect(await mirror.documents.get(key)).toBeUndefined();
    expect(await mirror.commands.count()).toBe(0);
  });

  it('does not remove a creation while a reply on it is being sent', async () => {
    await wait(
      buildCommand('create-document'),
      buildCommand('respond', { seq: 2, documentKey: uuid(1), state: 'sending' }),
    );
    await expect(discardCommand(context, { id: uuid(1) })).rejects.toMatchObject({ reason: 'sending' });
    expect(await mirror.commands.count()).toBe(2);
  });

  it('of another command lets commands that waited for it be judged again', async () => {
    await wait(
      buildCommand('respond', { state: 'refused', payload: { responsible_ids: [9] } }),
      buildCommand('complete-document', { seq: 2 }),
    );
    expect(await dueSeqs()).toEqual([]);
    await discardCommand(context, { id: uuid(1) });
    expect(await dueSeqs()).toEqual([2]);
  });
});

describe('redoCommand', () => {
  const basedOn: SeenDocument = { status: 'under_review', limit_date: '2026-11-27', responsible_ids: [8] };
  const moved = { rev: 12, responsibles: [PEOPLE.davi] };

  async function conflict(now: Partial<DocumentRow> = moved): Promise<void> {
    const file = await attached(uuid(1));
    const payload = { responsible_ids: [9], limit_date: '2026-12-05' };
    await wait(buildCommand('respond', { state: 'conflict', attempts: 2, basedOn, payload, files: [file] }));
    await wait(buildCommand('complete-document', { seq: 2 }));
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow(now))]));
  }

  it('on top: a new command in the old place, with what the document is now as its guard', async () => {
    await conflict();
    const stored = await redoCommand(context, { id: uuid(1), mode: 'on-top' });
    expect(stored).toEqual({ kind: 'stored', commandId: uuid(1001), documentKey: 's:1' });
    const [redone] = await mirror.commands.toArray();
    expect(redone).toMatchObject({
      id: uuid(1001),
      seq: 1,
      state: 'queued',
      attempts: 0,
      lastError: null,
      basedOn: { responsible_ids: [10] },
      payload: { responsible_ids: [9], limit_date: '2026-12-05' },
    });
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`command:${uuid(1001)}`);
    expect((await mirror.documents.get('s:1'))?.responsibles).toEqual([PEOPLE.caio]);
    expect(await dueSeqs()).toEqual([1]);
  });

  it('text only: the words and files, without date and transfer', async () => {
    await conflict();
    await redoCommand(context, { id: uuid(1), mode: 'text-only' });
    const [redone] = await mirror.commands.toArray();
    expect(redone?.payload).toEqual({
      content: '<p>De acordo.</p>',
      limit_date: null,
      responsible_ids: null,
      organization_ids: [],
    });
    expect(redone?.files).toHaveLength(1);
  });

  it('on top asks for no date that another person has set meanwhile', async () => {
    await conflict({ ...moved, limit_date: '2026-12-05' });
    await redoCommand(context, { id: uuid(1), mode: 'on-top' });
    const [redone] = await mirror.commands.toArray();
    expect(redone?.payload).toMatchObject({ limit_date: null, responsible_ids: [9] });
  });

  it('refuses text only for a command without text', async () => {
    await wait(buildCommand('complete-document', { state: 'conflict' }));
    await expect(redoCommand(context, { id: uuid(1), mode: 'text-only' })).rejects.toThrow('only a response');
    expect(await mirror.commands.count()).toBe(1);
  });
});

describe('takeBackCommand', () => {
  const draft = { id: 'reply:s:1', fields: { content: '<p>De acordo.</p>' }, savedAtMs: NOW_MS };

  it('makes a draft of a command again, with its files', async () => {
    const file = await attached(uuid(1));
    await wait(buildCommand('respond', { files: [file], state: 'refused' }));
    await takeBackCommand(context, { id: uuid(1), draft });
    expect(await mirror.commands.count()).toBe(0);
    expect(await mirror.drafts.get(draft.id)).toEqual({ ...draft, fileIds: [file.id] });
    expect((await mirror.files.get(file.id))?.owner).toBe('draft:reply:s:1');
    expect((await mirror.documents.get('s:1'))?.pencil.needsAuthor).toBe(false);
  });

  it('does not take a creation back that has commands on its document', async () => {
    await wait(buildCommand('create-document'), buildCommand('respond', { seq: 2, documentKey: uuid(1) }));
    const back = takeBackCommand(context, { id: uuid(1), draft: { id: 'create', fields: {}, savedAtMs: NOW_MS } });
    await expect(back).rejects.toMatchObject({ reason: 'dependents' });
    expect(await mirror.commands.count()).toBe(2);
    expect(await mirror.drafts.count()).toBe(0);
  });
});

describe('commandText', () => {
  it('is the written text without markup', async () => {
    await wait(
      buildCommand('respond'),
      buildCommand('create-document', { seq: 2 }),
      buildCommand('complete-document', { seq: 3 }),
    );
    expect(await commandText(mirror, uuid(1))).toBe('De acordo.');
    expect(await commandText(mirror, uuid(2))).toBe('Medição de novembro\n\nSegue a medição.');
    expect(await commandText(mirror, uuid(3))).toBe('');
    expect(await commandText(mirror, uuid(4))).toBe('');
  });

  it('of a reassignment is its reason', async () => {
    await wait(buildCommand('reassign-document'));
    expect(await commandText(mirror, uuid(1))).toBe('Saiu de férias.');
    expect(hasWords('reassign-document')).toBe(true);
  });
});

describe('a command that the server may have', () => {
  const inDoubt = { state: 'backoff', answerLost: true } as const;

  it('goes into no form and gets no new key before the server was asked', async () => {
    await wait(buildCommand('respond', inDoubt), buildCommand('respond', { seq: 2, state: 'unknown' }));
    const draft = { id: 'reply:s:1', fields: {}, savedAtMs: NOW_MS };
    for (const id of [uuid(1), uuid(2)]) {
      await expect(takeBackCommand(context, { id, draft })).rejects.toMatchObject({ reason: 'in-doubt' });
      await expect(redoCommand(context, { id, mode: 'on-top' })).rejects.toMatchObject({ reason: 'in-doubt' });
      await expect(discardCommand(context, { id })).rejects.toMatchObject({ reason: 'in-doubt' });
    }
    expect(await mirror.commands.count()).toBe(2);
  });

  it('can be given up by an author who was told, and stays in doubt when it is tried again', async () => {
    await wait(buildCommand('respond', { state: 'unknown' }), buildCommand('respond', { ...inDoubt, seq: 2 }));
    await retryCommand(context, uuid(1));
    expect(await mirror.commands.get(1)).toMatchObject({ state: 'queued', answerLost: true });
    expect(await discardCommand(context, { id: uuid(2), evenInDoubt: true })).toEqual([uuid(2)]);
  });
});
