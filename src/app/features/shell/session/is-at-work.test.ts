import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../../../test/builders/moments.ts';
import { openTestMirror } from '../../../../../test/builders/open-test-mirror.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { saveDraft } from '#mirror/keep/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { registerForm } from '../../../shared/draft/open-forms.ts';
import { isAtWork } from './is-at-work.ts';

const REPLY = 'reply:s:1';

let mirror: Mirror;
let close: () => void = () => undefined;

beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  close();
  await mirror.delete();
});

const save = async (content: string) =>
  void (await saveDraft(mirror, { id: REPLY, fields: { content }, fileIds: [], savedAtMs: NOW_MS }));
const openForm = (flush: () => Promise<void>) => {
  close = registerForm(REPLY, { flush, release: () => undefined, resume: () => undefined });
};

test('an open form with unsaved words counts as work', async () => {
  openForm(() => save('<p>Respondido sem sess</p>'));
  expect(await isAtWork(mirror)).toBe(true);
});

test('a reply that becomes a command during the check counts as work', async () => {
  openForm(async () => {
    await mirror.commands.put(buildCommand('respond', { id: uuid(1), state: 'queued' }));
  });
  expect(await isAtWork(mirror)).toBe(true);
});

test('a form that can not be saved counts as work', async () => {
  openForm(() => Promise.reject(new Error('no room')));
  expect(await isAtWork(mirror)).toBe(true);
});

test('an empty form does not count as work', async () => {
  openForm(() => save('<p></p>'));
  expect(await isAtWork(mirror)).toBe(false);
});

test('a draft that no form shows does not count as work', async () => {
  await save('<p>Ciente.</p>');
  expect(await isAtWork(mirror)).toBe(false);
});

test('a view that waits to be sent does not count as work', async () => {
  await mirror.commands.put(buildCommand('record-view', { state: 'queued' }));
  expect(await isAtWork(mirror)).toBe(false);
});
