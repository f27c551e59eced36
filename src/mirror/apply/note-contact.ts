import type { ChangesPage } from '#contract/sync.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** The travel time of an answer moves what it says of the server's clock by some hundred ms. */
const SAME_CLOCK_MS = 1_000;

/**
 * Notes when a page came (`heardMs`, epoch ms), the server's clock and the least client protocol that it accepts, inside the
 * transaction that applies the page: in one of its own it would make the screens that show the page wait, and then ask again.
 */
export async function noteContact(
  mirror: Mirror,
  { page, heardMs }: { page: Pick<ChangesPage, 'server_time' | 'minimum_client'>; heardMs: number },
): Promise<void> {
  const [minimum, known] = await Promise.all([readMeta(mirror, 'minimumClient'), readMeta(mirror, 'clockOffsetMs')]);
  const offset = Date.parse(page.server_time) - heardMs;
  const isMoved = known === undefined || Math.abs(known - offset) > SAME_CLOCK_MS;
  await Promise.all([
    minimum === page.minimum_client ? null : writeMeta(mirror, { name: 'minimumClient', value: page.minimum_client }),
    isMoved ? writeMeta(mirror, { name: 'clockOffsetMs', value: offset }) : null,
    writeMeta(mirror, { name: 'refreshedAtMs', value: heardMs }),
  ]);
}
