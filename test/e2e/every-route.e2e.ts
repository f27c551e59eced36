// Every route is opened without a network, as a page that starts cold: from an address that was
// typed, in a browser that has had no network since it was started.

import { everyRoute, fileGiven, HELP } from './every-route.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { SIZES } from './looks.ts';

test('every route opens without network from a cold start, with its data, and says what it cannot do', async ({
  usedDevice,
  apiOf,
}) => {
  const { routes, document, model } = await everyRoute(await apiOf(PEOPLE.admin));
  const device = await usedDevice(PEOPLE.admin, { remember: true });
  await device.settled(document);
  await device.goto(HELP);
  await fileGiven(model.name)(device.page);
  const all = Object.entries(routes);
  for (const [layout, size] of SIZES.entries()) {
    await device.close();
    for (const [index, [route, { address, title, seen }]] of all
      .filter((_route, place) => place % SIZES.length === layout)
      .entries())
      await test.step(`${route} at ${size.width} px`, async () => {
        if (index === 0) await device.open(address, { offline: true });
        else await device.goto(address);
        const { page } = device;
        if (index === 0) await page.setViewportSize(size);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page).toHaveTitle(/. · Malote$/);
        await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toHaveAttribute('href', /#/);
        const { pathname } = new URL(page.url());
        if (pathname.startsWith('/admin'))
          await expect(page.getByRole('button', { name: /Sem conexão|Sem rede/ }).first()).toBeVisible();
        for (const check of seen) await check(page);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      });
  }
  expect(device.troubles).toEqual([]);
});
