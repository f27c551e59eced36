// Fields that are written in: days, titles, lists and the two editors.

import { expect, it } from 'vitest';
import { all } from './harness/accessible.ts';
import { field, fill, find, key, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';
import { visit } from './harness/visit.ts';

const NEW = '/admin/create-documents';

it('a short day is completed when the field is left, and the calendar opens on it', async () => {
  await visit(NEW);
  await fill('Data limite', '27/11');
  await until(async () => expect((await field('Data limite')).value).toBe('27/11/'));
  (await field('Data limite')).blur();
  await find('button', 'Data limite 27/11/2026');
  await until(async () => expect((await field('Data limite')).value).toBe('27/11/2026'));
});

it('a day that is typed in full is taken before the field is left', async () => {
  await visit(NEW);
  await fill('Data limite', '27/11/2026');
  await find('button', 'Data limite 27/11/2026');
  expect(document.activeElement).toBe(await field('Data limite'));
});

it.each([
  ['31/02/2027', 'Escreva o dia como dd/mm/aaaa.'],
  ['19/11/2026', 'Escolha um dia a partir de 20/11/2026.'],
])('the day %s stays in the field with a sentence, and the form asks for a day', async (typed, sentence) => {
  await visit(NEW);
  await fill('Data limite', '27/11/2026');
  await find('button', 'Data limite 27/11/2026');
  await fill('Data limite', typed);
  key(await field('Data limite'), 'Enter');
  await seesText(sentence);
  await until(() => expect(pageText()).toMatch(/Falta: .*data limite/));
  expect((await field('Data limite')).value).toBe(typed);
});

it('a press on a field with a list opens the list; the focus alone does not', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: NEW });
  const subject = await field('Assunto');
  subject.focus();
  expect(names('listbox')).toEqual([]);
  subject.click();
  await until(() => expect(all('option').length).toBeGreaterThan(0));
});

it('a title takes a pasted line break as a space', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: NEW });
  await fill('Título', 'Interdição da rua\r\n  das Aroeiras');
  await until(async () => expect((await field('Título')).value).toBe('Interdição da rua das Aroeiras'));
});

it('the simple editor is chosen for the device, and the text goes with the choice', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: NEW });
  await press('button', 'Editor simples');
  await fill('Texto', 'Segue o relatório.');
  await press('button', 'Editor com formatação');
  await until(() => expect(document.querySelector('[role=textbox]')?.textContent).toContain('Segue o relatório.'));
  await press('button', 'Editor simples');
  await until(async () => expect((await field('Texto')).value).toBe('Segue o relatório.'));
});

it('the toolbar says "Texto" while no heading is applied', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: NEW });
  expect((await find('button', 'Nível do título: Texto')).textContent).toBe('Texto');
});
