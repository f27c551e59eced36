// A carousel of the home, in a real browser: what comes while it is seen does not move it.

import { PATHS } from '#contract/paths.ts';
import type { SessionUser } from '#contract/session.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { samplePdf } from './sample-files.ts';

test(
  'a model that comes while the home is open is seen first, and one scrolled to stays where it is',
  { tag: '@long' },
  async ({ usedDevice, apiOf }) => {
    const admin = await apiOf(PEOPLE.admin);
    const { organization_id: sector } = await admin.get<SessionUser>(PATHS.user);
    const device = await usedDevice(PEOPLE.admin);
    const track = device.page.getByRole('list', { name: 'Modelos de documento' });
    const cards = track.getByRole('listitem');
    const scrolled = () => track.evaluate((list) => list.scrollLeft);
    const add = async (name: string) => {
      const form = new FormData();
      const { mime, bytes } = samplePdf('modelo.pdf', 2_000);
      for (const [field, value] of Object.entries({
        name,
        file_mime_type: 'pdf',
        type: 'document_model',
        status: 'active',
      }))
        form.set(field, value);
      form.set('description', 'Um modelo novo.');
      form.set('organization_ids[]', String(sector));
      form.set('files[]', new Blob([new Uint8Array(bytes)], { type: mime }), 'modelo.pdf');
      await admin.send('POST', { path: PATHS.models, body: form });
      await expect(track.getByText(name)).toBeAttached();
    };

    for (const width of [390, 1440]) {
      await device.page.setViewportSize({ width, height: 844 });
      await track.scrollIntoViewIfNeeded();
      await track.evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }));
      await add(`Modelo novo ${width}`);
      await expect(cards.first()).toContainText(`Modelo novo ${width}`);
      await expect(cards.first()).toBeInViewport({ ratio: 1 });
      expect(await scrolled()).toBe(0);

      const second = (await cards.nth(1).textContent()) ?? '';
      await cards
        .nth(1)
        .evaluate((card) => card.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'instant' }));
      const place = async () => (await cards.filter({ hasText: second }).boundingBox())?.x ?? Number.NaN;
      const left = await place();
      await add(`Modelo seguinte ${width}`);
      await expect(cards.first()).toContainText(`Modelo seguinte ${width}`);
      expect(left).not.toBeNaN();
      expect(await place()).toBe(left);
    }
    const models = await admin.get<{ id: number; name: string }[]>(PATHS.models);
    const added = models.filter(({ name }) => /^Modelo (?:novo|seguinte) \d+$/.test(name));
    await admin.send('DELETE', { path: PATHS.models, body: { model_ids: added.map(({ id }) => id) } });
  },
);
