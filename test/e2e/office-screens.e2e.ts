// Screens of people, sectors, import, export, audit and organisation: in every size and theme, with
// one row and with 500, and by keyboard from either end.

import type { Page } from '@playwright/test';
import { createTenant } from '../../src/server/operation/tenants.ts';
import { connectionOfRunning } from '../../src/server/postgres/start-postgres.ts';
import { DEMO_PASSWORD } from './api-client.ts';
import type { Device } from './device.ts';
import { expect, test } from './fixtures.ts';
import { lookAt, SIZES } from './looks.ts';

const EMAIL = 'helena@matao.example';
const [PHONE, , DESK] = SIZES;

const SECTORS = Array.from({ length: 27 }, (_, index) => `S${String.fromCodePoint(65 + (index % 26))}${index}`);
const sheet = (...lines: readonly string[]) => ({
  name: 'planilha.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
});
const sectors = sheet('Sigla;Nome', ...SECTORS.map((one) => `${one};Secretaria de Ação ${one}`));
const people = sheet(
  'Nome;Sobrenome;E-mail;Setor;Papel',
  ...Array.from({ length: 500 }, (_, n) => `João;Conceição ${n};p${n}@matao.example;${SECTORS[n % 27]};Servidor`),
);

const SCREENS = [
  ['users', '/admin/manage-users'],
  ['sectors', '/admin/manage-organizations'],
  ['import-people', '/admin/import'],
  ['import-sectors', '/admin/import?de=setores'],
  ['export', '/admin/export'],
  ['audit-document', '/admin/audit'],
  ['audit-person', '/admin/audit?aba=pessoa'],
  ['audit-acts', '/admin/audit?aba=atos'],
  ['organisation', '/admin/profile?aba=organizacao'],
] as const;

/**
 * Goes through the screen by Tab, or backwards, and returns what of it had the focus out of sight:
 * beyond the window or behind a bar.
 */
async function lostOnTheWay(page: Page, press: 'Tab' | 'Shift+Tab', steps: number): Promise<string[]> {
  const lost = new Set<string>();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(press);
    const hidden = await page.evaluate(() => {
      const { activeElement: at, body } = document;
      if (at === null || at === body) return null;
      // The box of a control is drawn by its label.
      const seen = at.closest('label') ?? at;
      const { left, top, width, height } = seen.getBoundingClientRect();
      const [x, y] = [left + Math.min(width / 2, 20), top + height / 2];
      // The words of the element before fade away over it.
      const there = document.elementsFromPoint(x, y).find((one) => one.closest('[data-exiting]') === null);
      return there !== undefined && (seen.contains(there) || there.contains(seen))
        ? null
        : seen.outerHTML.slice(0, 160);
    });
    if (hidden !== null) lost.add(hidden);
  }
  return [...lost];
}

async function lookAtAll(device: Device, rows: string): Promise<void> {
  const { page } = device;
  for (const [name, path] of SCREENS) {
    await page.setViewportSize(PHONE);
    await device.goto(path);
    await lookAt(page, { name: `${name}-${rows}`, seen: page.getByRole('heading', { level: 1 }) });
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      for (const press of ['Tab', 'Shift+Tab'] as const)
        expect.soft(await lostOnTheWay(page, press, 40), `${name}-${rows} ${size.width} ${press}`).toEqual([]);
    }
  }
}

// Nine screens in three sizes and every appearance, twice, in the long form only.
test(
  'screens of an office hold with one row and with 500, in every size and theme and by keyboard',
  { tag: '@long' },
  async ({ server, newDevice }) => {
    test.setTimeout(1_200_000);
    const connection = connectionOfRunning(server.dataDir);
    if (connection === null) throw new Error('the server does not run');
    const admin = { name: 'Helena Tavares', email: EMAIL, password: DEMO_PASSWORD };
    await createTenant(connection, { name: 'Prefeitura Municipal de Matão', acronym: 'PMM', admin });
    const device = await newDevice();
    const page = await device.open('/login');
    await device.enter(EMAIL);
    await expect(page.getByText('0 de 7 feitos')).toBeVisible();
    await lookAtAll(device, 'one');

    await page.setViewportSize(DESK);
    const picker = page.locator('input[type=file]');
    await device.goto('/admin/import?de=setores');
    await picker.setInputFiles(sectors);
    await page.getByRole('button', { name: 'Importar 27 linhas' }).click();
    await expect(page.getByText('Planilha importada: 27 linhas novas.')).toBeVisible();
    await device.goto('/admin/import');
    await picker.setInputFiles(people);
    await lookAt(page, { name: 'import-conference-500', seen: page.getByRole('table') });
    for (const press of ['Tab', 'Shift+Tab'] as const)
      expect.soft(await lostOnTheWay(page, press, 40), `import-conference-500 ${press}`).toEqual([]);
    await page.getByRole('checkbox', { name: 'Convidar as 500 novas' }).uncheck({ force: true });
    await page.getByRole('button', { name: 'Importar 500 linhas' }).click();
    await expect(page.getByText('Planilha importada: 500 linhas novas.')).toBeVisible();
    await device.settled();
    await lookAtAll(device, '500');
  },
);
