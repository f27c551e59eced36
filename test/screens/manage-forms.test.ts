// The forms of reference data: their fields, what they open with, and what they say when they are
// sent.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, it } from 'vitest';
import { buildSubject, buildUser, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { MODELS } from './harness/rows.ts';
import { buildAlert } from './harness/town.ts';
import { visit } from './harness/visit.ts';

const named = (name: string) => async () => (await find('heading', name)) && undefined;

it('a new sector has name, acronym and switch; the example is a secretariat of traffic and safety', async () => {
  const { mirror, address } = await visit('/admin/create-organizations');
  expect((await field('Nome do setor')).getAttribute('placeholder')).toMatch(/Trânsito e Segurança/);
  await find('switch', 'Status: Ativo');
  expect((await find('link', 'Cancelar')).getAttribute('href')).toBe('/admin/manage-organizations');
  await fill('Nome do setor', 'Turismo');
  await fill('Sigla', 'SETUR');
  await press('button', 'Criar');
  await seesText('Setor criado com sucesso');
  await named('Gerenciar setores')();
  expect(address()).toBe('/admin/manage-organizations');
  expect(await mirror.commands.toArray()).toHaveLength(1);
});

it('the form of a sector opens with its name, acronym and status, and Cancelar leads home', async () => {
  await visit('/admin/edit-organization/2');
  expect((await field('Crie um setor')).value).toBe('Trânsito');
  expect((await field('Iniciais do setor')).value).toBe('SEMTRAN');
  await find('switch', 'Status: Ativo');
  expect((await find('link', 'Cancelar')).getAttribute('href')).toBe('/admin/home');
  await fill('Crie um setor', 'Trânsito e Transporte');
  await press('button', 'Salvar');
  await seesText('Setor editado com sucesso');
});

/** Chooses a day of the month that the open calendar shows, and applies it. */
async function chooseDay(day: string): Promise<void> {
  const button = await until(() => {
    const found = all('gridcell')
      .flatMap((cell) => [...cell.querySelectorAll<HTMLElement>('[role="button"]')])
      .find((one) => one.textContent?.trim() === day);
    if (found === undefined) throw new Error('no calendar yet');
    return found;
  });
  button.click();
  await press('button', 'Aplicar data');
}

it('a new alert has a counted title, a date from a calendar, a description and a switch', async () => {
  await visit('/admin/create-alerts');
  expect((await field('Título')).getAttribute('maxlength')).toBe('100');
  await fill('Título', 'Recesso');
  await seesText('7/100');
  await press('button', 'Data limite dd/mm/aaaa');
  const dialog = await find('dialog', 'Data limite');
  await until(() => expect(names('button', dialog)).toContain('Aplicar data'));
  expect((await field('Data limite')).readOnly).toBe(true);
  await chooseDay('27');
  await find('button', 'Data limite 27/11/2026');
  await fill('Descrição', 'Os setores fecham ao meio-dia.');
  await find('switch', 'Status: Ativo');
  await press('button', 'Enviar');
  await seesText('Alerta criado com sucesso');
});

it('the calendar of an alert offers no day before today', async () => {
  await visit('/admin/create-alerts');
  await press('button', 'Data limite dd/mm/aaaa');
  const days = await until(() => {
    const found = all('gridcell').flatMap((cell) => [...cell.querySelectorAll('[role="button"]')]);
    if (found.length === 0) throw new Error('no calendar yet');
    return found;
  });
  const isOff = (day: string) => days.find((one) => one.textContent?.trim() === day)?.getAttribute('aria-disabled');
  expect([isOff('19'), isOff('20')]).toEqual(['true', null]);
});

it('the form of an alert opens with what it has, and Salvar says that it was edited', async () => {
  await visit('/admin/edit-alert/1', { fill: (mirror) => mirror.alerts.put(buildAlert()) });
  expect((await field('Título')).value).toBe('Recesso de fim de ano');
  expect((await field('Descrição')).value).toBe('Haverá plantão no Protocolo.');
  await find('button', 'Data limite 23/12/2026');
  await fill('Título', 'Recesso');
  await press('button', 'Salvar');
  await seesText('Alerta editado com sucesso');
});

it('a new document subject has a name, a slider of days from 0 to 31, exempt sectors and a switch', async () => {
  await visit('/admin/create-document-subjects');
  await fill('Nome', 'Frota');
  await seesText('Dia de envio');
  const handles = await until(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('input[type=range]')];
    if (found.length !== 2) throw new Error(`${found.length} handles`);
    return found;
  });
  // The first handle can't pass the second one, which stands at 0.
  expect(handles.map((one) => [nameOf(one).replace(/ Dia de envio.*/, ''), one.min, one.max])).toEqual([
    ['Dia inicial', '0', '0'],
    ['Dia final', '0', '31'],
  ]);
  await find('button', /^Setores isentos/);
  await find('switch', 'Status: Ativo');
  await press('button', 'Criar');
  await seesText('Assunto criado com sucesso');
});

