import { expect, it } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { applyPage } from './apply-page.ts';

const HEARD_MS = Date.parse('2026-11-20T12:00:00.000Z');
const page = buildPage([putDocument(buildDocumentRow())], {
  server_time: '2026-11-20T12:00:05.000Z',
  minimum_client: 3,
});

const noted = async (mirror: Mirror) => ({
  refreshedAtMs: await readMeta(mirror, 'refreshedAtMs'),
  clockOffsetMs: await readMeta(mirror, 'clockOffsetMs'),
  minimumClient: await readMeta(mirror, 'minimumClient'),
});

it('a page notes its time, the clock of the server and its protocol; half a second of the clock is no news', async () => {
  const mirror = await openTestMirror();
  await applyPage(mirror, { ...page, heardMs: HEARD_MS });
  expect(await noted(mirror)).toEqual({ refreshedAtMs: HEARD_MS, clockOffsetMs: 5_000, minimumClient: 3 });
  const later = HEARD_MS + 60_500;
  await applyPage(mirror, { ...page, server_time: '2026-11-20T12:01:05.000Z', minimum_client: 4, heardMs: later });
  expect(await noted(mirror)).toEqual({ refreshedAtMs: later, clockOffsetMs: 5_000, minimumClient: 4 });
});

it('a page that can not be stored notes nothing', async () => {
  const mirror = await openTestMirror();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.table('documents').hook('creating', full);
  await expect(applyPage(mirror, { ...page, heardMs: HEARD_MS })).rejects.toThrow('quota');
  expect(await noted(mirror)).toEqual({
    refreshedAtMs: undefined,
    clockOffsetMs: undefined,
    minimumClient: undefined,
  });
});
