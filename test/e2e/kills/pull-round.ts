// Killed while a page of the pull is on its way into the mirror: its rows and the cursor are there
// together or not at all, and the commands that wait are untouched.

import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { createGate } from '../gate.ts';
import { documentOf } from '../document-of.ts';
import type { People } from './act.ts';
import { expectKept, type RoundCommand, type Round } from './rounds.ts';

const ROWS = 30;
/**
 * A page of these rows is written within this time, in ms: the kill is somewhere in it, before it
 * or after it.
 */
const WRITING_MS = 60;
const ARRIVE_MS = 60_000;

/** `rows` were on the page that was asked for with `cursor`. */
type PageProgress = { readonly cursor: string; readonly present: number };

function mirrored(page: Page, ids: readonly number[]): Promise<PageProgress> {
  return page.evaluate(async (asked) => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^malote-\d+$/.test(one));
    const database = await answer(indexedDB.open(name ?? ''));
    try {
      const from = database.transaction(['documents', 'heads', 'meta']);
      const [cursor, heads, ...records] = await Promise.all([
        answer(from.objectStore('meta').get('cursor')) as Promise<{ value: { value: string } } | undefined>,
        answer(from.objectStore('heads').getAll()) as Promise<{ ids: number[] }[]>,
        ...asked.map((id) => answer(from.objectStore('documents').index('serverId').getKey(id))),
      ]);
      const isThere = (id: number, at: number) =>
        records[at] !== undefined || heads.some((head) => head.ids.includes(id));
      return { cursor: cursor?.value.value ?? '', present: asked.filter(isThere).length };
    } finally {
      database.close();
    }
  }, ids);
}

/** The network is away at the start and at the end. Returns whether the page had been written. */
export async function killPulling(
  round: Round,
  { made, people, point }: { made: readonly RoundCommand[]; people: People; point: 'pulling' },
): Promise<'written' | 'not written' | 'not sent'> {
  const { victim, cells, device } = round;
  const ids: number[] = [];
  for (let n = 0; n < ROWS; n += 1) {
    ids.push((await documentOf(people.author, { title: `Chegado ${n}`, responsible: people.responsible })).id);
  }
  const before = await mirrored(device.page, ids);
  expect(before.present).toBe(0);
  const gate = createGate();
  const lifts = [
    device.network.add({ path: /^\/api\/sync\/changes/, times: 1, fault: { kind: 'hold', what: 'answer', gate } }),
    // Without the answers to probes the trouble is the network's and not the commands' own, so that
    // they go on at once later.
    device.network.add({ path: /^\/health$/, fault: { kind: 'drop-request' } }),
    device.network.add({ keys: new Set(made.map(({ key }) => key)), fault: { kind: 'drop-request' } }),
  ];
  await victim.pull();
  await expect.poll(() => gate.held.length, { timeout: ARRIVE_MS }).toBe(1);
  if (victim.isOnDevice) {
    gate.release('pass');
    await wait(Math.random() * WRITING_MS);
    await victim.kill();
  } else {
    await victim.kill();
    gate.release('drop');
  }
  await victim.reopen();
  const after = await mirrored(device.page, ids);
  expect(after.present).toBe(after.cursor === before.cursor ? 0 : ROWS);
  await expectKept(round, made);
  await device.cut();
  for (const lift of lifts) lift();
  for (const { act } of made) if (act !== null) cells.push({ point, act: act.name });
  if (!victim.isOnDevice) return 'not sent';
  return after.present === 0 ? 'not written' : 'written';
}
