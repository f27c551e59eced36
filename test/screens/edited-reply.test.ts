// "Editar" of a waiting reply, which brings it back into the reply box.

import { chooseEditor } from '#app/device/editor-choice.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildCommand, uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { field, fill, press, seesText, until } from './harness/hand.ts';
import { NO_SYNC, openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const DOCUMENT = buildDocumentRow({ responsibles: [PEOPLE.bia] });
const DRAFT = replyDraftOf('s:1');

beforeEach(() => chooseEditor('simple'));

async function withReply(isAnswerLost: boolean) {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  await mirror.commands.put(buildCommand('respond', { id: uuid(1), answerLost: isAnswerLost }));
  return mirror;
}

const isWaiting = async (mirror: Mirror) => (await mirror.commands.where('id').equals(uuid(1)).count()) === 1;

const ADDRESS = `/admin/view-document/1?editar=${uuid(1)}`;

test('what is typed while the server is asked about the reply is replaced only after a question', async () => {
  const mirror = await withReply(true);
  let say: (answer: 'absent') => void = () => undefined;
  const promise = new Promise<'absent'>((resolve) => (say = resolve));
  const withdraw = vi.spyOn(NO_SYNC, 'withdrawCommand').mockReturnValue(promise);
  await openScreen({ mirror, path: ADDRESS });
  await until(() => expect(withdraw).toHaveBeenCalled());
  await fill('Sua resposta', 'Outra resposta.');
  const box = await field('Sua resposta');
  say('absent');
  await seesText('Trocar o rascunho atual?');
  await press('button', 'Manter');
  await until(async () => expect((await field('Sua resposta')).value).toBe('Outra resposta.'));
  // The same field, so that the focus and a letter typed in between are not lost.
  expect(await field('Sua resposta')).toBe(box);
  expect(await isWaiting(mirror)).toBe(true);
});

test('a draft in which only a person is chosen is replaced only after a question', async () => {
  const mirror = await withReply(false);
  const fields = { content: '', limitDate: DOCUMENT.limit_date, responsibleId: PEOPLE.caio.id };
  await mirror.drafts.put({ id: DRAFT, fields, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: ADDRESS });
  await seesText('Trocar o rascunho atual?');
  expect((await mirror.drafts.get(DRAFT))?.fields).toEqual(fields);
  await press('button', 'Trocar');
  await until(async () => expect((await field('Sua resposta')).value).toBe('De acordo.'));
  expect(await isWaiting(mirror)).toBe(false);
});

test('a box in which nothing is written takes the reply without a question', async () => {
  const mirror = await withReply(false);
  const { address } = await openScreen({ mirror, path: ADDRESS });
  await until(async () => expect((await field('Sua resposta')).value).toBe('De acordo.'));
  expect(await isWaiting(mirror)).toBe(false);
  await until(() => expect(address()).not.toContain('editar'));
});
