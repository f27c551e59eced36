import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession, buildSubject, buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW_MS, TODAY } from '../../../test/builders/moments.ts';
import {
  buildContext,
  openTestMirror,
  assertFolded,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { noteReferenceChange } from '#mirror/engine/changes.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { completeDocument, reopenDocument } from './complete-document.ts';
import { createDocument, type CreateDocumentFields } from './create-document.ts';
import { recordView } from './record-view.ts';
import { respond, type RespondFields } from './respond.ts';

let mirror: Mirror;
let context: TestContext;

beforeEach(async () => {
  mirror = await openTestMirror();
  context = buildContext(mirror);
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

async function mirrored(overrides: Parameters<typeof buildDocumentRow>[0] = {}): Promise<void> {
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow(overrides))]));
}

async function attach(owner: string, n = 1): Promise<string> {
  const file = Object.assign(new Blob(['conteúdo']), { name: `anexo-${n}.pdf` });
  return (await keepFile(mirror, { id: uuid(n), owner, file, nowMs: NOW_MS })).id;
}

const fields: CreateDocumentFields = {
  document_subject_id: 1,
  type: 'general_document',
  organization_ids: [SECTORS.traffic.id],
  user_ids: [PEOPLE.bia.id],
  title: 'Medição de novembro',
  physical_document_number: 'Ofício nº 120/2026',
  limit_date: '2026-12-01',
  content: '<p>Segue.</p>',
  tags: [{ title: '  Medição ', type: 'keyword', user_id: null }],
  is_exception: false,
  exception_reason: null,
};

describe('createDocument', () => {
  it('stores command, files and pencil view together, drops the draft and wakes the worker', async () => {
    const fileId = await attach('draft:create');
    await mirror.drafts.put({ id: 'create', fields: {}, fileIds: [fileId], savedAtMs: NOW_MS });
    const stored = await createDocument(context, { fields, fileIds: [fileId], draftId: 'create' });
    expect(stored).toEqual({ kind: 'stored', commandId: uuid(1001), documentKey: uuid(1001) });
    expect(await mirror.commands.toArray()).toMatchObject([
      {
        seq: 1,
        actorId: 7,
        tenantId: 1,
        version: 1,
        state: 'queued',
        performedAtMs: NOW_MS,
        dueAtMs: NOW_MS,
        basedOn: null,
      },
    ]);
    expect(await mirror.documents.get(uuid(1001))).toMatchObject({
      title: 'Medição de novembro',
      tags: [{ title: 'medição' }],
      pencil: { document: true },
    });
    expect((await mirror.files.get(fileId))?.owner).toBe(`command:${uuid(1001)}`);
    expect(await mirror.drafts.count()).toBe(0);
    expect(context.wakes()).toBe(1);
  });

  it('answers refusals as values, with the fields of the wire, and stores nothing', async () => {
    const refused = await createDocument(context, {
      fields: {
        ...fields,
        title: ' ',
        content: '<p> </p>',
        limit_date: '2026-11-19',
        user_ids: [99],
        document_subject_id: 5,
      },
      fileIds: [],
    });
    expect(refused.kind === 'refused' && refused.refusals.map((one) => `${one.field}:${one.code}`)).toEqual([
      'title:required',
      'content:required',
      'document_subject_id:subject_unknown',
      'limit_date:limit_date_before_today',
      'user_ids:responsible_unknown',
      'files:required',
    ]);
    expect([await mirror.commands.count(), context.wakes()]).toEqual([0, 0]);
  });

  it('asks for the tick outside the window, and drops a tick that was not needed (rule C1)', async () => {
    const fileIds = [await attach('draft:create')];
    await mirror.document_subjects.put(buildSubject({ submission_start_day: 1, submission_end_day: 5 }));
    const refused = await createDocument(context, { fields, fileIds });
    expect(refused).toMatchObject({ refusals: [{ code: 'exception_required', field: 'is_exception' }] });
    const ticked = { ...fields, is_exception: true, exception_reason: 'chuva' };
    await createDocument(context, { fields: ticked, fileIds });
    await mirror.document_subjects.put(buildSubject());
    await createDocument(context, { fields: ticked, fileIds: [await attach('draft:create', 2)] });
    const payloads = (await mirror.commands.toArray()).map((one) => one.payload);
    expect(payloads).toMatchObject([
      { is_exception: true, exception_reason: 'chuva' },
      { is_exception: false, exception_reason: null },
    ]);
  });

  it('counts days in the tenant’s zone by the corrected clock (rules A9, A10)', async () => {
    const fileIds = [await attach('draft:create')];
    // 23:30 of the 20th in São Paulo, by a device that is an hour behind.
    context.nowMs = Date.parse('2026-11-21T01:30:00Z');
    const ahead = { ...context, offsetMs: async () => 3_600_000 };
    const sameDay = await createDocument(
      { ...ahead, clock: () => context.nowMs },
      { fields: { ...fields, limit_date: TODAY }, fileIds },
    );
    expect(sameDay.kind).toBe('stored');
    context.nowMs += 3_600_000;
    const nextDay = await createDocument(
      { ...ahead, clock: () => context.nowMs },
      { fields: { ...fields, limit_date: TODAY }, fileIds },
    );
    expect(nextDay).toMatchObject({ refusals: [{ code: 'limit_date_before_today' }] });
  });

  it('leaves nothing behind when the device can’t store it', async () => {
    const fileId = await attach('draft:create');
    await mirror.drafts.put({ id: 'create', fields: {}, fileIds: [fileId], savedAtMs: NOW_MS });
    mirror.table('documents').hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(createDocument(context, { fields, fileIds: [fileId], draftId: 'create' })).rejects.toBeInstanceOf(
      StorageTrouble,
    );
    expect(await mirror.commands.count()).toBe(0);
    expect((await mirror.files.get(fileId))?.owner).toBe('draft:create');
    expect(await mirror.drafts.count()).toBe(1);
    expect(context.wakes()).toBe(0);
  });
});

