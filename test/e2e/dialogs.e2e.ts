// Looks at dialogs in every size, theme and high contrast. Dialogs that only a story leads to are looked at in its test.

import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { lookAt, SIZES } from './looks.ts';

const DESK = { width: 1440, height: 900 };

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
  await lookAt(page, { name: 'user-remove', seen: remove, isDialog: true });
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Noêmia Castanheira' }).getByText('Ativo', { exact: true }).click();
  const off = page.getByRole('alertdialog', { name: 'Você está tentando desabilitar uma conta de usuário.' });
  await lookAt(page, { name: 'user-off', seen: off, isDialog: true });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-alerts');
  await page.getByRole('button', { name: /^Data limite dd\// }).click();
  await lookAt(page, {
    name: 'alert-date',
    seen: page.getByRole('dialog', { name: 'Data limite' }),
    isDialog: true,
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
  await page.getByRole('button', { name: `Ver: ${file.name}` }).click();
  await lookAt(page, { name: 'model-file', seen: page.getByRole('dialog', { name: file.name }), isDialog: true });

  await device.goto('/admin/users');
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await lookAt(page, { name: 'directory-filter', seen: page.getByRole('dialog', { name: 'Filtros' }), isDialog: true });

  await device.goto(`/admin/help?previa=${model.id}`);
  await lookAt(page, { name: 'model-preview', seen: page.getByRole('dialog', { name: model.name }), isDialog: true });
});

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

test('dialogs of documents and of the device pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.admin);
  const firstOf = async (status: string): Promise<DocumentFull> => {
    const [row] = (await api.get<DocumentPage>(`${PATHS.documents}?status=${status}`)).data;
    if (row === undefined) throw new Error(`the demonstration lacks a document that is ${status}`);
    return api.get<DocumentFull>(PATHS.document(row.id));
  };
  const [open, completed] = [await firstOf('pending'), await firstOf('completed')];
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const [name, path, title] of [
    ['dates', '/admin/manage-documents?painel=datas', 'Criados entre'],
    ['filters', '/admin/manage-documents?painel=filtros', 'Filtros'],
    ['notifications', '/admin/home?painel=avisos', 'Avisos'],
    ['complete', `/admin/view-document/${open.id}?acao=concluir`, 'Concluir processo'],
    ['reassign', `/admin/view-document/${open.id}?acao=redistribuir`, /^Redistribuir/],
    ['reopen', `/admin/view-document/${completed.id}?acao=reabrir`, /^Reabrir/],
  ] as const) {
    await device.goto(path);
    const dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
    if (name === 'notifications') await expectUnderBell(page);
    await lookAt(page, { name, seen: dialog, isDialog: true });
  }
  const own = await documentOf(await apiOf(PEOPLE.clerk), { title: 'Medição do mês', responsible: api });
  await page.setViewportSize(DESK);
  await device.goto(`/admin/view-document/${own.id}?acao=prorrogar`);
  const extend = page.getByRole('dialog', { name: 'Prorrogar o prazo' });
  const [phone, , desk] = SIZES;
  await lookAt(page, { name: 'extend', seen: extend, isDialog: true, sizes: [phone, desk] });
  await device.goto('/admin/device');
  await page.getByRole('button', { name: 'Ler antes' }).click();
  const record = page.getByRole('dialog', { name: 'Registro para o suporte' });
  await lookAt(page, { name: 'device-record', seen: record, isDialog: true });
});

