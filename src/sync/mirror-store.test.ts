import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../test/builders/build-page.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { mirrorStore } from './mirror-store.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

const over = { stored_status: 'completed', last_activity_at: '2020-01-01T00:00:00.000Z' } as const;

it('fetches first what may name a command whose answer was lost, however old its document', async () => {
  const rows = [
    buildDocumentRow({ id: 1, created_by: 7 }),
    buildDocumentRow({ id: 2, ...over }),
    buildDocumentRow({ id: 3, ...over }),
  ];
  await applyPage(mirror, buildPage(rows.map(putDocument)));
  await mirror.commands.put(buildCommand('respond', { documentKey: 's:3', state: 'unknown' }));
  const store = mirrorStore({ mirror, userId: 7 });
  expect(await store.staleDetails({ limit: 50, nowMs: NOW_MS, skip: new Set() })).toEqual([3, 1]);
});
