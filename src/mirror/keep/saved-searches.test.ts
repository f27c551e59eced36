import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { buildSession } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { eraseMirror } from '../opening/erase-mirror.ts';
import { openMirror } from '../opening/open-mirror.ts';
import {
  removeSearch,
  restoreSearch,
  SAVED_SEARCHES_MAX,
  savedSearches,
  saveSearch,
  SEARCH_NAME_MAX,
} from './saved-searches.ts';

const address = '/admin/manage-documents?overdue=true';
const build = (id: string, name = `Busca ${id}`) => ({ id, name, address });
const open = () => openTestMirror(buildSession());

it('saved searches stand in the order in which they were saved, under their names without blanks around', async () => {
  const mirror = await open();
  expect(await savedSearches(mirror)).toEqual([]);
  expect(await saveSearch(mirror, build('a', '  Atrasados de Obras '))).toBe('none');
  expect(await saveSearch(mirror, build('b'))).toBe('none');
  expect(await savedSearches(mirror)).toEqual([build('a', 'Atrasados de Obras'), build('b')]);
});

it('another name keeps the search, its address and its place', async () => {
  const mirror = await open();
  await saveSearch(mirror, build('a'));
  await saveSearch(mirror, build('b'));
  expect(await saveSearch(mirror, build('a', 'Outra'))).toBe('none');
  expect((await savedSearches(mirror)).map((one) => one.name)).toEqual(['Outra', 'Busca b']);
});

it('a removal that is taken back puts the search where it stood', async () => {
  const mirror = await open();
  for (const id of ['a', 'b', 'c']) await saveSearch(mirror, build(id));
  const at = await removeSearch(mirror, 'b');
  expect((await savedSearches(mirror)).map((one) => one.id)).toEqual(['a', 'c']);
  expect(await restoreSearch(mirror, { search: build('b'), at })).toBe('none');
  expect(await restoreSearch(mirror, { search: build('b'), at })).toBe('none');
  expect((await savedSearches(mirror)).map((one) => one.id)).toEqual(['a', 'b', 'c']);
  expect(await removeSearch(mirror, 'z')).toBe(-1);
});

it.each([
  ['blank', '  '],
  ['name_taken', 'busca Á'],
] as const)('a search is refused as %s under the name "%s"', async (refusal, name) => {
  const mirror = await open();
  await saveSearch(mirror, build('a', 'Busca a'));
  expect(await saveSearch(mirror, build('b', name))).toBe(refusal);
  expect(await savedSearches(mirror)).toHaveLength(1);
});

it('no more searches are saved than the bound, and names and addresses are bounded', async () => {
  const mirror = await open();
  for (let at = 1; at <= SAVED_SEARCHES_MAX; at += 1) await saveSearch(mirror, build(String(at)));
  expect(await saveSearch(mirror, build('more'))).toBe('too_many');
  expect(await saveSearch(mirror, build('1', 'x'.repeat(100)))).toBe('none');
  const [first] = await savedSearches(mirror);
  expect(first?.name).toHaveLength(SEARCH_NAME_MAX);
  await removeSearch(mirror, '1');
  expect(await saveSearch(mirror, { ...build('long'), address: `${address}&search=${'a'.repeat(2000)}` })).toBe(
    'too_long',
  );
});

it('saved searches leave the device with the rest of the person’s data', async () => {
  const me = buildSession().id;
  await saveSearch(openMirror(me), build('a'));
  await eraseMirror(me);
  expect(await savedSearches(openMirror(me))).toEqual([]);
});
