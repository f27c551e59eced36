import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { dueWork } from '#mirror/outbox/sending.ts';
import type { CommandFile, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { refold } from '#mirror/fold/refold.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { beginCorrection, correctCreation, correctionDraftOf } from './correct-creation.ts';
import type { CreateDocumentFields } from '../documents/create-document.ts';
import { discardCommand } from './discard-command.ts';
import { retryCommand } from './retry-command.ts';
import { takeBackCommand } from './take-back-command.ts';

const KEY = uuid(1);
const DRAFT = correctionDraftOf(KEY);
const FIELDS: CreateDocumentFields = {
  document_subject_id: 1,
  type: 'general_document',
  organization_ids: [SECTORS.archive.id],
  user_ids: [PEOPLE.caio.id],
  title: 'Medição corrigida',
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
  await wait(
    buildCommand('create-document', {
      state: 'refused',
      lastError: buildError({ class: 'invalid', status: 422 }),
      files: [await kept(50, `command:${KEY}`), await kept(51, `command:${KEY}`)],
    }),
    buildCommand('respond', { seq: 2, documentKey: KEY }),
    buildCommand('respond', {
      seq: 3,
      documentKey: KEY,
      payload: { responsible_ids: [PEOPLE.davi.id] },
      basedOn: { status: 'pending', limit_date: '2026-12-01', responsible_ids: [PEOPLE.bia.id] },
    }),
    buildCommand('complete-document', {
      seq: 4,
      documentKey: KEY,
      basedOn: { status: 'under_review', limit_date: '2026-12-01', responsible_ids: [PEOPLE.davi.id] },
    }),
  );
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

async function wait(...commands: OutboxCommand[]): Promise<void> {
  for (const command of commands) await mirror.commands.put(command);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, KEY));
}

async function kept(n: number, owner: string): Promise<CommandFile> {
  const file = Object.assign(new Blob([`${n}`]), { name: `${n}.pdf` });
  const { id, name, mime, size, sha256 } = await keepFile(mirror, { id: uuid(n), owner, file, nowMs: NOW_MS });
  return { id, name, mime, size, sha256 };
}

