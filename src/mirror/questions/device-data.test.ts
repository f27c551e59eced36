import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { saveDraft } from '../keep/drafts.ts';
import { cacheServerFile, trimCache } from '../keep/cached-files.ts';
import { keepFile } from '../keep/files.ts';
import { draftOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { deviceData } from './device-data.ts';
import { supportRecord } from './support-record.ts';

let mirror: Mirror;

beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await mirror.delete();
});

const file = (bytes: number, name: string) => Object.assign(new Blob(['x'.repeat(bytes)]), { name });

async function work(): Promise<void> {
  const blob = file(700, 'laudo.pdf');
  await cacheServerFile(mirror, { serverFileId: 4, name: 'laudo.pdf', mime: 'application/pdf', blob, nowMs: NOW_MS });
  await keepFile(mirror, { id: uuid(9), owner: draftOwnerOf('create'), file: file(300, 'foto.pdf'), nowMs: NOW_MS });
  await saveDraft(mirror, {
    id: 'create',
    fields: { title: 'Interdição da Rua das Aroeiras' },
    fileIds: [uuid(9)],
    savedAtMs: NOW_MS,
  });
  await mirror.commands.put(buildCommand('respond', { id: uuid(1), state: 'queued' }));
}

test('attachments, documents and own work are counted apart', async () => {
  await work();
  const data = await deviceData(mirror);
  expect(data.attachments).toEqual({ count: 1, bytes: 700, pinnedDocuments: 0 });
  expect(data.documents.count).toBe(1);
  expect(data.documents.bytes).toBeGreaterThan(100);
  expect(data.own).toMatchObject({ unsent: 1, drafts: 1 });
  expect(data.own.bytes).toBeGreaterThan(300);
});

test('the rows of every collection count, holidays too', async () => {
  const before = await deviceData(mirror);
  await mirror.holidays.put({
    id: 1,
    rev: 1,
    day: '2026-12-08',
    name: 'Padroeira',
    kind: 'municipal',
    exempt_organization_ids: [],
    command_id: null,
  });
  expect((await deviceData(mirror)).reference.bytes).toBeGreaterThan(before.reference.bytes);
});

test('clearing the attachments leaves own work and its files', async () => {
  await work();
  const before = await deviceData(mirror);
  await trimCache(mirror, 0);
  const after = await deviceData(mirror);
  expect(after.attachments).toEqual({ count: 0, bytes: 0, pinnedDocuments: 0 });
  expect(after.own).toEqual(before.own);
});

test('the record for the support holds no text, name, number or file', async () => {
  await work();
  const record = await supportRecord(mirror);
  expect(record.acts).toMatchObject([{ type: 'respond', state: 'queued', attempts: 0 }]);
  const written = JSON.stringify(record);
  const [command] = await mirror.commands.toArray();
  const documents = await mirror.documents.toArray();
  for (const secret of ['Aroeiras', 'laudo', 'foto', uuid(1), uuid(9), documents[0]?.title, command?.documentKey])
    expect(written).not.toContain(secret);
});
