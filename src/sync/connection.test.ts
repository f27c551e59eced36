import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { readMeta } from '#mirror/meta.ts';
import type { Mirror } from '#mirror/schema.ts';
import { createConnection } from './connection.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

it('keeps what an answer told although the browser had let go of the database', async () => {
  const connection = createConnection(mirror);
  mirror.close();
  await connection.probed('portal');
  mirror.close();
  await connection.loggedIn(0);
  expect(await readMeta(mirror, 'connection')).toEqual({ auth: 'ok', network: 'portal' });
});
