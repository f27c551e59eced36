// The reply box on a phone: text first, the rest behind "Mais".

import { saveDraft } from '#mirror/keep/drafts.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, it } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { all } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const openDocument = (fill: (mirror: Mirror) => Promise<unknown> = withDocuments) =>
  visit('/admin/view-document/1', { role: 'Servidor', width: 'phone', fill });

it('the first press on the line puts the focus into the text, within the press', async () => {
  await openDocument();
  (await find('button', 'Escreva sua resposta')).click();
  expect(document.activeElement).toBe(await field('Sua resposta'));
  expect(document.activeElement?.localName).toBe('textarea');
});

it('the box is drawn before it is opened, and nobody can reach it until then (S145)', async () => {
  await openDocument();
  await find('button', 'Escreva sua resposta');
  await until(() => expect(document.querySelector('main textarea')).not.toBeNull());
  expect(names('textbox')).not.toContain('Sua resposta');
  expect(document.querySelector('[data-writing]')).toBeNull();
  await press('button', 'Escreva sua resposta');
  expect(names('textbox')).toContain('Sua resposta');
  expect(document.querySelector('[data-writing]')).not.toBeNull();
});

it('the open box has text, files, "Mais" and Responder; the rest comes by "Responder com formatação"', async () => {
  await openDocument();
  await press('button', 'Escreva sua resposta');
  await find('button', 'Anexar arquivos');
  await find('button', 'Responder');
  expect(names('toolbar')).toEqual([]);
  expect(names('combobox')).not.toContain('Transferir para');
  await fill('Sua resposta', 'A equipe vai amanhã.');
  await press('button', 'Mais');
  await press('button', /^Responder com formatação/);
  await until(() => expect(names('combobox')).toContain('Transferir para'));
  await until(() =>
    expect(
      all('textbox')
        .map((one) => one.textContent)
        .join(),
    ).toContain('A equipe vai amanhã.'),
  );
});

it('folding the open box keeps what is written and gives the focus to its line', async () => {
  await openDocument();
  await press('button', 'Escreva sua resposta');
  await fill('Sua resposta', 'A equipe vai amanhã.');
  await press('button', 'Recolher a resposta');
  expect(document.querySelector('main textarea, [data-writing]')).toBeNull();
  expect(document.activeElement).toBe(await find('button', 'Continuar rascunho'));
  await press('button', 'Continuar rascunho');
  expect((await field('Sua resposta')).value).toBe('A equipe vai amanhã.');
});

it('a draft with formatting opens the whole box, so that nothing of it is lost', async () => {
  await openDocument(async (mirror) => {
    await withDocuments(mirror);
    const [document] = await mirror.documents.toArray();
    const fields = { content: '<p>Vai <strong>hoje</strong></p>', limitDate: null, responsibleId: null };
    await saveDraft(mirror, { id: replyDraftOf(document?.key ?? ''), fields, fileIds: [], savedAtMs: NOW_MS });
  });
  await press('button', 'Continuar rascunho');
  await until(() => expect(names('combobox')).toContain('Transferir para'));
  await seesText('Vai hoje');
});

it('a date that is cleared to type another one keeps its field', async () => {
  await openDocument(async (mirror) => {
    await withDocuments(mirror);
    const [document] = await mirror.documents.toArray();
    const fields = { content: '<p>Falta a vistoria</p>', limitDate: '2027-03-05', responsibleId: null };
    await saveDraft(mirror, { id: replyDraftOf(document?.key ?? ''), fields, fileIds: [], savedAtMs: NOW_MS });
  });
  await press('button', 'Continuar rascunho');
  await until(async () => expect((await field(/^Data limite/)).value).toBe('05/03/2027'));
  await fill(/^Data limite/, '');
  await seesText('Falta:');
  await fill(/^Data limite/, '09/03/2027');
  await until(async () => expect((await field(/^Data limite/)).value).toBe('09/03/2027'));
  await until(async () => expect((await find('button', 'Prorrogar')).hasAttribute('disabled')).toBe(false));
});

it('what is typed last is sent, although the box around the text has not been drawn since (S109)', async () => {
  const { mirror } = await openDocument();
  await press('button', 'Escreva sua resposta');
  await fill('Sua resposta', 'A equipe');
  const send = await find('button', 'Responder');
  await until(() => expect(send.hasAttribute('disabled')).toBe(false));
  await fill('Sua resposta', 'A equipe vai amanhã.');
  send.click();
  await until(async () => {
    const command = (await mirror.commands.toArray()).find(({ type }) => type === 'respond');
    expect(command?.payload).toMatchObject({ content: '<p>A equipe vai amanhã.</p>' });
  });
});
