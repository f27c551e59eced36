// A failed transaction is undone whole, in memory as in IndexedDB, including operations that it had
// started beside the failing one.

import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { writeMeta } from '#mirror/store/storage.ts';
import { newLife } from './faulty-mirror.ts';
import { type Ground, memoryGround, MIRROR_GROUND } from './ground.ts';

const GROUNDS: readonly [string, Ground][] = [
  ['the mirror', MIRROR_GROUND],
  ['tables in memory', memoryGround(new Map())],
];

test.each(GROUNDS)('%s: what runs beside a failure writes nothing', async (name, ground) => {
  const life = newLife();
  const mirror = ground.open(`beside ${name}`, life);
  await writeMeta(mirror, { name: 'referenceVersion', value: 1 });
  life.stumble = 0;
  life.stumbles = 1;
  const beside = async () => {
    for (let time = 0; time < 5; time += 1) await mirror.meta.get('referenceVersion');
    await writeMeta(mirror, { name: 'referenceVersion', value: 2 });
  };
  const failing = mirror.transaction('rw', ['meta'], () => Promise.all([mirror.meta.get('session'), beside()]));
  await expect(failing).rejects.toThrow('Internal error');
  expect((await mirror.meta.get('referenceVersion'))?.value).toBe(1);
  mirror.close();
});
