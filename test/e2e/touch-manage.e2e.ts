// What a town hall's manager does on a phone, with a finger and nothing else.

import type { AlertRow, ListedOrganization, ListedUser, ModelRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Tap, fingerOn } from './finger.ts';
import { PEOPLE, test } from './fixtures.ts';
import { samplePdf } from './sample-files.ts';

const USERS = '/admin/manage-users';
/** A point of the page that no list covers: a tap there closes it. */
const OUTSIDE = { x: 4, y: 4 };

type Hand = { readonly page: Page; readonly tap: Tap };

/** Taps a field and pastes the words into it. */
async function write({ page, tap }: Hand, { label, words }: { label: string; words: string }): Promise<void> {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await tap(field);
  await expect(field).toBeFocused();
  await page.keyboard.insertText(words);
  await expect(field).toHaveValue(words);
}

/** Opens the list of a field and taps an option of it. */
async function choose({ page, tap }: Hand, { field, option }: { field: Locator; option: string }): Promise<void> {
  await tap(field);
  await tap(page.getByRole('option', { name: option }).first());
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Taps the button that sends the form, and waits for what the person is told. */
async function send({ page, tap }: Hand, { button, told }: { button: string; told: string }): Promise<void> {
  const control = page.getByRole('button', { name: button, exact: true });
  await expect(control).toBeEnabled();
  await tap(control);
  await expect(page.getByRole('region', { name: 'Mensagens' }).getByText(told).last()).toBeVisible();
}

/** The place of an element on the screen, once two frames draw it at the same place. */
async function restingBox(target: Locator): Promise<string> {
  await expect(target).toBeVisible();
  return target.evaluate(async (element) => {
    const box = () =>
      new Promise<string>((drawn) =>
        requestAnimationFrame(() => drawn(JSON.stringify(element.getBoundingClientRect()))),
      );
    let before = await box();
    for (let now = await box(); now !== before; now = await box()) before = now;
    return before;
  });
}

test(
  'by touch only: a colleague is registered, a sector opened for two people, an alert and a model published',
  { tag: '@long' },
  async ({ usedDevice, apiOf }) => {
    const device = await usedDevice(PEOPLE.admin);
    const { page } = device;
    const api = await apiOf(PEOPLE.admin);
    const mark = Date.now().toString(36).toUpperCase();
    const hand: Hand = { page, tap: await fingerOn(page) };
    const { tap } = hand;
    const fieldOf = (name: string) => page.locator(`#campo-${name}`);

    await test.step('register a colleague', async () => {
      await device.goto(USERS);
      await tap(page.getByRole('link', { name: 'Criar usuário' }));
      await write(hand, { label: 'Nome', words: 'Jonas' });
      await write(hand, { label: 'Sobrenome', words: `Teles ${mark}` });
      await write(hand, { label: 'E-mail', words: `jonas.${mark.toLowerCase()}@pmvi.example` });
      await write(hand, { label: 'Senha', words: 'sigilo-1' });
      await choose(hand, { field: fieldOf('roles').getByRole('button'), option: 'Servidor de Campo' });
      await tap(page.getByRole('combobox', { name: 'Setor' }));
      await page.keyboard.insertText('ouvidoria');
      await tap(page.getByRole('option', { name: 'Ouvidoria-Geral' }));
      await send(hand, { button: 'Criar', told: 'Usuário criado com sucesso' });
      await expect(page.getByRole('listitem').filter({ hasText: `Jonas Teles ${mark}` })).toBeVisible();
      const people = await api.get<ListedUser[]>(PATHS.users);
      expect(people.filter((one) => one.last_name === `Teles ${mark}`)).toMatchObject([
        { role: 'Servidor de Campo', status: 'active', organization: { acronym: 'OUVI' } },
      ]);
    });

    await test.step('open a new sector and move two people into it', async () => {
      const name = `Casa da Cultura ${mark}`;
      await device.goto('/admin/manage-organizations');
      await tap(page.getByRole('link', { name: 'Criar setor' }));
      await write(hand, { label: 'Nome do setor', words: name });
      await write(hand, { label: 'Sigla', words: `C${mark}` });
      await send(hand, { button: 'Criar', told: 'Setor criado com sucesso' });
      const sectors = async () =>
        (await api.get<ListedOrganization[]>(PATHS.organizations)).filter((sector) => sector.name === name);
      await expect.poll(async () => (await sectors()).length).toBe(1);
      await device.goto(USERS);
      await device.settled();
      await device.cut();
      const moved = page.getByRole('listitem').filter({ hasText: 'Joaquim Serrano' }).getByText(' veio de ');
      for (const person of ['Joaquim Serrano', 'Marisol Figueira']) {
        await tap(page.getByRole('button', { name: `Mais opções de ${person}` }));
        const edit = page.getByRole('menuitem', { name: 'Editar' });
        if (person === 'Marisol Figueira') {
          await test.step('an open menu stays under the finger while the rows above it become shorter', async () => {
            await expect(moved).toBeVisible();
            const before = await restingBox(edit);
            await device.restore();
            await expect(moved).toHaveCount(0);
            expect(await restingBox(edit)).toEqual(before);
          });
        }
        await tap(edit);
        await expect(page.getByRole('heading', { level: 1, name: 'Editar usuário' })).toBeVisible();
        await choose(hand, { field: fieldOf('organization_id').getByRole('button'), option: name });
        await send(hand, { button: 'Salvar', told: 'Usuário editado com sucesso' });
        await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
      }
      await expect
        .poll(async () => (await sectors()).map((sector) => sector.users.map((user) => user.name)))
        .toEqual([['Joaquim', 'Marisol']]);
    });

    await test.step('publish an alert', async () => {
      const title = `Mutirão ${mark}`;
      await device.goto('/admin/manage-alerts');
      await tap(page.getByRole('link', { name: 'Criar alerta' }));
      await write(hand, { label: 'Título', words: title });
      await tap(page.getByRole('button', { name: /^Data limite dd\// }));
      const calendar = page.getByRole('dialog', { name: 'Data limite' });
      await tap(calendar.getByRole('button', { name: 'Próximo mês' }));
      await tap(calendar.getByRole('button', { name: /\b15 de / }));
      await tap(calendar.getByRole('button', { name: 'Aplicar data' }));
      await expect(calendar).toBeHidden();
      await write(hand, { label: 'Descrição', words: 'Sábado, das 8h às 12h.' });
      await send(hand, { button: 'Enviar', told: 'Alerta criado com sucesso' });
      await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
      await expect
        .poll(async () => (await api.get<AlertRow[]>(PATHS.alerts)).filter((alert) => alert.title === title).length)
        .toBe(1);
    });

    await test.step('add a model with its file', async () => {
      const name = `Requerimento ${mark}`;
      const file = samplePdf('requerimento.pdf', 20_000);
      await device.goto('/admin/manage-models');
      await tap(page.getByRole('link', { name: 'Criar modelo' }));
      await tap(page.getByText('Modelo de documento'));
      await tap(page.getByRole('button', { name: /^Setores Escolha/ }));
      await tap(page.getByRole('option', { name: 'Arquivo Público Municipal' }));
      await tap(OUTSIDE);
      await expect(page.getByRole('button', { name: 'Setores 1 setor' })).toBeVisible();
      await write(hand, { label: 'Nome', words: name });
      await write(hand, { label: 'Descrição', words: 'Pedido do cidadão.' });
      const chooser = page.waitForEvent('filechooser');
      await tap(page.getByRole('button', { name: 'Anexar', exact: true }));
      await (await chooser).setFiles([{ name: file.name, mimeType: file.mime, buffer: file.bytes }]);
      await expect(page.getByText('Vai junto ao salvar')).toBeVisible();
      await send(hand, { button: 'Criar', told: 'Modelo criado com sucesso' });
      const models = async () => (await api.get<ModelRow[]>(PATHS.models)).filter((model) => model.name === name);
      await expect.poll(async () => (await models()).length).toBe(1);
      expect((await models())[0]?.files.map((one) => [one.name, one.size])).toEqual([[file.name, file.bytes.length]]);
    });
  },
);
