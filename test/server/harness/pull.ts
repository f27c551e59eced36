// A device that pulls: pages until there is no more, rows kept by the mirror's only rule (a greater
// rev wins).

import type { Change, ChangesPage, Extent } from '#contract/sync.ts';
import type { TestClient } from './test-client.ts';

export type Device = {
  /** `collection:id` → the last change that won. */
  readonly rows: Map<string, Change>;
  cursor: string | undefined;
  /** Every page of the last pull. */
  pages: ChangesPage[];
  /** Undefined for a device that does not know the parameter. */
  readonly extent: Extent | undefined;
};

export const newDevice = (extent?: Extent): Device => ({ rows: new Map(), cursor: undefined, pages: [], extent });

/** Pulls to the end; returns the device. */
export async function pull(client: TestClient, device: Device, limit = 500): Promise<Device> {
  device.pages = [];
  for (;;) {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(device.cursor === undefined ? {} : { cursor: device.cursor }),
      ...(device.extent === undefined ? {} : { extent: device.extent }),
    });
    const response = await client.get(`/api/sync/changes?${query}`);
    if (response.statusCode !== 200) throw new Error(`changes answered ${response.statusCode}: ${response.body}`);
    const page = response.json<ChangesPage>();
    device.pages.push(page);
    for (const change of page.changes) {
      const key = `${change.collection}:${change.id}`;
      if ((device.rows.get(key)?.rev ?? -1) < change.rev) device.rows.set(key, change);
    }
    device.cursor = page.next_cursor;
    if (!page.has_more) return device;
  }
}

/** Ids of a collection the device holds, ascending. */
export function idsOf(device: Device, collection: Change['collection']): number[] {
  const held = [...device.rows.values()].filter((change) => change.collection === collection && change.op === 'put');
  return held.map((change) => change.id).toSorted((a, b) => a - b);
}
