import { CACHE_PREFIX } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Ids, on the server, of the files whose bytes are on this device: they open without a network
 * (src/app/experience.md, experience P21).
 */
export async function keptServerFiles(mirror: Mirror): Promise<ReadonlySet<number>> {
  const rows = await mirror.files.where('owner').startsWith(CACHE_PREFIX).toArray();
  return new Set(rows.map((row) => Number(row.owner.slice(CACHE_PREFIX.length))));
}
