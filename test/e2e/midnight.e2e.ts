// The day of the organisation changes while a device without network is open, in a real browser:
// its timers, its own zone and what it stores are those of Chromium.

import { addDays, dayAt, startOfDay } from '#domain/dates.ts';
import type { CDPSession, Page } from '@playwright/test';
import { createOverHttp } from './api-client.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith, write } from './gestures.ts';
import { samplePdf } from './sample-files.ts';

const BEFORE_MS = 40_000;
/** More than the half minute after which a page looks at the clock. */
const PASSED_MS = 60_000;

/** The day and hour of the device itself, in its own zone. */
const ownHour = (page: Page): Promise<number> => page.evaluate(() => new Date().getHours());

async function inZone(session: CDPSession, timezoneId: string): Promise<void> {
  await session.send('Emulation.setTimezoneOverride', { timezoneId });
}

test('when midnight passes without network, in a device of another zone, list, home, document and queued replies have the right days', async ({
  usedDevice,
  apiOf,
}) => {
  const author = await apiOf(PEOPLE.field);
  const { user } = author;
  const { time_zone: zone } = user.tenant;
  const today = dayAt(Date.now(), zone);
  const midnight = Date.parse(startOfDay(addDays(today, 1), zone));
  const made = await createOverHttp(author, {
    title: `Vence hoje ${Date.now()}`,
    limitDate: today,
    organizationId: user.organization_id ?? 0,
    userId: user.id,
    files: [samplePdf('laudo.pdf', 2_000)],
  });
  const device = await usedDevice(PEOPLE.field);
  const { page } = device;
  const session = await device.context.newCDPSession(page);
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible();
  await device.settled(made);
  await device.cut();
  await page.clock.install({ time: midnight - BEFORE_MS });

  await test.step('in Tokyo, where it is noon of the next day: the document and its replies', async () => {
    await inZone(session, 'Asia/Tokyo');
    await device.goto(`/admin/view-document/${made.id}`);
    expect(await ownHour(page)).toBeLessThan(15);
    await expect(page.getByText('Vence hoje (')).toBeVisible();
    const editor = page.getByRole('textbox', { name: 'Sua resposta' });
    const answer = page.getByRole('button', { name: 'Responder', exact: true });
    await write(editor, 'Antes da meia-noite.');
    await answer.click();
    await expect(messageWith(page, 'Antes da meia-noite.')).toContainText('hoje · 23:59');
    await page.clock.fastForward(PASSED_MS);
    await expect(page.getByText('Venceu há 1 dia (')).toBeVisible();
    await expect(messageWith(page, 'Antes da meia-noite.')).toContainText(/de \S+ · 23:59/);
    await write(editor, 'Depois da meia-noite.');
    await answer.click();
    await expect(messageWith(page, 'Depois da meia-noite.')).toContainText('hoje · 00:00');
  });

  await test.step('in Rio Branco, where it is still evening: the list and the home', async () => {
    await inZone(session, 'America/Rio_Branco');
    await page.clock.setSystemTime(midnight - BEFORE_MS);
    await device.goto('/admin/manage-documents?order_by_limit_date=asc');
    expect(await ownHour(page)).toBe(21);
    const row = page.getByRole('row').filter({ hasText: made.title });
    await expect(row).toContainText('vence hoje');
    const due = page.getByRole('button', { name: /^Hoje/ });
    const before = await due.textContent();
    await page.clock.fastForward(PASSED_MS);
    await expect(row).toContainText('Em atraso');
    await expect(due).not.toHaveText(before ?? '');

    await page.clock.setSystemTime(midnight - BEFORE_MS);
    await device.goto('/admin/home');
    const inWeek = page
      .getByRole('region', { name: /^Para hoje e esta semana/ })
      .getByRole('listitem')
      .filter({ hasText: made.title });
    await expect(inWeek).toContainText('Hoje');
    await page.clock.fastForward(PASSED_MS);
    await expect(inWeek).toContainText('Venceu há 1 dia');
  });
});