const begin = () => beginCorrection(context, { id: KEY, fields: { title: 'Medição de novembro' } });
const due = async () => (await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands.map((command) => command.seq);
const send = (fileIds: string[], change: Partial<CreateDocumentFields> = {}) =>
  correctCreation(context, { id: KEY, fields: { ...FIELDS, ...change }, fileIds, draftId: DRAFT });

describe('a refused creation that other commands wait for', () => {
  it('goes into a form without leaving its place, so that commands go on waiting for it', async () => {
    await begin();
    const { row, files } = await draftWithFiles(mirror, DRAFT);
    expect(row?.fields).toEqual({ title: 'Medição de novembro' });
    expect(files.map((file) => file.id)).toEqual([uuid(50), uuid(51)]);
    expect(await due()).toEqual([]);
    const items = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(items.map((item) => item.waitsFor)).toEqual([null, KEY, KEY, KEY]);
  });

  it('is begun once, and a second time continues with what was written', async () => {
    await begin();
    await mirror.drafts.update(DRAFT, { fields: { title: 'Já mudado' } });
    await begin();
    expect((await mirror.drafts.get(DRAFT))?.fields).toEqual({ title: 'Já mudado' });
  });

  it('is replaced by a new command in the same lane, first; the others follow it in their order', async () => {
    await begin();
    const added = await kept(52, `draft:${DRAFT}`);
    const outcome = await send([uuid(51), added.id]);
    expect(outcome).toEqual({ kind: 'stored', commandId: uuid(1001), documentKey: KEY });
    const lane = await mirror.commands.where('documentKey').equals(KEY).sortBy('seq');
    expect(lane.map((command) => [command.id, command.seq, command.type, command.state])).toEqual([
      [uuid(1001), 1, 'create-document', 'queued'],
      [uuid(2), 2, 'respond', 'queued'],
      [uuid(3), 3, 'respond', 'queued'],
      [uuid(4), 4, 'complete-document', 'queued'],
    ]);
    expect(await mirror.commands.count()).toBe(4);
    expect(await due()).toEqual([1]);
    expect(context.wakes()).toBe(1);
    expect(await mirror.documents.get(KEY)).toMatchObject({
      title: 'Medição corrigida',
      stored_status: 'completed',
      responsibles: [{ id: PEOPLE.davi.id }],
      pencil: { document: true, needsAuthor: false },
    });
    expect(await mirror.documents.count()).toBe(1);
  });

  it('hands its files over, drops those taken out of the form, and leaves no draft', async () => {
    await begin();
    await send([uuid(51)]);
    const files = await mirror.files.toArray();
    expect(files.map((file) => [file.id, file.owner])).toEqual([[uuid(51), `command:${uuid(1001)}`]]);
    expect(await mirror.chunks.count()).toBe(1);
    expect(await mirror.drafts.count()).toBe(0);
  });

  it('bases later commands on the corrected document, so that they do not conflict with it', async () => {
    await begin();
    await send([uuid(50)]);
    const lane = await mirror.commands.where('documentKey').equals(KEY).sortBy('seq');
    expect(lane.map((command) => command.basedOn)).toEqual([
      null,
      null,
      { status: 'pending', limit_date: '2026-12-03', responsible_ids: [PEOPLE.caio.id], mark: uuid(1001) },
      { status: 'under_review', limit_date: '2026-12-03', responsible_ids: [PEOPLE.davi.id], mark: uuid(1001) },
    ]);
  });

  it('changes nothing when the rules refuse its correction', async () => {
    await begin();
    expect(await send([uuid(50)], { title: '' })).toMatchObject({ kind: 'refused' });
    expect(await mirror.commands.get(1)).toMatchObject({ id: KEY, state: 'refused' });
    expect((await mirror.files.get(uuid(50)))?.owner).toBe(`command:${KEY}`);
    expect(await mirror.drafts.count()).toBe(1);
    expect(context.wakes()).toBe(0);
  });

  it('is not corrected when it was tried again meanwhile', async () => {
    await begin();
    await retryCommand(context, KEY);
    await expect(send([uuid(50)])).rejects.toMatchObject({ reason: 'sending' });
    expect(await mirror.commands.count()).toBe(4);
  });

  it('is given up with the commands on its document and the begun correction', async () => {
    await begin();
    await kept(52, `draft:${DRAFT}`);
    await discardCommand(context, { id: KEY });
    expect([await mirror.commands.count(), await mirror.drafts.count(), await mirror.files.count()]).toEqual([0, 0, 0]);
  });
});

describe('a refused creation that was tried again after its correction was begun', () => {
  const edit = () =>
    takeBackCommand(context, {
      id: KEY,
      draft: { id: DRAFT, fields: { title: 'Medição de novembro', corrects: null }, savedAtMs: NOW_MS },
      present: 'continued',
      opened: { corrects: null },
    });

  beforeEach(async () => {
    await mirror.commands.where('seq').above(1).delete();
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, KEY));
  });

  it('is edited with what was written and attached since, without the files taken out', async () => {
    await begin();
    const added = await kept(52, `draft:${DRAFT}`);
    await mirror.drafts.update(DRAFT, {
      fields: { title: 'Já mudado', corrects: KEY },
      fileIds: [uuid(51), added.id],
    });
    await retryCommand(context, KEY);
    await edit();
    const { row, files } = await draftWithFiles(mirror, DRAFT);
    expect(row?.fields).toEqual({ title: 'Já mudado', corrects: null });
    expect(files.map((file) => file.id)).toEqual([uuid(51), added.id]);
    const owners = (await mirror.files.toArray()).map((file) => [file.id, file.owner]);
    expect(owners).toEqual([uuid(51), uuid(52)].map((id) => [id, `draft:${DRAFT}`]));
    expect(await mirror.chunks.count()).toBe(2);
    expect(await mirror.commands.count()).toBe(0);
  });

  it('is edited as it was sent when no correction was begun', async () => {
    await retryCommand(context, KEY);
    await edit();
    const { row, files } = await draftWithFiles(mirror, DRAFT);
    expect(row?.fields).toEqual({ title: 'Medição de novembro', corrects: null });
    expect(files.map((file) => file.id)).toEqual([uuid(50), uuid(51)]);
  });
});
