import type { SealingPublicKey } from '#contract/sealing.ts';
import { writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/**
 * Keeps the key that closes this person's work when they leave (S94). Null: the server makes no
 * keys. A key of an earlier server is then deleted, because this server could not open what it
 * closes (S113).
 */
export async function keepSealingKey(mirror: Mirror, key: SealingPublicKey | null): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: () =>
      key === null ? mirror.meta.delete('sealingKey') : writeMeta(mirror, { name: 'sealingKey', value: key }),
  });
}
