// The bounded feed of GET /api/sync/changes?extent=bounded (src/sync/promises.md, Pull): what it
// leaves out, when it begins and ends, and that a device which does not ask for it gets everything.

import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChangesPage as AnyPage } from '#contract/changes.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { decodeCursor, encodeCursor } from '#server/sync/cursor.ts';
import { inCopy } from '#server/sync/rows.ts';
import { COPY_CASES, COPY_SINCE, COPY_SINCE_DAY, type CopyCase } from '../../builders/copy-cases.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { type Device, idsOf, newDevice, pull } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const MORNING = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const FROM = 30;

let now = MORNING;
let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let cases: (CopyCase & { readonly id: number })[];

townPerFile.override('options', { clock: () => now, environment: { BOUNDED_FROM: String(FROM) } });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi, admin } = town);
});

beforeEach(async () => {
  now = MORNING;
  await world.query('truncate documents, tombstones cascade');
  cases = [];
  for (const [index, one] of COPY_CASES.entries()) {
    cases.push({ ...one, id: await write(pmvi, { number: index + 1, ...one }) });
  }
  for (let number = 1; number <= 3; number += 1) {
    await write(world.cmvi, { number, storedStatus: 'completed', createdMs: MORNING, lastActivityMs: MORNING });
  }
});

/**
 * A document of Davi, in his sight and the Super Admin's, with the tenant's next number of changes.
 */
async function write(town: Town, document: Omit<CopyCase, 'isIn'> & { number: number }): Promise<number> {
  const [row] = await world.query<{ id: string }>(
    `with c as (update counters set value = value + 1 where tenant_id = $1 returning value)
     insert into documents (tenant_id, number, stored_status, title, physical_document_number, type, subject_id, created_by,
       limit_date, content, search_text, created_at, last_activity_at, rev)
     select $1, $2, $3, 't', 'n', 'general_document', $4, $5, '2030-01-01', '', '', $6, $7, c.value from c returning id`,
    [
      town.id,
      document.number,
      document.storedStatus,
      town.subjects.free,
      town.people.davi.id,
      new Date(document.createdMs).toISOString(),
      new Date(document.lastActivityMs).toISOString(),
    ],
  );
  return Number(row?.id);
}

/** A change of a document, as any act makes it. */
const touch = (id: number, change: string) =>
  world.query(
    `with c as (update counters set value = value + 1 where tenant_id = $1 returning value)
     update documents d set rev = c.value, ${change} from c where d.tenant_id = $1 and d.id = $2`,
    [pmvi.id, id],
  );

const inSight = () => cases.map(({ id }) => id);
const inTheCopy = () => cases.flatMap(({ id, isIn }) => (isIn ? [id] : []));
const boundsOf = (device: Device) => device.pages.map(({ bounded }) => bounded);
const BOUND = {
  since: COPY_SINCE_DAY,
  begins_at: COPY_SINCE,
  total: COPY_CASES.length,
  counted_at: '2026-11-20T12:00:00.000Z',
};