test('dialogs of files, drafts and the menu pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.admin);
  const [row] = (await api.get<DocumentPage>(`${PATHS.documents}?status=pending`)).data;
  if (row === undefined) throw new Error('the demonstration lacks a document that is pending');
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const [phone, , desk] = SIZES;
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');

  await device.goto(`/admin/view-document/${row.id}`);
  await page.getByRole('button', { name: /\.pdf/ }).first().click();
  await lookAt(page, { name: 'document-file', seen: dialog, isDialog: true });
  await page.setViewportSize(DESK);
  await device.goto('/admin/device');
  await page.getByRole('button', { name: 'Limpar anexos' }).click();
  await lookAt(page, { name: 'files-clear', seen: question, isDialog: true });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-documents');
  await page.getByRole('textbox', { name: 'Título' }).fill('Rascunho para olhar');
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  await device.goto('/admin/create-documents');
  await page.getByRole('button', { name: 'Começar do zero' }).click();
  await lookAt(page, { name: 'draft-erase', seen: question, isDialog: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  // The question belongs to the menu of its layout.
  await lookAt(page, { name: 'leave', seen: question, isDialog: true, sizes: [desk] });

  await device.goto('/admin/manage-documents?painel=buscas');
  await lookAt(page, { name: 'saved-searches', seen: dialog, isDialog: true, sizes: [phone, desk] });
  await device.goto('/admin/manage-documents?painel=agenda');
  await lookAt(page, { name: 'calendar', seen: dialog, isDialog: true, sizes: [phone, desk] });
  await device.goto('/admin/home?painel=atalhos');
  await lookAt(page, { name: 'shortcuts', seen: dialog, isDialog: true, sizes: [desk] });
  await device.goto('/admin/home?painel=paleta');
  await lookAt(page, { name: 'palette', seen: dialog, isDialog: true, sizes: [phone, desk] });

  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-documents');
  for (const at of [1, 2]) {
    await page
      .getByRole('checkbox', { name: /^Selecionar / })
      .nth(at)
      .check({ force: true });
  }
  await page.getByRole('region', { name: 'Itens selecionados' }).getByRole('button', { name: 'Transferir' }).click();
  const transfer = page.getByRole('dialog', { name: 'Transferir 2 documentos' });
  await expect(transfer.getByRole('combobox', { name: 'Responsável' })).toBeFocused();
  await lookAt(page, { name: 'transfer-many', seen: transfer, isDialog: true, sizes: [phone, desk] });

  await page.setViewportSize(phone);
  await device.goto('/admin/home?painel=menu');
  await lookAt(page, { name: 'menu', seen: dialog, isDialog: true, sizes: [phone] });
});

/** The controls and rows beside `element` that it covers with any part of itself, and its own buttons that something covers. */
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

test('a list of sectors, ticked rows and the steps of iOS pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;

  await device.goto('/admin/create-document-subjects');
  await page.getByRole('button', { name: /^Setores isentos/ }).click();
  const sectors = page.getByRole('dialog', { name: 'Setores isentos' });
  await sectors.getByRole('option').nth(1).click();
  await lookAt(page, { name: 'sectors-list', seen: sectors, isDialog: true });

  await page.setViewportSize(DESK);
  await device.goto('/admin/manage-alerts');
  await page
    .getByRole('checkbox', { name: /^Selecionar / })
    .first()
    .check({ force: true });
  await lookAt(page, { name: 'alerts-ticked', seen: page.getByRole('region', { name: 'Itens selecionados' }) });

  // The invitation comes on a second day (rule G11).
  await page.addInitScript(() => {
    const userAgent = { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15' };
    Object.defineProperty(Navigator.prototype, 'userAgent', userAgent);
  });
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await device.goto('/admin/home');
  const invitation = page.getByRole('region', { name: 'Instalar o aplicativo' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await invitation.scrollIntoViewIfNeeded();
    expect(await invitation.evaluate(overlapsOf), `the invitation at ${size.width} px`).toEqual([]);
  }
  await page.getByRole('button', { name: 'instalar' }).click();
  const steps = page.getByRole('dialog', { name: 'Instalar no iPhone ou iPad' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  const [phone, tablet] = SIZES;
  await lookAt(page, { name: 'install-steps', seen: steps, isDialog: true, sizes: [phone, tablet] });
});

test('the sheets of a document on phones, the state of sending and the link of the editor pass axe', async ({
  usedDevice,
  apiOf,
}) => {
  const manager = await apiOf(PEOPLE.manager);
  const own = await documentOf(await apiOf(PEOPLE.field), { title: 'Folhas do telefone', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const [phone, , desk] = SIZES;
  const dialog = page.getByRole('dialog');

  for (const size of SIZES) {
    await page.setViewportSize(size);
    await device.goto('/admin/home');
    await page.getByRole('button', { name: /^(?:Tudo enviado|Enviado)$/ }).click();
    await lookAt(page, { name: 'sending', seen: dialog, isDialog: true, sizes: [size] });
  }
  await page.setViewportSize(desk);
  await device.goto('/admin/create-documents');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await lookAt(page, { name: 'editor-link', seen: dialog, isDialog: true, sizes: [desk] });

  await page.setViewportSize(phone);
  await device.goto(`/admin/view-document/${own.id}`);
  await expect(page.getByRole('heading', { level: 1, name: own.title })).toBeVisible();
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await lookAt(page, { name: 'more-acts', seen: dialog, isDialog: true, sizes: [phone] });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Anexar arquivos' }).click();
  await lookAt(page, { name: 'attach-ways', seen: dialog, isDialog: true, sizes: [phone] });
});
