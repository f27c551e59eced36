// The worker's outbox where the browser has no Background Sync: sent once when the worker starts,
// to the address of the server.

import { rememberPerson } from '#mirror/store/person-facts.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { watchOutbox } from './outbox.ts';
import { PATHS } from '#contract/paths.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { buildDetails, buildDocumentRow } from '../test/builders/build-document.ts';
import { buildPage, putDocument } from '../test/builders/build-page.ts';
import { buildCommand } from '../test/builders/build-command.ts';
import { buildSession } from '../test/builders/build-people.ts';

const SERVER = 'https://api.example.test';
const asked: string[] = [];
const registration = {};
const worker = { registration, clients: { matchAll: async () => [] } } as unknown as Parameters<typeof watchOutbox>[0];

beforeEach(async () => {
  vi.stubEnv('VITE_API_BASE_URL', SERVER);
  vi.stubGlobal('self', worker);
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (request: unknown) => {
    asked.push(String(request));
    throw new TypeError('no network');
  });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  await openMirror(7).commands.put(buildCommand('create-document'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('asks the server of the build, and fails quietly when work is left', async () => {
  const failed: unknown[] = [];
  const hear = (reason: unknown) => failed.push(reason);
  process.on('unhandledRejection', hear);
  const outbox = await import('./outbox.ts');
  outbox.watchOutbox(worker);
  await vi.waitFor(async () => expect((await openMirror(7).commands.toArray())[0]?.state).toBe('backoff'));
  await outbox.drainAndTell(worker, openMirror(7).name);
  process.off('unhandledRejection', hear);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((address) => address.startsWith(SERVER))).toBe(true);
  expect(failed).toEqual([]);
});

it('waits for the end of an undo time, and sends then, because its page may be closed', async () => {
  const mirror = openMirror(7);
  const nowMs = Date.now();
  await mirror.commands.put(buildCommand('create-document', { undoFromMs: nowMs, dueAtMs: nowMs + 250 }));
  const outbox = await import('./outbox.ts');
  const askedAtMs: number[] = [];
  vi.stubGlobal('fetch', async () => {
    askedAtMs.push(Date.now());
    throw new TypeError('no network');
  });
  await outbox.drainAndTell(worker, mirror.name);
  expect(askedAtMs[0]).toBeGreaterThanOrEqual(nowMs + 250);
});

it('leaves what is due later than an event lasts to the next one', async () => {
  const mirror = openMirror(7);
  const later = { state: 'backoff', dueAtMs: Date.now() + 300_000 } as const;
  await mirror.commands.put(buildCommand('create-document', later));
  const outbox = await import('./outbox.ts');
  asked.length = 0;
  await outbox.drainAndTell(worker, mirror.name);
  expect(asked).toEqual([]);
});

it('fetches details for the person of this device alone', async () => {
  const mirror = openMirror(7);
  await mirror.commands.clear();
  const row = buildDocumentRow({ id: 51, rev: 60 });
  await applyPage(mirror, buildPage([putDocument(row)]));
  const { fetchDetails } = await import('./outbox.ts');
  asked.length = 0;
  await fetchDetails(worker, openMirror(8).name);
  expect(asked).toEqual([]);
  await fetchDetails(worker, mirror.name);
  // The answer is none of ours, so the server is probed after it.
  expect(asked.filter((address) => !address.endsWith(PATHS.health))).toEqual([
    expect.stringContaining(`${PATHS.syncDocuments}?ids=51`),
  ]);
});

it('tells the pages that the device has no space for details', async () => {
  const mirror = openMirror(7);
  const row = buildDocumentRow({ id: 51, rev: 60 });
  await applyPage(mirror, buildPage([putDocument(row)]));
  vi.stubGlobal('fetch', async () => Response.json({ documents: [buildDetails(row)] }));
  vi.spyOn(mirror.details, 'bulkPut').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const told: unknown[] = [];
  const matchAll = async () => [{ postMessage: (message: unknown) => told.push(message) }];
  const { fetchDetails } = await import('./outbox.ts');
  await fetchDetails({ ...worker, clients: { matchAll } } as unknown as typeof worker, mirror.name);
  expect(told).toEqual([{ type: 'full', profile: mirror.name }]);
});
