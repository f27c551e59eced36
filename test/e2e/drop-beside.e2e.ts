// A file that misses the place for files stays out of the way of what is being written.

import { expect, PEOPLE, test } from './fixtures.ts';

test('a file that is dropped beside the place for files is not opened by the browser', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  for (const path of ['/admin/create-documents', '/admin/manage-documents']) {
    await device.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const devtools = await page.context().newCDPSession(page);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    if (heading === null) throw new Error('the heading is not drawn');
    const at = { x: heading.x + 5, y: heading.y + 5 };
    const data = {
      items: [],
      files: [import.meta.filename],
      dragOperationsMask: 1,
    };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(page.url()).toContain(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
