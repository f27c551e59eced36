import type { SealingPublicKey } from '#contract/sealing.ts';
import { writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';

/**
 * Keeps the key that closes this person's work when they leave (S94). Null: their server makes
 * none; what an earlier server gave closes nothing any more, because nobody would open it (S113).
 */
export async function keepSealingKey(mirror: Mirror, key: SealingPublicKey | null): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: () =>
      key === null ? mirror.meta.delete('sealingKey') : writeMeta(mirror, { name: 'sealingKey', value: key }),
  });
}
