import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { writeMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { connectionOf, readConnection, type Network } from './connection.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => mirror.delete());

/** What the last answers told, what the browser says, and the one answer of both. */
const TABLE: readonly (readonly [told: Network, browserOnline: boolean, network: Network, isOffline: boolean])[] = [
  ['ok', true, 'ok', false],
  ['unstable', true, 'unstable', true],
  ['offline', true, 'offline', true],
  ['portal', true, 'portal', true],
  ['ok', false, 'offline', true],
  ['unstable', false, 'offline', true],
  ['offline', false, 'offline', true],
  ['portal', false, 'offline', true],
];

test.each(TABLE)(
  'answers told %s and the browser says online %s: %s, offline %s',
  (told, online, network, isOffline) => {
    expect(connectionOf({ told: { auth: 'ok', network: told }, hasSession: true }, online)).toEqual({
      network,
      isOffline,
      needsLogin: false,
    });
    expect(connectionOf({ told: { auth: 'needs-login', network: told }, hasSession: true }, online).needsLogin).toBe(
      true,
    );
    expect(connectionOf({ told: { auth: 'ok', network: told }, hasSession: false }, online).needsLogin).toBe(true);
  },
);

test('before the first answer only the word of the browser counts', () => {
  expect(connectionOf(undefined, true)).toEqual({ network: 'ok', isOffline: false, needsLogin: false });
  expect(connectionOf(undefined, false)).toEqual({ network: 'offline', isOffline: true, needsLogin: false });
});

test('the mirror answers with what was written last', async () => {
  expect((await readConnection(mirror, true)).network).toBe('ok');
  await writeMeta(mirror, { name: 'connection', value: { auth: 'needs-login', network: 'portal' } });
  expect(await readConnection(mirror, true)).toEqual({ network: 'portal', isOffline: true, needsLogin: true });
});