describe('the bound', () => {
  it('the bound is the same in SQL as in the domain, for every case', async () => {
    const rows = await server.database.inTenant(pmvi.id, (tx) =>
      tx.rowsOf(
        v.object({ id: v.number() }),
        sql`select d.id from documents d where d.tenant_id = ${pmvi.id}
          and ${inCopy({ since: COPY_SINCE_DAY, timeZone: 'America/Sao_Paulo' })} order by d.id`,
      ),
    );
    expect(rows.map(({ id }) => id)).toEqual(inTheCopy());
    expect(inTheCopy().length).toBeLessThan(inSight().length);
  });

  it('a bounded walk brings what is open and what is recent, at any page size, and says how far it reaches', async () => {
    for (const limit of [1, 7, 500]) {
      const device = await pull(admin, newDevice('bounded'), limit);
      expect(idsOf(device, 'documents')).toEqual(inTheCopy());
      for (const page of device.pages) v.parse(AnyPage, page);
      const walked = device.pages.filter((page) => page.snapshot);
      expect(walked.map(({ bounded }) => bounded)).toEqual(walked.map(() => BOUND));
      expect(device.pages.at(-1)).toMatchObject({ snapshot: false, has_more: false });
    }
  });

  it('a walk that takes until the next day leaves the same out on all its pages', async () => {
    const device = newDevice('bounded');
    const bounds: ChangesPage['bounded'][] = [];
    for (;;) {
      const query = new URLSearchParams({
        limit: '9',
        extent: 'bounded',
        ...(device.cursor && { cursor: device.cursor }),
      });
      const page = (await admin.get(`/api/sync/changes?${query}`)).json<ChangesPage>();
      if (!page.snapshot) break;
      for (const change of page.changes) device.rows.set(`${change.collection}:${change.id}`, change);
      bounds.push(page.bounded);
      device.cursor = page.next_cursor;
      now += DAY_MS;
    }
    expect(bounds.length).toBeGreaterThan(5);
    expect(new Set(bounds.map((bound) => JSON.stringify(bound)))).toEqual(new Set([JSON.stringify(BOUND)]));
    expect(idsOf(device, 'documents')).toEqual(inTheCopy());
  });

  it('a device that does not ask for a bounded copy gets everything, also with the cursor of a bounded one', async () => {
    const older = await pull(admin, newDevice());
    expect(idsOf(older, 'documents')).toEqual(inSight());
    expect(boundsOf(older)).toEqual(older.pages.map(() => undefined));
    const updated = await pull(admin, newDevice('bounded'));
    const again = await pull(admin, { ...newDevice(), cursor: updated.cursor });
    expect(idsOf(again, 'documents')).toEqual(inSight());
    expect(again.pages[0]?.snapshot).toBe(true);
  });

  it('a person who sees fewer documents gets them all, and the documents of another town count for nobody', async () => {
    const ana = await pull(await world.as(pmvi.people.ana), newDevice('bounded'));
    expect(idsOf(ana, 'documents')).toEqual([]);
    expect(boundsOf(ana)).toEqual(ana.pages.map(() => undefined));
    const other = await pull(await world.as(world.cmvi.people.admin), newDevice('bounded'));
    expect(idsOf(other, 'documents')).toHaveLength(3);
    expect(boundsOf(other)).toEqual(other.pages.map(() => undefined));
  });
});

