// What a person finds about themselves and about this device: the screens of the profile and of the
// data kept here, and the screen that stands where a permission is missing.

import { PATHS } from '#contract/paths.ts';
import type { ListedUser } from '#contract/reference-data.ts';
import type { SessionUser } from '#contract/session.ts';
import sharp, { type Sharp } from 'sharp';
import { expect, PEOPLE, test } from './fixtures.ts';
import { reply } from './gestures.ts';
import { lookAt, SIZES } from './looks.ts';

const [PHONE] = SIZES;
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a missing permission is named, and a permission that is given opens the screen at the same address', async ({
  usedDevice,
  apiOf,
}) => {
  const [admin, person] = [await apiOf(PEOPLE.admin), await apiOf(PEOPLE.field)];
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  await page.setViewportSize(PHONE);
  // Without events the device hears of the new role by the press, and not before it.
  await page.route('**/api/events*', (route) => route.abort());
  await device.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/home$/);
  await device.goto('/admin/users');
  await expect(page.getByText('Esta tela pede a permissão “ver usuários”.')).toBeVisible();
  await expect(page.getByText('O seu papel, Servidor de Campo, não dá acesso aos usuários.')).toBeVisible();
  await expect(page.getByText('Super Admin ·').first()).toBeVisible();
  await expect(page).toHaveTitle('Usuários · Malote');
  await lookAt(page, { name: 'no-permission', seen: page.getByRole('heading', { level: 1 }) });
  const roleTo = (role: string) =>
    admin.send('PUT', { path: PATHS.users, body: { user_ids: [person.user.id], roles: [role] } });
  await roleTo('Servidor');
  try {
    await page.getByRole('button', { name: 'Conferir de novo' }).click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByText('Rosângela Meireles').first()).toBeVisible();
  } finally {
    await roleTo('Servidor de Campo');
  }
});

test('an account is changed only online; what was typed stays, and every screen shows what was saved', async ({
  usedDevice,
  apiOf,
}) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const api = await apiOf(PEOPLE.manager);
  await device.goto('/admin/profile');
  await lookAt(page, { name: 'profile', seen: page.getByRole('heading', { level: 1 }) });
  await page.setViewportSize({ width: 1440, height: 900 });
  await device.cut();
  const lastName = page.getByRole('textbox', { name: 'Sobrenome' });
  await lastName.fill('Meireles d’Ávila');
  await expect(page.getByText('Salvar precisa de internet.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Salvar' });
  await expect(save).toBeDisabled();
  await page.getByRole('tab', { name: 'Senha' }).click();
  await page.getByRole('tab', { name: 'Cadastro' }).click();
  await expect(lastName).toHaveValue('Meireles d’Ávila');
  await device.restore();
  await expect(save).toBeEnabled();
  await page.locator('input[type=file]').setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  // The picture belongs to the form once it is decoded and shown.
  await expect(page.getByRole('group', { name: 'Foto', exact: true }).locator('img[src^="blob:"]')).toBeAttached();
  await save.click();
  const saved = page.getByRole('dialog', { name: 'Muito bom! Suas alterações foram salvas.' });
  await lookAt(page, { name: 'profile-saved', seen: saved });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByText('d’Ávila')).toBeVisible();
  const { image } = await api.get<SessionUser>(PATHS.user);
  expect(image).not.toBeNull();

  await page.getByRole('button', { name: 'Remover foto' }).click();
  const question = page.getByRole('alertdialog', { name: 'Deseja mesmo deletar sua foto?' });
  await lookAt(page, { name: 'photo-remove', seen: question });
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole('button', { name: 'Sim' }).click();
  await lastName.fill('Meireles');
  await save.click();
  await expect(page.getByRole('dialog', { name: 'Muito bom!' })).toBeVisible();
  expect(await api.get<SessionUser>(PATHS.user)).toMatchObject({ image: null, last_name: 'Meireles' });
  const people = await api.get<ListedUser[]>(PATHS.users);
  expect(people.find((one) => one.id === api.user.id)?.last_name).toBe('Meireles');
});

