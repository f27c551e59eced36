import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { createOverHttp } from '../api-client.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { samplePdf } from '../sample-files.ts';

/** Longest time from the server's answer to the screen of the other device, in ms. */
const LIVE_MS = 2_000;

test('a document created on the server appears on the device within two seconds', async ({ usedDevice, apiOf }) => {
  const author = await apiOf(PEOPLE.field);
  const { user } = await apiOf(PEOPLE.manager);
  const device = await usedDevice(PEOPLE.manager);
  await expect(device.page.getByText('Tudo enviado').first()).toBeVisible();
  await device.settled();
  const { passages } = device.network;
  await expect.poll(() => passages.some(({ url, status }) => url === PATHS.events && status === 200)).toBe(true);

  const took: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const title = `Chegada ao vivo ${round} de ${Date.now()}`;
    await createOverHttp(author, {
      title,
      limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 10),
      organizationId: user.organization_id ?? 0,
      userId: user.id,
      files: [samplePdf('ofício.pdf', 2_000)],
    });
    const answered = performance.now();
    await expect(device.page.getByText(title).first()).toBeVisible({ timeout: LIVE_MS });
    took.push(performance.now() - answered);
  }
  test
    .info()
    .annotations.push({ type: 'seen after', description: took.map((ms) => `${Math.round(ms)} ms`).join(', ') });
});

test('another acronym of the town hall and another name of the person appear on their open device, without a login', async ({
  usedDevice,
  apiOf,
}) => {
  const admin = await apiOf(PEOPLE.admin);
  const elsewhere = await apiOf(PEOPLE.manager);
  const { user } = elsewhere;
  const { page } = await usedDevice(PEOPLE.manager);
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(page.getByText(new RegExp(`${user.tenant.acronym}\\d{3}`)).first()).toBeVisible();
  const rename = (api: typeof admin, body: object) =>
    api.send('PATCH', { path: api === admin ? PATHS.tenants : PATHS.profile, body });
  try {
    await rename(admin, { acronym: 'PMVQ' });
    await rename(elsewhere, { last_name: 'Meireles d’Ávila' });
    await expect(page.getByText(/PMVQ\d{3}/).first()).toBeVisible();
    await expect(menu.getByText('d’Ávila')).toBeVisible();
    await expect(page.getByText(new RegExp(`${user.tenant.acronym}\\d{3}`))).toHaveCount(0);
  } finally {
    await rename(admin, { acronym: user.tenant.acronym });
    await rename(elsewhere, { last_name: user.last_name });
  }
});
