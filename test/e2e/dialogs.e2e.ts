// Axe looks at what opens over a screen, in every layout, theme and high contrast. Which file of
// src opens what, and by which look it is seen, stands in overlays.ts. What only a story leads to
// is looked at in its test.

import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { lookAt, pressing, SIZES } from './looks.ts';
import { LAYOUTS } from './overlays.ts';

const DESK = LAYOUTS.desk;

async function pdfModel(api: ApiClient): Promise<ModelRow> {
  const model = (await api.get<ModelRow[]>(PATHS.models)).find(({ name }) => name === 'Boletim de medição');
  if (model === undefined) throw new Error('the demonstration lacks the model');
  return model;
}

test('dialogs of people and alerts pass axe and fit in every size, theme and high contrast', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;

  await device.goto('/admin/manage-users');
  await page.getByRole('button', { name: 'Deletar Noêmia Castanheira' }).click();
  const remove = page.getByRole('alertdialog', { name: 'Cuidado! Deseja mesmo deletar esse usuário?' });
  await expect(remove).toContainText('O nome fica no histórico dos documentos.');
  await lookAt(page, { name: 'user-remove', seen: remove });
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Noêmia Castanheira' }).getByText('Ativo', { exact: true }).click();
  const off = page.getByRole('alertdialog', { name: 'Você está tentando desabilitar uma conta de usuário.' });
  await lookAt(page, { name: 'user-off', seen: off });
  await page.keyboard.press('Escape');
  const options = page.getByRole('button', { name: 'Mais opções de Noêmia Castanheira' });
  const entries = page.getByRole('menu');
  await lookAt(page, { name: 'manage-menu', seen: entries, opening: pressing(options, entries) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-alerts');
  await page.getByRole('button', { name: /^Data limite dd\// }).click();
  await lookAt(page, {
    name: 'alert-date',
    seen: page.getByRole('dialog', { name: 'Data limite' }),
  });
});

test('dialogs of models and sectors pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const model = await pdfModel(await apiOf(PEOPLE.admin));
  const [file] = model.files;
  if (file === undefined) throw new Error('the model has no file');
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  await device.goto(`/admin/edit-model/${model.id}`);
  const seen = page.getByRole('dialog', { name: file.name });
  const view = page.getByRole('button', { name: `Ver: ${file.name}` });
  await lookAt(page, { name: 'model-file', seen, opening: pressing(view, seen) });

  await device.goto('/admin/users');
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await lookAt(page, { name: 'directory-filter', seen: page.getByRole('dialog', { name: 'Filtros' }) });

  await device.goto(`/admin/help?previa=${model.id}`);
  await lookAt(page, { name: 'model-preview', seen: page.getByRole('dialog', { name: model.name }) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-document-subjects');
  await page.getByRole('button', { name: /^Setores isentos/ }).click();
  const sectors = page.getByRole('dialog', { name: 'Setores isentos' });
  await sectors.getByRole('option').nth(1).click();
  await lookAt(page, { name: 'sectors-list', seen: sectors });
});

/** A document of the demonstration in this status. */
async function firstOf(api: ApiClient, status: string): Promise<DocumentFull> {
  const [row] = (await api.get<DocumentPage>(`${PATHS.documents}?status=${status}`)).data;
  if (row === undefined) throw new Error(`the demonstration lacks a document that is ${status}`);
  return api.get<DocumentFull>(PATHS.document(row.id));
}

/** The notices have a size of their own and stand below the bell, inside of the window. */
async function expectUnderBell(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
  const placeOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect(async () => {
    const bell = await placeOf(page.locator('#sino'));
    const { x, y, width, height } = await placeOf(page.getByRole('dialog', { name: 'Avisos' }).locator('..'));
    expect([width, height]).toEqual([400, 481]);
    expect(y).toBeGreaterThanOrEqual(bell.y + bell.height);
    expect([x < bell.x, x + width > bell.x + bell.width, x + width < DESK.width]).toEqual([true, true, true]);
  }).toPass();
}

test('panels that an address opens pass axe and fit in every size, theme and high contrast', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const [name, path] of [
    ['dates', '/admin/manage-documents?painel=datas'],
    ['filters', '/admin/manage-documents?painel=filtros'],
    ['saved-searches', '/admin/manage-documents?painel=buscas'],
    ['calendar', '/admin/manage-documents?painel=agenda'],
    ['notifications', '/admin/home?painel=avisos'],
    ['shortcuts', '/admin/home?painel=atalhos'],
    ['palette', '/admin/home?painel=paleta'],
    ['menu-sheet', '/admin/home?painel=menu'],
    ['list-sheet', '/admin/manage-documents?painel=lista'],
  ] as const) {
    await page.setViewportSize(name.endsWith('-sheet') ? LAYOUTS.phone : DESK);
    await device.goto(path);
    if (name === 'notifications') await expectUnderBell(page);
    await lookAt(page, { name, seen: page.getByRole('dialog') });
  }
  await page.setViewportSize(LAYOUTS.phone);
  await device.goto('/admin/manage-documents');
  const menu = page.getByRole('menu');
  const scope = page.getByRole('button', { name: /^(?:Administrador|Outros setores)$/ });
  await lookAt(page, { name: 'list-scope', seen: menu, opening: pressing(scope, menu) });
});

test('acts on documents pass axe and fit in every size, theme and high contrast', async ({ usedDevice, apiOf }) => {
  const api = await apiOf(PEOPLE.admin);
  const [open, completed] = [await firstOf(api, 'pending'), await firstOf(api, 'completed')];
  const own = await documentOf(await apiOf(PEOPLE.clerk), { title: 'Medição do mês', responsible: api });
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const [name, path, title] of [
    ['complete', `/admin/view-document/${open.id}?acao=concluir`, 'Concluir processo'],
    ['reassign', `/admin/view-document/${open.id}?acao=redistribuir`, /^Redistribuir/],
    ['reopen', `/admin/view-document/${completed.id}?acao=reabrir`, /^Reabrir/],
    ['extend', `/admin/view-document/${own.id}?acao=prorrogar`, 'Prorrogar o prazo'],
  ] as const) {
    await page.setViewportSize(DESK);
    await device.goto(path);
    const dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
    await lookAt(page, { name, seen: dialog });
  }
  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-documents');
  for (const at of [1, 2]) {
    const tick = page.getByRole('checkbox', { name: /^Selecionar / }).nth(at);
    await tick.press('Space');
    await expect(tick).toBeChecked();
  }
  await page.getByRole('region', { name: 'Itens selecionados' }).getByRole('button', { name: 'Transferir' }).click();
  const transfer = page.getByRole('dialog', { name: 'Transferir 2 documentos' });
  const person = transfer.getByRole('combobox', { name: 'Responsável' });
  await expect(person).toBeFocused();
  await lookAt(page, { name: 'transfer-many', seen: transfer });
  const people = page.getByRole('listbox');
  await lookAt(page, { name: 'person-list', seen: people, opening: () => person.press('ArrowDown') });
});

/**
 * The controls and rows beside `element` that it covers with any part of itself, and its own
 * buttons that something covers.
 */
function overlapsOf(element: Element): string[] {
  const box = element.getBoundingClientRect();
  const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim();
  const isOver = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const isSeen = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isSeen && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  const others = [...document.querySelectorAll('a[href], button, input, textarea, select, tr, li, article')].filter(
    (one) => !element.contains(one) && isOver(one),
  );
  const hidden = [...element.querySelectorAll('button')].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  return [...others, ...hidden].map(nameOf);
}

test('menus of documents and of their list, a list of a field and what a status means pass axe in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.manager);
  const { id } = await documentOf(await apiOf(PEOPLE.field), { title: 'Menus do documento', responsible: api });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto(`/admin/view-document/${id}`);
  const menu = page.getByRole('menu');
  const options = page.getByRole('button', { name: 'Mais opções', exact: true });
  await lookAt(page, { name: 'document-menu', seen: menu, opening: pressing(options, menu) });
  await page.keyboard.press('Escape');
  const meaning = page.getByRole('tooltip', { name: 'enviado, em andamento' });
  const stamp = page.getByRole('button', { name: 'Tramitando', exact: true });
  await lookAt(page, { name: 'status-meaning', seen: meaning, opening: pressing(stamp, meaning) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-documents');
  const ofRow = page.getByRole('button', { name: /^Mais opções de / }).first();
  await lookAt(page, { name: 'row-menu', seen: menu, opening: pressing(ofRow, menu) });
  await page.keyboard.press('Escape');
  const more = page.getByRole('button', { name: 'Mais da lista' });
  await lookAt(page, { name: 'list-more', seen: menu, opening: pressing(more, menu) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-users');
  const list = page.getByRole('listbox');
  const sector = page.getByRole('button', { name: /Todos os setores/ });
  await lookAt(page, { name: 'sector-list', seen: list, opening: pressing(sector, list) });
});

test('files, what a device tells, and the steps of iOS pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const { id } = await firstOf(await apiOf(PEOPLE.admin), 'pending');
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;

  await device.goto(`/admin/view-document/${id}`);
  const file = page.getByRole('button', { name: /\.pdf/ }).first();
  const seen = page.getByRole('dialog');
  await lookAt(page, { name: 'document-file', seen, opening: pressing(file, seen) });
  await page.setViewportSize(DESK);
  await device.goto('/admin/device');
  await page.getByRole('button', { name: 'Limpar anexos' }).click();
  await lookAt(page, { name: 'files-clear', seen: page.getByRole('alertdialog') });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ler antes' }).click();
  await lookAt(page, { name: 'device-record', seen: page.getByRole('dialog', { name: 'Registro para o suporte' }) });

  // Without unsent work only a missing network is a reason to ask.
  await page.setViewportSize(DESK);
  await device.goto('/admin/profile');
  await device.settled();
  await device.cut();
  await page.locator('main').getByRole('button', { name: 'Sair', exact: true }).click();
  await lookAt(page, { name: 'leave', seen: page.getByRole('alertdialog') });
  await page.keyboard.press('Escape');
  await device.restore();

  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-alerts');
  const tick = page.getByRole('checkbox', { name: /^Selecionar / }).first();
  await tick.press('Space');
  await expect(tick).toBeChecked();
  await lookAt(page, { name: 'alerts-ticked', seen: page.getByRole('region', { name: 'Itens selecionados' }) });

  // The invitation comes on a second day (rule G11).
  await page.addInitScript(() => {
    const userAgent = { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15' };
    Object.defineProperty(Navigator.prototype, 'userAgent', userAgent);
  });
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await device.goto('/admin/home');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // On desktops it is a dialog, elsewhere it stands in the page (rule G11).
    const isDesktop = size.width >= DESK.width;
    const invitation = page.getByRole(isDesktop ? 'dialog' : 'region', { name: 'Instalar o aplicativo' });
    await expect(invitation).toBeVisible();
    if (isDesktop) continue;
    await invitation.scrollIntoViewIfNeeded();
    expect(await invitation.evaluate(overlapsOf), `the invitation at ${size.width} px`).toEqual([]);
  }
  await page.getByRole('button', { name: 'instalar' }).click();
  const steps = page.getByRole('dialog', { name: 'Instalar no iPhone ou iPad' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await lookAt(page, { name: 'install-steps', seen: steps });
});

test('sheets of a document, the state of sending and what the editor opens pass axe in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const manager = await apiOf(PEOPLE.manager);
  const own = await documentOf(await apiOf(PEOPLE.field), { title: 'Folhas do telefone', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const dialog = page.getByRole('dialog');

  await device.goto('/admin/home');
  const pill = page.getByRole('button', { name: /^(?:Tudo enviado|Enviado)$/ });
  await lookAt(page, { name: 'sending', seen: dialog, opening: pressing(pill, dialog) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-documents');
  const link = page.getByRole('button', { name: 'Link', exact: true });
  const kind = page.getByRole('button', { name: /^Nível do título/ });
  const levels = page.getByRole('menu');
  await lookAt(page, { name: 'editor-link', seen: dialog, opening: pressing(link, dialog) });
  await page.keyboard.press('Escape');
  await lookAt(page, { name: 'editor-menu', seen: levels, opening: pressing(kind, levels) });

  await page.setViewportSize(LAYOUTS.phone);
  await device.goto(`/admin/view-document/${own.id}`);
  await expect(page.getByRole('heading', { level: 1, name: own.title })).toBeVisible();
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await lookAt(page, { name: 'more-acts', seen: dialog });
  await page.keyboard.press('Escape');
  const ways = page.getByRole('button', { name: /^(?:Anexar arquivos|Fotografar ou escolher fotos)$/ }).last();
  await lookAt(page, { name: 'attach-ways', seen: dialog, opening: pressing(ways, dialog) });
});