test('the organization is changed by its Super Admin, and the menu shows it at once', async ({ usedDevice, apiOf }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const api = await apiOf(PEOPLE.admin);
  await device.goto('/admin/profile?aba=organizacao');
  await lookAt(page, { name: 'profile-tenant', seen: page.getByRole('heading', { level: 1 }) });
  await page.setViewportSize({ width: 1440, height: 900 });
  const name = page.getByRole('textbox', { name: 'Nome' });
  const save = page.getByRole('button', { name: 'Salvar' });
  for (const [one, shown] of [
    ['Câmara Municipal de Monte Azul', 'Monte Azul Câmara Municipal'],
    ['Prefeitura Municipal de Vale do Ipê', 'Vale do Ipê Prefeitura Municipal'],
  ] as const) {
    await name.fill(one);
    await save.click();
    await expect(page.getByText('Organização atualizada com sucesso').last()).toBeVisible();
    await expect(page.getByRole('link', { name: `${shown}: ir para o início` })).toBeVisible();
    expect((await api.get<SessionUser>(PATHS.user)).tenant.name).toBe(one);
  }
});

test('a phone’s photograph becomes a picture that the server takes, upright, and a logo stays transparent', async ({
  usedDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.admin);
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  const kept = async () => {
    const { image, tenant } = await api.get<SessionUser>(PATHS.user);
    const read = async (address: string | null) => {
      const answer = await fetch(new URL(address ?? '', device.network.url), { headers: api.headers() });
      return sharp(Buffer.from(await answer.arrayBuffer()));
    };
    return { photo: () => read(image), logo: () => read(tenant.logo) };
  };
  const save = page.getByRole('button', { name: 'Salvar' });

  await device.goto('/admin/profile');
  for (const buffer of [
    await phonePhoto({ width: 3000, height: 2000 }),
    await phonePhoto({ width: 5200, height: 3900 }),
  ]) {
    await page.locator('input[type=file]').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
    await expect(save).toBeEnabled();
    await save.click();
    await page.getByRole('dialog', { name: 'Muito bom!' }).getByRole('button', { name: 'Fechar' }).last().click();
    const photo = await (await kept()).photo();
    const { width, height } = await photo.metadata();
    expect(height).toBe(512);
    expect(width).toBeLessThan(height);
    const [red = 0, , blue = 0] = await meanOf(photo, { left: 10, top: 10, width: width - 20, height: 100 });
    expect(red, 'the red side of the photograph is up').toBeGreaterThan(blue + 60);
  }

  await device.goto('/admin/profile?aba=organizacao');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'brasão.png', mimeType: 'image/png', buffer: await largeLogo() });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText('Organização atualizada com sucesso').last()).toBeVisible();
  const logo = await (await kept()).logo();
  expect((await logo.metadata()).width).toBe(512);
  expect(await meanOf(logo, { left: 0, top: 0, width: 40, height: 40 })).toMatchObject({ 3: 0 });
});

/** A photograph that a phone, held upright, wrote on its side: its red left edge is what is up. */
async function phonePhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const side = await sharp({ create: { width: width / 4, height, channels: 3, background: '#d02020' } })
    .png()
    .toBuffer();
  const grain = { type: 'gaussian', mean: 110, sigma: width > 4000 ? 1 : 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#202080', noise: grain } })
    .composite([{ input: side, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: width > 4000 ? 60 : 95 })
    .toBuffer();
}

/** A coat of arms of more than 2 MB on transparent ground. */
async function largeLogo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const arms = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 2000, height: 2000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: arms, left: 300, top: 300 }])
    .png()
    .toBuffer();
}

type Region = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

async function meanOf(picture: Sharp, region: Region): Promise<readonly number[]> {
  const part = await picture.clone().extract(region).png().toBuffer();
  return (await sharp(part).stats()).channels.map((channel) => channel.mean);
}

test('this device tells what it keeps and what exists only here', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await page.goto(`${device.network.url}/admin/manage-documents`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.cut();
  await reply(page, 'Só neste aparelho por enquanto.');
  await page.setViewportSize(PHONE);
  await device.goto('/admin/device');
  await expect(page.getByText('1 envio só existe aqui.')).toBeVisible();
  await lookAt(page, { name: 'device', seen: page.getByRole('heading', { level: 1 }) });
  await page.getByRole('button', { name: 'Ler antes' }).click();
  const record = page.getByRole('dialog', { name: 'Registro para o suporte' });
  await expect(record).toContainText('"respond"');
  await expect(record).not.toContainText('Só neste aparelho');
});