const reply = {
  documentKey: 's:1',
  content: '<p>De acordo.</p>',
  limitDate: null,
  responsibleIds: null,
  organizationIds: [],
  fileIds: [],
};

describe('respond', () => {
  it('keeps the folded document that its author saw as its guard', async () => {
    await mirrored();
    await respond(context, { ...reply, content: '', limitDate: '2026-12-05' });
    await respond(context, { ...reply, content: '', responsibleIds: [9] });
    const guards = (await mirror.commands.toArray()).map((one) => one.basedOn);
    expect(guards).toEqual([
      { status: 'under_review', limit_date: '2026-11-27', responsible_ids: [8] },
      { status: 'extended', limit_date: '2026-12-05', responsible_ids: [8] },
    ]);
    expect(await mirror.documents.get('s:1')).toMatchObject({
      stored_status: 'extended',
      responsibles: [PEOPLE.caio],
      organizations: [SECTORS.archive],
      pencil: { limitDate: true, responsibles: true },
    });
  });

  it('takes the current date as no date asked for (rule A8)', async () => {
    await mirrored();
    await respond(context, { ...reply, limitDate: '2026-11-27' });
    expect((await mirror.commands.get(1))?.payload).toMatchObject({ limit_date: null });
  });

  it('stays in the lane of a document made here', async () => {
    const made = await createDocument(context, { fields, fileIds: [await attach('draft:create')] });
    const documentKey = made.kind === 'stored' ? made.documentKey : '';
    await respond(context, { ...reply, documentKey, fileIds: [await attach('draft:reply', 2)] });
    expect((await mirror.commands.toArray()).map((one) => one.documentKey)).toEqual([documentKey, documentKey]);
    expect(await mirror.documents.get(documentKey)).toMatchObject({ interactions_count: 1, files_count: 2 });
  });

  it.each<[string, Partial<RespondFields>, object]>([
    ['nothing to send', { content: '<p></p>' }, { code: 'nothing_to_send' }],
    ['an earlier date', { limitDate: '2026-11-21' }, { code: 'limit_date_before_current', field: 'limit_date' }],
    ['the same person', { responsibleIds: [8] }, { code: 'same_responsible', field: 'responsible_ids' }],
    ['someone inactive', { responsibleIds: [10] }, { code: 'responsible_inactive', field: 'responsible_ids' }],
    ['an unknown document', { documentKey: 's:9' }, { code: 'not_allowed' }],
  ])('refuses %s', async (_name, change, refusal) => {
    await mirrored();
    await mirror.users.put(buildUser(PEOPLE.davi, { status: 'inactive' }));
    await noteReferenceChange(mirror);
    expect(await respond(context, { ...reply, ...change })).toMatchObject({ kind: 'refused', refusals: [refusal] });
    expect(await mirror.commands.count()).toBe(0);
  });
});

