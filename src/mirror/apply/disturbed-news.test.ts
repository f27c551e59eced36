// What a device has of news whose writing is disturbed (apply-news.ts).

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putDocument } from '../../../test/builders/build-page.ts';
import { everything, newsOf, newsRow, shownMirror, storedIn } from '../../../test/builders/news.ts';
import { assertFolded } from '../../../test/builders/open-test-mirror.ts';
import { type Life, newLife, openFaultyMirror } from '../../../test/sync/faulty-mirror.ts';
import { documentIndexOf } from '../questions/document-index.ts';
import { readMeta } from '../store/meta.ts';
import { fallAsleep, wakeUp } from '../store/page-sleep.ts';
import type { Mirror } from '../store/schema.ts';
import { appliedNews } from './apply-news.ts';
import { applyPage } from './apply-page.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await shownMirror();
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

const one = newsOf([putDocument(newsRow(3, 20))]);

describe('news that could not be written leave nothing, in memory neither, and the page is left to apply-page', () => {
  /** Whether these news are taken before and after `happen`, with what is there in between the same. */
  const refusedWhile = async (happen: () => Promise<unknown>, page = one) => {
    const before = await everything(mirror);
    await happen();
    expect(await appliedNews(mirror, page)).toBe(false);
    expect(await everything(mirror)).toEqual(before);
  };

  it('when a request can not be made', async () => {
    await refusedWhile(async () => {}, { ...one, next_cursor: (() => 'c2') as never });
    expect(await appliedNews(mirror, one)).toBe(true);
  });

  it('when the browser refuses one', async () => {
    // No context writes such a row: it has the id of another.
    await mirror.table('documents').put({ ...(await mirror.documents.get('s:3')), key: 'other' });
    await refusedWhile(async () => {});
    await mirror.table('documents').delete('other');
    expect(await appliedNews(mirror, one)).toBe(true);
  });

  it('when the database was closed after the news before', async () => {
    expect(await appliedNews(mirror, one)).toBe(true);
    const next = newsOf([putDocument(newsRow(3, 21))], { asked: 'c2', next_cursor: 'c3' });
    await refusedWhile(async () => mirror.close({ disableAutoOpen: false }), next);
  });

  it('when the page sleeps', async () => {
    fallAsleep();
    expect(await appliedNews(mirror, one)).toBe(false);
    wakeUp();
    expect(await appliedNews(mirror, one)).toBe(true);
  });
});

describe('a device that is killed, or whose storage stumbles, at any request of the news', () => {
  const changed = [3, 4, 5, 6, 7];
  const next = newsOf(
    changed.map((id) => putDocument(newsRow(id, 21))),
    { asked: 'c2', next_cursor: 'c3' },
  );
  /** Four to see where the mirror stands, the rows, and position, note and time of contact. */
  const requests = Array.from({ length: 4 + changed.length + 3 }, (_none, at) => at);
  let life: Life;
  let device: Mirror;
  beforeEach(async () => {
    life = newLife();
    device = openFaultyMirror(mirror.name, life);
    await documentIndexOf(device);
    // The next ones begin with their first request.
    if (!(await appliedNews(device, one))) throw new Error('there were no news');
  });
  afterEach(() => device.close());

  it.each(requests)('has nothing of them when it is killed at request %i', async (left) => {
    const before = await storedIn(mirror);
    life.left = left;
    expect(await appliedNews(device, next)).toBe(false);
    expect(await storedIn(mirror)).toEqual(before);
  });

  it('has all of them when it is killed after the last', async () => {
    life.left = requests.length;
    expect(await appliedNews(device, next)).toBe(true);
    await expect(device.documents.get('s:3')).rejects.toThrow('the device is gone');
    expect(await mirror.documents.get('s:3')).toMatchObject({ rev: 21 });
  });

  it.each(requests)('applies the page in the usual way when its storage stumbles at request %i', async (stumble) => {
    life.stumble = stumble;
    expect(await appliedNews(device, next)).toBe(false);
    await applyPage(device, next);
    const rows = await mirror.documents.bulkGet(changed.map((id) => `s:${id}`));
    expect(rows.map((row) => row?.rev)).toEqual(changed.map(() => 21));
    expect((await readMeta(mirror, 'cursor'))?.value).toBe('c3');
  });
});

it.each([0, 1, 2, 3])(
  'a page is applied in the usual way when the storage stumbles at request %i of the first news',
  async (stumble) => {
    const life = newLife();
    const device = openFaultyMirror(mirror.name, life);
    await documentIndexOf(device);
    life.stumble = stumble;
    await applyPage(device, one);
    device.close();
    expect((await mirror.documents.get('s:3'))?.rev).toBe(20);
    expect((await readMeta(mirror, 'cursor'))?.value).toBe('c2');
  },
);
