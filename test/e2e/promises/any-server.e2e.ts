// The product behind a server with its own calls alone (S106, S113): no feed of changes, no keys,
// no events, no human check.

import { fileURLToPath } from 'node:url';
import { addDays, dayAt } from '#domain/dates.ts';
import { startListServer } from '../../fakes/list-server/list-server.ts';
import { PASSWORD } from '../../fakes/list-server/sessions.ts';
import { addDocument, buildTown } from '../../fakes/list-server/town.ts';
import { Device } from '../device.ts';
import { shellAtHand } from '../find-browser.mjs';
import { expect, test } from '../fixtures.ts';
import { complete, createDocument, expectInk, messageWith, reply } from '../gestures.ts';
import { samplePdf } from '../sample-files.ts';

const CLIENT = fileURLToPath(new URL('../../../dist/client', import.meta.url));

test('a day of work on another server: enter, work without network, be done once, leave, and the next person', async () => {
  const town = buildTown(() => new Date());
  const limit_date = addDays(dayAt(Date.now(), 'America/Sao_Paulo'), 30);
  for (const subject of town.subjects) subject.name = 'Vistoria técnica';
  const other = addDocument(town, {
    title: 'Ponte do Rio Claro',
    content: '<p>A ponte cedeu.</p>',
    limit_date,
    created_by: 2,
    responsibles: [1],
    sectors: [11],
  });
  for (let more = 0; more < 12; more += 1) addDocument(town, { limit_date });
  const server = await startListServer(town, { client: CLIENT });
  const device = await Device.make(server, { findBrowser: shellAtHand });
  const enter = async (email: string) => {
    const { page } = device;
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD);
    await page.locator('altcha-widget label').first().click();
    await expect(page.getByText('Este servidor não pede esta verificação.')).toBeFocused();
    await page.getByRole('button', { name: 'entrar', exact: true }).click();
    await page.waitForURL('**/admin/home**');
  };
  try {
    const page = await device.open('/login');
    await enter('ana@example.test');
    await expect(page.getByText('Ponte do Rio Claro').first()).toBeVisible();
    await device.goto(`/admin/view-document/${other.id}`);
    await expect(page.getByText('A ponte cedeu.')).toBeVisible();
    await device.readyForOffline();
    await device.cut();
    await device.goto('/admin/home');
    await createDocument(page, {
      title: 'Encosta da Vila Esperança',
      physicalNumber: 'Ofício nº 901/2026',
      responsible: 'Bia Souza',
      content: 'Solicito vistoria da encosta.',
      files: [samplePdf('relatório.pdf', 3_000)],
    });
    await reply(page, 'Resposta sem rede.');
    await device.goto(`/admin/view-document/${other.id}`);
    await complete(page);
    await device.restore();
    await expect.poll(() => town.documents.filter((one) => one.title === 'Encosta da Vila Esperança').length).toBe(1);
    await expect.poll(() => other.status).toBe('completed');
    await expect.poll(() => town.documents.at(-1)?.replies.length).toBe(1);
    // The device asks this server again after each answer. A page that closes before that leaves
    // the reply in doubt.
    await expect(page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible({ timeout: 60_000 });
    await device.goto(`/admin/view-document/${town.documents.at(-1)?.id}`);
    await expectInk(messageWith(page, 'Resposta sem rede.'), 15_000);
    await page.getByRole('button', { name: 'Sair' }).first().click();
    await page.waitForURL('**/login**');
    // While the person leaves, a cover takes every gesture, and what is typed.
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await enter('bia@example.test');
    await expect(page.getByText('Encosta da Vila Esperança').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bia');
    const done = town.documents.flatMap(({ logs, replies }) => [...logs.map(({ action }) => action), ...replies]);
    expect(done.filter((one) => one === 'completion')).toHaveLength(1);
    expect(town.documents.filter((one) => one.title === 'Encosta da Vila Esperança')).toMatchObject([
      { created_by: 1, replies: [{ by: 1 }], files: [{ name: 'relatório.pdf' }] },
    ]);
  } finally {
    await device.dispose();
    await server.close();
  }
});
