import { expect, PEOPLE, test } from './fixtures.ts';
import type { Device } from './device.ts';

const KB = 1000;

/** Bytes of JavaScript as they came over the wire for the page that is open, compressed by the server. */
function scriptsLoaded(device: Device): Promise<number> {
  return device.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname.endsWith('.js'))
      .filter((entry) => !entry.name.endsWith('/sw.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
}

test('what the browser really loads: login, then the home of someone logged in', async ({ newDevice }) => {
  const device = await newDevice();
  await device.open('/login');
  await expect(device.page.locator('altcha-widget label').first()).toBeVisible();
  const login = (await scriptsLoaded(device)) / KB;
  await device.logIn(PEOPLE.manager);
  await device.goto('/admin/home');
  await expect(device.page.getByText('Suas atualizações')).toBeVisible();
  await expect(device.page.getByText('Tudo enviado').first()).toBeVisible();
  const home = (await scriptsLoaded(device)) / KB;
  test.info().annotations.push({ type: 'KB', description: `login ${login.toFixed(1)}, home ${home.toFixed(1)}` });
  expect(login).toBeGreaterThan(0);
  expect(login).toBeLessThanOrEqual(190);
  expect(home).toBeLessThanOrEqual(270);
});
