import { DEMO_PASSWORD } from './api-client.ts';
import type { Device } from './device.ts';
import { expect, PEOPLE } from './fixtures.ts';

/** What the tablet is called. */
export const TABLET = 'Balcão do Protocolo Geral';

/**
 * Makes a new device a shared tablet and leaves it where its next person enters e-mail and
 * password.
 */
export async function shareDevice(device: Device): Promise<void> {
  const page = await device.open('/login');
  await device.logIn(PEOPLE.admin);
  await device.goto('/admin/device');
  await page.getByRole('button', { name: 'Usar como tablet compartilhado…' }).click();
  await page.getByRole('textbox', { name: 'Nome deste tablet' }).fill(TABLET);
  await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
  await page.locator('altcha-widget label').first().click();
  await page.getByRole('button', { name: 'Compartilhar este aparelho' }).click();
  await expect(page.getByText('Este aparelho é um tablet compartilhado.')).toBeVisible();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Toque para começar' }).click();
}
