import type { SealingPublicKey } from '#contract/sealing.ts';
import { writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/**
 * Stores the key with which this person's work is sealed when they leave (S94). Null: the server
 * makes no keys. The key of an earlier server is then deleted, because this server could not open
 * what it seals (S113).
 */
export async function keepSealingKey(mirror: Mirror, key: SealingPublicKey | null): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: () =>
      key === null ? mirror.meta.delete('sealingKey') : writeMeta(mirror, { name: 'sealingKey', value: key }),
  });
}