const window = (mirror: Mirror) =>
  mirror.document_subjects.put(
    buildSubject({
      submission_start_day: 5,
      submission_end_day: 20,
      exempt_submission_date_organizations: [SECTORS.archive],
    }),
  );

it('the form of a document subject opens with its window and exempt sectors', async () => {
  await visit('/admin/edit-document-subjects/1', { fill: window });
  expect((await field('Nome')).value).toBe('Sinalização viária');
  await seesText('Aberta do dia 5 ao dia 20 de cada mês.');
  await find('button', /^Setores isentos.*1 setor isento/);
  await fill('Nome', 'Sinalização');
  await press('button', 'Salvar');
  await seesText('Assunto editado com sucesso');
});

it('a new model has type, sectors, file type, name, description, files and switch', async () => {
  await visit('/admin/create-models');
  await until(() =>
    expect(names('radio')).toEqual([
      expect.stringMatching(/^Modelo de documento/),
      expect.stringMatching(/^Fluxo de documentos/),
    ]),
  );
  await seesText('Somente os setores selecionados irão ter acesso a esse modelo.');
  await find('button', /^Setores Escolha os setores/);
  await find('button', /Tipo de arquivo/);
  await field('Nome');
  await field('Descrição');
  await find('button', 'Anexar');
  await find('switch', 'Status: Ativo');
  await find('button', 'Criar');
});

it('the form of a model opens with what it has; its file can be viewed, taken out and put back', async () => {
  await visit('/admin/edit-model/1', { fill: (mirror) => mirror.models.bulkPut([...MODELS]) });
  expect((await field('Nome')).value).toBe('Modelo de ofício');
  expect((await field('Descrição')).value).toBe('Para pedidos entre secretarias.');
  await until(() => expect(all('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]));
  await find('button', /^PDF Tipo de arquivo|Tipo de arquivo.*PDF/);
  await find('button', 'Ver: oficio.pdf');
  await press('button', 'Tirar oficio.pdf');
  await seesText('Sai ao salvar');
  await press('button', 'Desfazer: oficio.pdf');
  await fill('Nome', 'Ofício');
  await press('button', 'Salvar');
  await seesText('Modelo editado com sucesso');
});

it('a Word file of a model has no preview', async () => {
  await visit('/admin/edit-model/2', { fill: (mirror) => mirror.models.bulkPut([...MODELS]) });
  await find('button', 'Tirar portaria.docx');
  expect(names('button')).not.toContain('Ver: portaria.docx');
});

it('a new user has name, last name, e-mail, password, role, a searchable sector and a switch', async () => {
  await visit('/admin/create-users');
  for (const label of ['Nome', 'Sobrenome', 'E-mail']) await field(label);
  expect((await field('Senha')).getAttribute('placeholder')).toBe('Com pelo menos 6 caracteres');
  await find('button', /Papel/);
  await find('combobox', 'Setor');
  await find('switch', 'Status: Ativo');
  await find('button', 'Criar');
  expect((await find('link', 'Cancelar')).getAttribute('href')).toBe('/admin/manage-users');
});

it('the form of a user opens with what they have; the sector is a plain choice', async () => {
  const { mirror } = await visit('/admin/edit-user/8', {
    fill: (one) => one.users.put(buildUser(PEOPLE.bia, { email: 'bia@example.test' })),
  });
  expect((await field('Nome')).value).toBe('Bia');
  expect((await field('Sobrenome')).value).toBe('Souza');
  expect((await field('E-mail')).value).toBe('bia@example.test');
  expect((await field('Nova senha')).value).toBe('');
  await find('button', /Trânsito.*Setor|Setor.*Trânsito/);
  expect(names('combobox')).toEqual([]);
  await find('link', 'Cancelar');
  await fill('Sobrenome', 'Sousa');
  await press('button', 'Salvar');
  await seesText('Usuário editado com sucesso');
  expect((await mirror.commands.toArray()).map((one) => one.type)).toEqual(['update-row']);
  expect(textOf(document.body)).toContain('Gerenciar usuários');
});