describe('a bounded copy and what changes', () => {
  it('an old document that changes comes like any other', async () => {
    const device = await pull(admin, newDevice('bounded'));
    const left = cases.find(({ isIn }) => !isIn);
    if (left === undefined) throw new Error('some cases are out of the copy');
    await touch(left.id, "stored_status = 'under_review'");
    await pull(admin, device);
    expect(device.pages).toHaveLength(1);
    expect(device.pages[0]).toMatchObject({ snapshot: false, changes: [{ op: 'put', id: left.id }] });
    expect(device.pages[0]?.bounded).toBeUndefined();
    await touch(left.id, "title = 'outro'");
    await pull(admin, device);
    expect(device.pages[0]?.changes.map(({ id }) => id)).toEqual([left.id]);
  });

  it('the bound moves on once a day, on the first page of the day, without a walk', async () => {
    const device = await pull(admin, newDevice('bounded'));
    now += 3_600_000;
    await pull(admin, device);
    expect(boundsOf(device)).toEqual([undefined]);
    now += DAY_MS;
    const asked = device.cursor;
    await pull(admin, device);
    const moved = {
      since: '2024-11-21',
      begins_at: '2024-11-21T03:00:00.000Z',
      total: COPY_CASES.length,
      counted_at: new Date(now).toISOString(),
    };
    expect(boundsOf(device)).toEqual([moved]);
    expect(device.pages[0]?.snapshot).toBe(false);
    // The page was lost on its way: it says the same again.
    await pull(admin, { ...device, cursor: asked });
    expect(boundsOf(device)).toEqual([moved]);
    await pull(admin, device);
    expect(boundsOf(device)).toEqual([undefined]);
  });

  it('a whole copy becomes bounded without a walk when its person sees enough, and stays so until they see a tenth fewer', async () => {
    const tenth = Math.floor(FROM * 0.9);
    await world.query('delete from documents where tenant_id = $1 and number > $2', [pmvi.id, FROM - 1]);
    const device = await pull(admin, newDevice('bounded'));
    expect(idsOf(device, 'documents')).toHaveLength(FROM - 1);
    expect(boundsOf(device)).toEqual(device.pages.map(() => undefined));

    const fresh = { storedStatus: 'completed', createdMs: MORNING, lastActivityMs: MORNING } as const;
    await write(pmvi, { number: FROM, ...fresh });
    now += DAY_MS;
    await pull(admin, device);
    expect(device.pages.map(({ snapshot }) => snapshot)).toEqual([false]);
    expect(boundsOf(device)).toMatchObject([{ total: FROM }]);

    await world.query('delete from documents where tenant_id = $1 and number > $2', [pmvi.id, tenth]);
    now += DAY_MS;
    await pull(admin, device);
    expect(boundsOf(device)).toMatchObject([{ total: tenth }]);

    await world.query('delete from documents where tenant_id = $1 and number >= $2', [pmvi.id, tenth]);
    now += DAY_MS;
    await pull(admin, device);
    expect(device.pages[0]?.snapshot).toBe(true);
    expect(boundsOf(device)).toEqual(device.pages.map(() => undefined));
    const whole = device.pages.flatMap(({ changes }) => changes.filter(({ collection }) => collection === 'documents'));
    expect(whole).toHaveLength(tenth - 1);
  });

  it('a walk in place for another sight is bounded as the copy was', async () => {
    const device = await pull(admin, newDevice('bounded'));
    const tenth = Math.floor(FROM * 0.9);
    await world.query('delete from documents where tenant_id = $1 and number > $2', [pmvi.id, tenth]);
    await world.query('update users set scope_epoch = scope_epoch + 1 where id = $1', [pmvi.people.admin.id]);
    await pull(admin, device);
    expect(device.pages[0]).toMatchObject({ snapshot: true, bounded: { total: tenth } });
  });
});

describe('the cost of the bound', () => {
  it('the documents are counted at the start of a walk and once a day, and by one statement', async () => {
    const device = newDevice('bounded');
    const counts: number[] = [];
    for (const waitMs of [0, 1, 3_600_000, DAY_MS, 1]) {
      now += waitMs;
      server.statements.length = 0;
      await pull(admin, device, 500);
      counts.push(server.statements.filter((text) => /count\(\*\)::int as total from documents/.test(text)).length);
      // No page takes more than a list may, beginning and end of its transaction aside.
      const own = server.statements.filter((text) => !/^\s*(begin|commit|set|select set_config)/i.test(text));
      expect(own.length).toBeLessThanOrEqual(4 * device.pages.length);
    }
    expect(counts).toEqual([1, 0, 0, 1, 0]);
  });

  it('a cursor with a broken note restarts the walk', async () => {
    const device = await pull(admin, newDevice('bounded'));
    const good = decodeCursor(device.cursor);
    if (good?.noted === undefined) throw new Error('the cursor of a bounded feed has a note');
    for (const noted of [
      { ...good.noted, day: '0001-01-01' },
      { ...good.noted, day: '2026-02-30' },
      { ...good.noted, atMs: Number.MAX_SAFE_INTEGER },
      { ...good.noted, total: -1 },
    ]) {
      const query = new URLSearchParams({ extent: 'bounded', cursor: encodeCursor({ ...good, noted }) });
      const answer = await admin.get(`/api/sync/changes?${query}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.json<ChangesPage>().snapshot).toBe(true);
    }
  });
});
