import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { buildSession } from '../../../test/builders/build-people.ts';
import { writeMeta } from '../store/storage.ts';
import { isEmptied } from './is-emptied.ts';
import { letGo, openMirror } from './open-mirror.ts';

const NAME = 'malote-7';

afterEach(async () => {
  letGo(7);
  await Dexie.delete(NAME);
});

it('is said of a database that is gone, and makes none', async () => {
  expect(await isEmptied(NAME)).toBe(true);
  expect(await Dexie.getDatabaseNames()).not.toContain(NAME);
});

it('is said of one that came back without a session, and of one without any table', async () => {
  await openMirror(7).commands.count();
  expect(await isEmptied(NAME)).toBe(true);
  letGo(7);
  await Dexie.delete(NAME);
  const bare = new Dexie(NAME);
  bare.version(1).stores({ other: 'id' });
  await bare.open();
  bare.close();
  expect(await isEmptied(NAME)).toBe(true);
});

it('is not said of the mirror of a person who is logged in', async () => {
  await writeMeta(openMirror(7), { name: 'session', value: buildSession() });
  expect(await isEmptied(NAME)).toBe(false);
});
