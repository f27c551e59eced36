// Opens accepted PDFs in the application's own viewer, on a phone, and compares each page with
// poppler's.

import type { Locator, Page } from '@playwright/test';
import { PDF_TEXT } from '../../src/app/text/document/files.ts';
import { Device } from '../e2e/device.ts';
import { openInPoppler, pictureOf, type Poppler } from '../e2e/poppler.ts';
import type { RealServer } from '../e2e/real-server.ts';
import type { StoredFile } from './upload.ts';

/** Below the width from which a browser's own viewer is used. */
const PHONE = { width: 390, height: 844 };
/** A page that is neither drawn nor given up within this time fails its file. */
const PAGE_MS = 60_000;

export type ViewerResult = {
  /**
   * Pages that the viewer drew whole, and pages that it counts; null: it opened no page and said
   * so.
   */
  readonly drawn: { readonly whole: number; readonly of: number } | null;
  /** Pages as poppler counts them; null: it can't open the file. */
  readonly popplerPages: number | null;
  /**
   * The largest mean difference of a page that is said to be whole, and the page; null where none
   * was compared.
   */
  readonly largest: { readonly difference: number; readonly place: number } | null;
  /** The viewer's sentences about content that it does not show, each once. */
  readonly said: readonly string[];
};

export type Viewer = {
  /** Throws when the viewer neither shows the file nor gives a reason. */
  readonly view: (taken: StoredFile) => Promise<ViewerResult>;
  readonly dispose: () => Promise<void>;
};

/**
 * A browser in which this person has logged in. After a file that could not be viewed, the next one
 * gets a new browser.
 */
export async function openViewer(server: RealServer, email: string): Promise<Viewer> {
  let device: Device | null = await entered(server, email);
  const leave = async () => {
    const left = device;
    device = null;
    await left?.dispose();
  };
  return {
    async view(taken) {
      const poppler = await openInPoppler(taken.bytes);
      try {
        device ??= await entered(server, email);
        await device.goto(`/admin/view-document/${taken.documentId}`);
        return await viewIn(device.page, { taken, poppler });
      } catch (error) {
        await leave();
        throw error;
      } finally {
        await poppler.dispose();
      }
    },
    dispose: leave,
  };
}

async function entered(server: RealServer, email: string): Promise<Device> {
  const device = await Device.make(server);
  try {
    await device.open('/login');
    await device.logIn(email, { remember: true });
    await device.page.setViewportSize(PHONE);
    return device;
  } catch (error) {
    await device.dispose();
    throw error;
  }
}

async function viewIn(page: Page, { taken, poppler }: { taken: StoredFile; poppler: Poppler }): Promise<ViewerResult> {
  await page.getByRole('button', { name: taken.name }).first().click();
  const dialog = page.getByRole('dialog', { name: taken.name });
  const sheets = dialog.locator('canvas');
  const refused = dialog.getByText(PDF_TEXT.notShown);
  await sheets.or(refused).first().waitFor({ timeout: PAGE_MS });
  const popplerPages = poppler.pageCount;
  if (await refused.isVisible())
    return {
      drawn: null,
      popplerPages,
      largest: null,
      said: await sentencesIn(dialog, Object.values(PDF_TEXT.trouble)),
    };

  const of = await sheets.count();
  const said = new Set(await sentencesIn(dialog, Object.values(PDF_TEXT.elsewhere)));
  let [whole, largest]: [number, ViewerResult['largest']] = [0, null];
  for (let place = 1; place <= of; place += 1) {
    const sheet = sheets.nth(place - 1);
    await sheet.scrollIntoViewIfNeeded();
    const drawn = await sheet.and(dialog.locator('[data-drawn]')).getAttribute('data-drawn', { timeout: PAGE_MS });
    if (drawn !== 'whole') {
      for (const words of await sentencesIn(dialog, [PDF_TEXT.partial, PDF_TEXT.notDrawn])) said.add(words);
      continue;
    }
    whole += 1;
    if (popplerPages === null || place > popplerPages) continue;
    const { difference } = await poppler.compare({ place, picture: await pictureOf(sheet) });
    if (largest === null || difference > largest.difference) largest = { difference, place };
  }
  return { drawn: { whole, of }, popplerPages, largest, said: [...said] };
}

async function sentencesIn(dialog: Locator, sentences: readonly string[]): Promise<string[]> {
  const words = await dialog.innerText();
  return sentences.filter((one) => words.includes(one));
}
