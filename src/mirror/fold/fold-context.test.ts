import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { countRows } from '../../../test/builders/count-rows.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { Mirror } from '../store/schema.ts';
import { foldContextOf } from './fold-context.ts';
import { refold } from './refold.ts';

let mirror: Mirror;
let other: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  // Another tab or the worker, over the same database.
  other = new Mirror(mirror.name);
  await other.open();
});
afterEach(async () => {
  other.close();
  await mirror.delete();
});

const NAMES = ['users', 'organizations', 'document_subjects'] as const;
const davi = (name: string, rev: number) => {
  const row = buildUser({ ...PEOPLE.davi, name }, { rev });
  return { collection: 'users', op: 'put', id: row.id, rev, row } as const;
};
const nameOf = async (at: Mirror) => (await foldContextOf(at)).people.get(PEOPLE.davi.id)?.ref.name;

it('a fold reads no names again while reference data stays the same', async () => {
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 1 }))]));
  await mirror.commands.put(buildCommand('respond', { documentKey: 's:1' }));
  await refold(mirror, 's:1');
  const read = countRows(mirror, NAMES);
  for (let times = 0; times < 5; times += 1) await refold(mirror, 's:1');
  expect(read()).toEqual({ users: 0, organizations: 0, document_subjects: 0 });
});

it('a name that changes is known to every context at its next fold', async () => {
  expect([await nameOf(mirror), await nameOf(other)]).toEqual([PEOPLE.davi.name, PEOPLE.davi.name]);
  await applyPage(mirror, buildPage([davi('Davi Antônio', 50)]));
  expect([await nameOf(mirror), await nameOf(other)]).toEqual(['Davi Antônio', 'Davi Antônio']);
  await applyPage(other, buildPage([davi('Davi José', 51)]));
  expect([await nameOf(mirror), await nameOf(other)]).toEqual(['Davi José', 'Davi José']);
});

it('a page that is undone leaves no name behind', async () => {
  expect(await nameOf(mirror)).toBe(PEOPLE.davi.name);
  await mirror.commands.put(buildCommand('respond', { documentKey: 's:1' }));
  const undone = mirror.transaction('rw', mirror.tables, async () => {
    await applyPage(mirror, buildPage([davi('Davi Antônio', 50)]));
    throw new Error('killed');
  });
  await expect(undone).rejects.toThrow('killed');
  expect(await nameOf(mirror)).toBe(PEOPLE.davi.name);
  await applyPage(mirror, buildPage([davi('Davi José', 51)]));
  expect(await nameOf(mirror)).toBe('Davi José');
});