describe('completeDocument and reopenDocument', () => {
  it('completing says the limit date that its author sees', async () => {
    await mirrored({ limit_date: '2026-12-09' });
    expect(await completeDocument(context, { documentKey: 's:1' })).toMatchObject({ kind: 'stored' });
    expect(await mirror.commands.toArray()).toMatchObject([
      { type: 'complete-document', payload: { limit_date: '2026-12-09' }, basedOn: { limit_date: '2026-12-09' } },
    ]);
  });

  it('complete, reopen and complete again, in pencil', async () => {
    await mirrored();
    await completeDocument(context, { documentKey: 's:1' });
    expect(await completeDocument(context, { documentKey: 's:1' })).toMatchObject({ kind: 'refused' });
    await reopenDocument(context, { documentKey: 's:1', limitDate: null });
    expect(await reopenDocument(context, { documentKey: 's:1', limitDate: null })).toMatchObject({ kind: 'refused' });
    await completeDocument(context, { documentKey: 's:1' });
    expect((await mirror.commands.toArray()).map((one) => one.type)).toEqual([
      'complete-document',
      'reopen-document',
      'complete-document',
    ]);
    expect((await mirror.documents.get('s:1'))?.stored_status).toBe('completed');
  });

  it('reopens what is overdue only with a date from today on, and does not complete it before (rules A3, A7)', async () => {
    await mirrored({ limit_date: '2026-11-19' });
    expect(await completeDocument(context, { documentKey: 's:1' })).toMatchObject({
      refusals: [{ code: 'document_overdue' }],
    });
    expect(await reopenDocument(context, { documentKey: 's:1', limitDate: null })).toMatchObject({
      refusals: [{ code: 'required' }],
    });
    await reopenDocument(context, { documentKey: 's:1', limitDate: TODAY });
    expect((await completeDocument(context, { documentKey: 's:1' })).kind).toBe('stored');
  });

  it('refuse people who are not concerned', async () => {
    await mirrored();
    const other = buildContext(mirror, buildSession({ id: PEOPLE.davi.id }));
    expect(await completeDocument(other, { documentKey: 's:1' })).toMatchObject({
      refusals: [{ code: 'not_allowed' }],
    });
  });
});

describe('recordView', () => {
  it('stores an event of its own, and notes that the document was opened', async () => {
    await mirrored({ stored_status: 'pending', responsibles: [PEOPLE.ana] });
    await applyDetails(mirror, [buildDetails(buildDocumentRow())]);
    await recordView(context, { documentKey: 's:1', offline: true });
    expect(await mirror.commands.toArray()).toMatchObject([{ type: 'record-view', payload: { offline: true } }]);
    expect((await mirror.documents.get('s:1'))?.stored_status).toBe('under_review');
    expect((await mirror.details.get('s:1'))?.openedAtMs).toBe(NOW_MS);
  });
});
