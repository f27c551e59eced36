import { stateOf, type PictureName, type StartPicture } from '#mirror/store/start-picture.ts';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The body of a function that runs in the page: the picture of a screen in the mirror of this device, and the notes beside it. */
const READ = `
const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => /^malote-\\d+$/.test(name));
const database = await answer(indexedDB.open(names[0]));
try {
  const meta = database.transaction('meta').objectStore('meta');
  const keys = [name, 'documentChanges', 'referenceVersion', 'session'];
  const [picture, documentChanges, referenceVersion, session] = await Promise.all(keys.map((key) => answer(meta.get(key))));
  return { size: ' ' + innerWidth + 'x' + innerHeight, picture: picture?.value, notes: { documentChanges: documentChanges?.value, referenceVersion: referenceVersion?.value, session: session?.value } };
} finally {
  database.close();
}
`;

type Kept = {
  readonly size: string;
  readonly picture?: StartPicture;
  readonly notes: Parameters<typeof stateOf>[0];
};

export function readPicture(page: Page, name: PictureName): Promise<Kept> {
  return page.evaluate<Kept>(`(async (name) => {${READ}})(${JSON.stringify(name)})`);
}

/** Waits until the next start has a picture of what the mirror of this device holds now. */
export async function pictureKept(page: Page, name: PictureName): Promise<void> {
  await expect(async () => {
    const { size, picture, notes } = await readPicture(page, name);
    expect(picture?.state).toBe(stateOf(notes));
    expect(picture?.page.endsWith(size)).toBe(true);
  }).toPass({ timeout: 60_000 });
}
