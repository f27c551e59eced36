// A device that is full makes space and tries a save again. What happened to the draft meanwhile
// stays.

import { replaceDraft } from '#app/shared/draft/open-drafts.ts';
import { type Draft, useDraft } from '#app/shared/draft/use-draft.ts';
import { loadDraft, saveDraft } from '#mirror/keep/drafts.ts';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { until } from './harness/hand.ts';

const EMPTY = { content: '' };

/** A form on a device that is full for its first save, and empties itself once it is told to. */
async function openForm() {
  const mirror = await openTestMirror();
  let empty: () => void = () => undefined;
  const emptied = new Promise<boolean>((resolve) => (empty = () => resolve(true)));
  let isWaiting = false;
  mirror.makeSpace = () => {
    isWaiting = true;
    return emptied;
  };
  vi.spyOn(mirror.drafts, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const drafts: Draft<typeof EMPTY>[] = [];
  let timeMs = NOW_MS;
  function Form() {
    const stored = { row: null, files: [] };
    const now = () => (timeMs += 1);
    drafts.push(useDraft({ mirror, id: 'create', empty: EMPTY, stored, now, newId: () => crypto.randomUUID() }));
    return null;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Form />));
  const [form] = drafts;
  if (form === undefined) throw new Error('the form was not drawn');
  form.change({ content: '<p>Um texto.</p>' });
  await until(() => expect(isWaiting).toBe(true));
  return { mirror, form, empty };
}

test('the text of the last save stays when an earlier one is tried again after it', async () => {
  const { mirror, form, empty } = await openForm();
  form.change({ content: '<p>Outro texto, mais longo.</p>' });
  await until(async () => expect(await loadDraft(mirror, 'create')).toBeDefined());
  const saved = await loadDraft(mirror, 'create');
  empty();
  await form.flush();
  const kept = await loadDraft(mirror, 'create');
  expect(kept?.fields).toEqual({ content: '<p>Outro texto, mais longo.</p>' });
  expect(kept?.savedAtMs).toBeGreaterThan(saved?.savedAtMs ?? Infinity);
});

test('a draft that is discarded while a save waits for space does not come back', async () => {
  const { mirror, form, empty } = await openForm();
  const discarded = form.discard();
  empty();
  await discarded;
  await form.flush();
  expect(await loadDraft(mirror, 'create')).toBeUndefined();
});

test('a draft that is replaced while a save waits for space stays replaced', async () => {
  const { mirror, form, empty } = await openForm();
  const row = { id: 'create', fields: { content: '<p>De volta.</p>' }, fileIds: [], savedAtMs: NOW_MS };
  const replaced = replaceDraft('create', async () => void (await saveDraft(mirror, row)));
  empty();
  await replaced;
  await form.flush();
  expect(await loadDraft(mirror, 'create')).toEqual(row);
});
