import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildReply } from '../../test/builders/build-reply.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createConnection } from './connection.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

it('the connection keeps what an answer told after the browser has closed the database', async () => {
  const connection = createConnection(mirror);
  mirror.close();
  await connection.probed('portal');
  mirror.close();
  await connection.loggedIn(0);
  expect(await readMeta(mirror, 'connection')).toEqual({ auth: 'ok', network: 'portal' });
});

it.each([
  ...[400, 403, 404, 413, 414, 415, 431].map((status) => [status, 'ok'] as const),
  [200, 'portal'],
  [407, 'portal'],
  [502, 'unstable'],
  [511, 'portal'],
] as const)('a page in the place of an answer, with %i, leaves the connection %s', async (status, network) => {
  const connection = createConnection(mirror);
  await connection.heard(buildReply(status));
  expect((await connection.state()).network).toBe(network);
});

it('a success whose JSON arrived damaged says nothing of the connection by itself', async () => {
  const connection = createConnection(mirror);
  await connection.heard(buildReply(200, undefined, { header: () => 'application/json' }));
  expect((await connection.state()).network).toBe('ok');
});

it('an answer that tells nothing new is not written, so that it waits for nobody who reads', async () => {
  const connection = createConnection(mirror);
  await connection.heard(buildReply(200));
  const writing = vi.spyOn(mirror, 'transaction');
  await connection.heard(buildReply(200));
  expect(writing).not.toHaveBeenCalled();
  await connection.heard(buildReply(502));
  expect(writing).toHaveBeenCalledOnce();
});
