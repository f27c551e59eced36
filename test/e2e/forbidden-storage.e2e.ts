// A browser that forbids the application to keep anything, as some offices set it up.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PASSWORD } from './api-client.ts';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

test.use({ isWholeBrowser: true });

/**
 * Sets the profile's own switch for cookies and data of sites to "block", before the browser is
 * opened.
 */
async function forbid(device: Device): Promise<void> {
  const folder = join(device.profile.folder, 'Default');
  await mkdir(folder, { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Preferences'), JSON.stringify(preferences));
}

test('with cookies and data of sites forbidden the page says so, and what to do', async ({ newDevice }) => {
  const device = await newDevice();
  await forbid(device);
  await device.open('/login');
  const { page } = device;
  const isForbidden = await page.evaluate(() => {
    try {
      return localStorage.length < 0;
    } catch {
      return true;
    }
  });
  expect(isForbidden, 'the browser follows the switch').toBe(true);
  await expect(page.getByRole('heading', { name: 'O Malote não abriu' })).toBeVisible();
  await expect(page.getByText('permita cookies e dados deste site')).toBeVisible();
});

test('where the small storages alone are forbidden the application works', async ({ newDevice }) => {
  const device = await newDevice();
  await device.open('/login', {
    prepare: async (page) => {
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
      });
    },
  });
  await device.logIn(PEOPLE.manager);
  await device.goto('/admin/profile');
  await expect(device.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(device.troubles).toEqual([]);
});

test('a login whose cookie the browser did not give back says so in words', async ({ newDevice }) => {
  const device = await newDevice();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ message: 'CSRF token mismatch.' });
  device.network.add({ methods: ['POST'], path: /^\/login$/, fault: { kind: 'status', status: 419, headers, body } });
  await device.open('/login');
  const { page } = device;
  await page.getByLabel('E-mail').fill(PEOPLE.manager);
  await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
  await page.locator('altcha-widget label').first().click();
  await page.getByRole('button', { name: 'entrar', exact: true }).click();
  await expect(page.getByText('O navegador não guardou o cookie da sessão.')).toBeVisible();
});
