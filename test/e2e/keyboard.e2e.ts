// Works by keyboard only, as a person without a mouse does, from the login to a reply.

import { addDays, dayAt } from '#domain/dates.ts';
import { createOverHttp, DEMO_PASSWORD } from './api-client.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith } from './gestures.ts';
import { samplePdf } from './sample-files.ts';
import { tabTo } from './tab-to.ts';

test('a person with only a keyboard logs in, finds a document and replies', async ({ newDevice, apiOf }) => {
  const author = await apiOf(PEOPLE.manager);
  const { user } = author;
  const title = `Vistoria sem mouse ${Date.now()}`;
  await createOverHttp(author, {
    title,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 10),
    organizationId: user.organization_id ?? 0,
    userId: (await apiOf(PEOPLE.clerk)).user.id,
    files: [samplePdf('ofício.pdf', 2_000)],
  });
  const device = await newDevice();
  const page = await device.open('/login');

  await test.step('log in', async () => {
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(PEOPLE.manager);
    await tabTo(page, page.getByRole('textbox', { name: 'Senha' }));
    await page.keyboard.type(DEMO_PASSWORD);
    await tabTo(page, page.locator('altcha-widget input[type="checkbox"]'));
    await page.keyboard.press('Space');
    const enter = page.getByRole('button', { name: 'entrar', exact: true });
    await expect(enter).toBeEnabled();
    await tabTo(page, enter);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Suas atualizações')).toBeVisible();
  });

  await test.step('open a document of the list', async () => {
    await tabTo(
      page,
      page
        .getByRole('link', { name: /^Pendente/ })
        .or(page.getByRole('link', { name: /Pendente$/ }))
        .first(),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/manage-documents?**');
    await tabTo(page, page.getByRole('table').getByRole('link', { name: title }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/view-document/**');
  });

  await test.step('reply', async () => {
    await tabTo(page, page.getByRole('textbox', { name: 'Sua resposta' }));
    await page.keyboard.type('Resposta escrita sem mouse.');
    await tabTo(page, page.getByRole('button', { name: 'Responder', exact: true }));
    await page.keyboard.press('Enter');
    await expect(messageWith(page, 'Resposta escrita sem mouse.')).toBeVisible();
  });

  await test.step('a dialog keeps the focus, gives it back, and closes with Escape', async () => {
    const open = page.getByRole('button', { name: 'Concluir', exact: true });
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Concluir processo' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });
});
