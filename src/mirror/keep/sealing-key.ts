import type { SealingPublicKey } from '#contract/sealing.ts';
import { durably, writeMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * Stores the key with which this person's work is sealed when they leave (S94). Null: the server
 * makes no keys. The key of an earlier server is then deleted, because this server could not give
 * back the private key that opens what it seals (S113).
 */
export async function keepSealingKey(mirror: Mirror, key: SealingPublicKey | null): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: () =>
      key === null ? mirror.meta.delete('sealingKey') : writeMeta(mirror, { name: 'sealingKey', value: key }),
  });
}
