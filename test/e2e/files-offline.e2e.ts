// Files of one's work are on the device before they are opened (S70), and a PDF is shown in the
// page of a phone, without network.

import { addDays, dayAt } from '#domain/dates.ts';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { createOverHttp } from './api-client.ts';
import { fingerOn } from './finger.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import type { SampleFile } from './sample-files.ts';

async function pdfSaying(name: string, words: readonly string[]): Promise<SampleFile> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const said of words) pdf.addPage([595, 842]).drawText(said, { x: 60, y: 760, size: 28, font });
  return { name, mime: 'application/pdf', bytes: Buffer.from(await pdf.save()), sha256: '' };
}

test('an attachment that was never opened is shown without network on a phone, page by page', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const { user } = manager;
  const made = await createOverHttp(author, {
    title: `Laudo da encosta ${Date.now()}`,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 20),
    organizationId: user.organization_id ?? 0,
    userId: user.id,
    files: [await pdfSaying('laudo.pdf', ['Primeira folha', 'Segunda folha'])],
  });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  const tap = await fingerOn(page);
  await device.goto(`/admin/view-document/${made.id}`);
  await expect(page.getByText(/laudo\.pdf/).first()).toBeVisible();
  await expect(page.getByText(/Neste aparelho/).first()).toBeVisible();
  await device.settled(made);
  await tap(page.getByRole('button', { name: 'Mais opções' }));
  await tap(page.getByRole('menuitem', { name: 'Guardar neste aparelho' }));
  await expect(page.getByText('Guardado neste aparelho', { exact: true })).toBeVisible();

  await device.cut();
  await page.reload();
  await tap(
    page
      .getByRole('link', { name: /laudo\.pdf/ })
      .or(page.getByRole('button', { name: /laudo\.pdf/ }))
      .first(),
  );
  const dialog = page.getByRole('dialog', { name: 'laudo.pdf' });
  const sheet = dialog.getByRole('img', { name: 'Página 1 de 2' });
  await expect(dialog.getByText('Primeira folha')).toBeAttached();
  const ink = await sheet.evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    return { width, dark: pixels.filter((tone, at) => at % 4 === 0 && tone < 90).length };
  });
  expect(ink.width).toBeGreaterThan(300);
  expect(ink.dark).toBeGreaterThan(200);
  await dialog.getByRole('img', { name: 'Página 2 de 2' }).scrollIntoViewIfNeeded();
  await expect(dialog.getByText('Segunda folha')).toBeAttached();
});
