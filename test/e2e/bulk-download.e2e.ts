// Downloads the attachments of several documents at once (rule D5). Downloaded documents are no
// longer ticked, and the person continues in the list.

import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

test('after a bulk download no document is ticked, the focus is in the list, and both are announced', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const first = await documentOf(author, { title: 'Primeiro laudo', responsible: manager });
  const second = await documentOf(author, { title: 'Segundo laudo', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page, network } = device;
  for (const { id } of [first, second]) {
    await page.goto(`${network.url}/admin/view-document/${id}`);
    await expect(page.getByText('laudo.pdf').first()).toBeVisible();
  }
  await page.goto(`${network.url}/admin/manage-documents`);
  const tick = (title: string) => page.getByRole('checkbox', { name: `Selecionar ${title}` });
  const bar = page.getByRole('region', { name: 'Itens selecionados' });
  const spoken = page.locator('[aria-live=polite]');
  await tick(second.title).press('Space');
  await tick(first.title).press('Space');
  await expect(bar.getByText('2 itens foram selecionados')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Baixar anexos' }).press('Enter');
  expect((await downloading).suggestedFilename()).toBe('anexos.zip');

  await expect(bar).toHaveCount(0);
  await expect(tick(first.title)).not.toBeChecked();
  await expect(tick(second.title)).not.toBeChecked();
  await expect(tick(first.title)).toBeFocused();
  await expect(spoken.getByText('Anexos baixados')).toHaveCount(1);
  await expect(spoken.getByText('Nenhum item selecionado')).toHaveCount(1);
});

test('a document ticked during a bulk download stays ticked', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const { page, network } = await usedDevice(PEOPLE.manager);
  // Held before there are documents, because files of one's work come ahead.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/*', async (route) => {
    if (/get-file-content/.test(route.request().url())) await held;
    await route.fallback();
  });
  const made = await documentOf(author, { title: 'Laudo pedido', responsible: manager });
  const other = await documentOf(author, { title: 'Laudo de depois', responsible: manager });
  await page.goto(`${network.url}/admin/view-document/${made.id}`);
  await expect(page.getByText('laudo.pdf').first()).toBeVisible();
  await page.goto(`${network.url}/admin/manage-documents`);
  const tick = (title: string) => page.getByRole('checkbox', { name: `Selecionar ${title}` });
  const bar = page.getByRole('region', { name: 'Itens selecionados' });
  await tick(made.title).press('Space');

  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Baixar anexos' }).press('Enter');
  await tick(other.title).press('Space');
  await expect(bar.getByText('2 itens foram selecionados')).toBeVisible();
  answer();
  await downloading;

  await expect(bar.getByText('1 item foi selecionado')).toBeVisible();
  await expect(tick(other.title)).toBeChecked();
  await expect(tick(made.title)).not.toBeChecked();
  await expect(tick(other.title)).toBeFocused();
});
