import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { dueWork } from '#mirror/outbox/sending.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { redoReopening } from './redo-reopening.ts';

let mirror: Mirror;
let context: TestContext;

/** Ana extends the date with a reply and a file; Bia has completed the document by then. */
async function conflictOn(limitDate: string, change: Partial<DocumentRow> = {}): Promise<void> {
  const facts = { ...buildDocumentRow().facts, completed_by: PEOPLE.bia.id };
  const completed = { stored_status: 'completed', status: 'completed' } as const;
  const row = buildDocumentRow({ ...completed, limit_date: limitDate, facts, ...change });
  await applyPage(mirror, buildPage([putDocument(row)]));
  const picked = Object.assign(new Blob(['x']), { name: 'a.txt' });
  const file = await keepFile(mirror, { id: uuid(50), owner: `command:${uuid(1)}`, file: picked, nowMs: NOW_MS });
  await mirror.commands.put(
    buildCommand('respond', {
      state: 'conflict',
      lastError: buildError({ class: 'conflict', status: 409, code: 'completed_meanwhile' }),
      payload: { limit_date: '2026-12-10' },
      files: [{ id: file.id, name: file.name, mime: file.mime, size: file.size, sha256: file.sha256 }],
    }),
  );
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
}

beforeEach(async () => {
  mirror = await openTestMirror();
  context = buildContext(mirror);
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

describe('redoReopening', () => {
  it.each([
    ['text-only', null],
    ['on-top', '2026-12-10'],
  ] as const)('%s: reopens, then responds, and the conflict is gone', async (mode, limitDate) => {
    await conflictOn('2026-11-27');
    const outcome = await redoReopening(context, { id: uuid(1), mode });
    expect(outcome.kind).toBe('stored');
    const [reopening, response, ...others] = await mirror.commands.orderBy('seq').toArray();
    expect(others).toEqual([]);
    expect(reopening).toMatchObject({ type: 'reopen-document', state: 'queued', payload: { limit_date: null } });
    expect(response).toMatchObject({ type: 'respond', state: 'queued', payload: { limit_date: limitDate } });
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`command:${response?.id}`);
    expect(await mirror.documents.get('s:1')).toMatchObject({
      stored_status: limitDate === null ? 'under_review' : 'extended',
      pencil: { needsAuthor: false },
    });
    expect(context.wakes()).toBe(1);
  });

  it('leaves everything as it was when the rules refuse: a passed date needs a new one', async () => {
    await conflictOn('2026-11-01');
    const outcome = await redoReopening(context, { id: uuid(1), mode: 'text-only' });
    expect(outcome).toMatchObject({ kind: 'refused', refusals: [{ code: 'required', field: 'limit_date' }] });
    expect(await mirror.commands.toArray()).toMatchObject([{ id: uuid(1), state: 'conflict' }]);
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`command:${uuid(1)}`);
    expect(context.wakes()).toBe(0);
  });

  it("takes the place of the conflicting response, before its author's later commands", async () => {
    await conflictOn('2026-11-27');
    await mirror.commands.bulkPut([
      buildCommand('respond', { seq: 2, documentKey: 's:2' }),
      buildCommand('complete-document', { seq: 3 }),
    ]);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    await redoReopening(context, { id: uuid(1), mode: 'text-only' });
    const lane = await mirror.commands.where('documentKey').equals('s:1').sortBy('seq');
    expect(lane.map((command) => command.type)).toEqual(['reopen-document', 'respond', 'complete-document']);
    const { commands } = await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 });
    expect(commands.map((command) => command.type)).toEqual(['reopen-document', 'respond']);
    expect(lane[1]?.basedOn).toMatchObject({ status: 'under_review' });
    expect((await mirror.documents.get('s:1'))?.stored_status).toBe('completed');
  });

  it.each([
    ['a new completion', false],
    ['the completion that waits behind it', true],
  ])('ends completed by %s, once', async (_how, isWaiting) => {
    await conflictOn('2026-11-27');
    if (isWaiting) await mirror.commands.put(buildCommand('complete-document', { seq: 3 }));
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    await redoReopening(context, { id: uuid(1), mode: 'text-only', ending: 'completed' });
    const lane = await mirror.commands.where('documentKey').equals('s:1').sortBy('seq');
    expect(lane.map((command) => command.type)).toEqual(['reopen-document', 'respond', 'complete-document']);
    expect((await mirror.documents.get('s:1'))?.stored_status).toBe('completed');
    expect(context.wakes()).toBe(1);
  });

  it('ends open without the completion that waits behind it, and other later work stays', async () => {
    await conflictOn('2026-11-27');
    await mirror.commands.bulkPut([
      buildCommand('respond', { seq: 2, payload: { content: '<p>Mais.</p>' } }),
      buildCommand('complete-document', { seq: 3 }),
    ]);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    await redoReopening(context, { id: uuid(1), mode: 'text-only', ending: 'open' });
    const lane = await mirror.commands.where('documentKey').equals('s:1').sortBy('seq');
    expect(lane.map((command) => command.type)).toEqual(['reopen-document', 'respond', 'respond']);
    expect((await mirror.documents.get('s:1'))?.stored_status).toBe('under_review');
    expect(context.wakes()).toBe(1);
  });

  it('leaves everything as it was when the author may reopen the document and not complete it', async () => {
    const { ana, bia } = PEOPLE;
    const facts = { ...buildDocumentRow().facts, completed_by: ana.id, responsible_ids_ever: [ana.id, bia.id] };
    await conflictOn('2026-11-27', { created_by: bia.id, creator: bia, facts });
    const outcome = await redoReopening(context, { id: uuid(1), mode: 'text-only', ending: 'completed' });
    expect(outcome).toMatchObject({ kind: 'refused', refusals: [{ code: 'not_allowed' }] });
    expect(await mirror.commands.toArray()).toMatchObject([{ id: uuid(1), state: 'conflict' }]);
    expect(context.wakes()).toBe(0);
  });

  it('is judged at its place, whatever its author did on the document after it', async () => {
    await conflictOn('2026-11-27');
    await mirror.commands.put(buildCommand('reopen-document', { seq: 2 }));
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, 's:1'));
    expect((await redoReopening(context, { id: uuid(1), mode: 'text-only' })).kind).toBe('stored');
  });

  it('finds a place between others however often it is redone', async () => {
    await conflictOn('2026-11-27');
    await mirror.commands.put(buildCommand('complete-document', { seq: 2 }));
    let id = uuid(1);
    for (let times = 0; times < 20; times += 1) {
      await mirror.commands.where('id').equals(id).modify({ state: 'conflict' });
      await mirror.commands.filter((command) => command.type === 'reopen-document').modify({ state: 'done' });
      const outcome = await redoReopening(context, { id, mode: 'text-only' });
      if (outcome.kind !== 'stored') throw new Error('refused');
      id = outcome.commandId;
    }
    const lane = await mirror.commands.where('documentKey').equals('s:1').sortBy('seq');
    expect(lane.map((command) => command.type).slice(-3)).toEqual(['reopen-document', 'respond', 'complete-document']);
  });
});
