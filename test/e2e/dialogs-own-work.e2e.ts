// Axe looks at what opens over written work that is not sent: drafts, queued commands, and leaving
// with them (overlays.ts).

import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { expectPencil, messageWith, reply, write } from './gestures.ts';
import { lookAt, pressing } from './looks.ts';
import { LAYOUTS } from './overlays.ts';

const DESK = LAYOUTS.desk;

test('dialogs and menus of drafts and queued work pass axe and fit in every size, theme and high contrast', async ({
  usedDevice,
  apiOf,
}) => {
  const manager = await apiOf(PEOPLE.manager);
  const own = await documentOf(await apiOf(PEOPLE.field), { title: 'Trabalho guardado', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const question = page.getByRole('alertdialog');
  const menu = page.getByRole('menu');

  await page.setViewportSize(DESK);
  await device.goto(`/admin/view-document/${own.id}`);
  await expect(page.getByRole('heading', { level: 1, name: own.title })).toBeVisible();
  await device.settled(own);
  await device.cut();
  await reply(page, 'Resposta na fila.');
  const queued = messageWith(page, 'Resposta na fila.');
  await expectPencil(queued);
  await write(page.getByRole('textbox', { name: 'Sua resposta' }), 'Outra, ainda rascunho.');
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  await queued.getByRole('link', { name: 'Editar' }).click();
  await lookAt(page, { name: 'reply-replace', seen: question });
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  // While the address names the reply, the box of another layout asks again.
  await expect(page).not.toHaveURL(/[?&]editar=/);
  await device.goto(`/admin/view-document/${own.id}`);
  const startOver = page.getByRole('button', { name: 'Começar do zero' });
  const box = page.getByRole('button', { name: 'Continuar rascunho' });
  await expect(startOver).toBeVisible();
  await lookAt(page, {
    name: 'reply-erase',
    seen: question,
    opening: async () => {
      await page.keyboard.press('Escape');
      // On phones the box is closed when the layout has changed.
      if (page.viewportSize()?.width === LAYOUTS.phone.width) await box.click();
      await startOver.click();
    },
  });

  await page.setViewportSize(DESK);
  await device.goto('/admin/create-documents');
  await page.getByRole('textbox', { name: 'Título' }).fill('Rascunho para olhar');
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  await device.goto('/admin/create-documents');
  await startOver.click();
  await lookAt(page, { name: 'draft-erase', seen: question });

  await device.goto('/admin/home');
  const ofDraft = page.getByRole('button', { name: /^Opções do rascunho/ });
  await lookAt(page, { name: 'home-draft-menu', seen: menu, opening: pressing(ofDraft, menu) });
  await page.keyboard.press('Escape');
  await lookAt(page, {
    name: 'home-draft-discard',
    seen: question,
    opening: async () => {
      await pressing(ofDraft, question)();
      await page.getByRole('menuitem', { name: 'Descartar' }).click();
    },
  });

  await page.setViewportSize(DESK);
  await device.goto('/admin/outbox');
  const drafts = page.getByRole('region', { name: 'Rascunhos' });
  await drafts.getByRole('button', { name: 'Descartar' }).first().click();
  await lookAt(page, { name: 'draft-discard', seen: question });
  await page.keyboard.press('Escape');
  const [ofKept, ofCommand] = [
    drafts.getByRole('button', { name: /^Mais opções/ }).first(),
    page.getByRole('button', { name: /^Mais opções: Responder/ }).first(),
  ];
  await lookAt(page, { name: 'draft-menu', seen: menu, opening: pressing(ofKept, menu) });
  await page.keyboard.press('Escape');
  await lookAt(page, { name: 'outbox-menu', seen: menu, opening: pressing(ofCommand, menu) });

  await page.setViewportSize(DESK);
  await device.goto('/admin/profile');
  await page.locator('main').getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(question.getByText('Resposta', { exact: false }).first()).toBeVisible();
  await lookAt(page, { name: 'leave-with-work', seen: question });
});
