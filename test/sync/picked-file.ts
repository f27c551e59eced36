import { createHash } from 'node:crypto';
import type { CommandContext } from '#commands/frame/context.ts';
import { mimeOf } from '#domain/files.ts';
import { CHUNK_BYTES, keepFile, putFile } from '#mirror/keep/files.ts';
import { durably } from '#mirror/store/storage.ts';
import type { Tier } from './world.ts';

type FileInput = {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Stores a file that a person picked. In the core tier, reading and hashing do not wait. */
export async function keepPicked(
  { mirror, clock }: CommandContext,
  picked: FileInput & { tier: Tier },
): Promise<string> {
  const { id, owner, name, bytes, tier } = picked;
  if (tier === 'mirror') {
    await keepFile(mirror, { id, owner, file: Object.assign(new Blob([bytes]), { name }), nowMs: clock() });
    return id;
  }
  const { sha256, size } = facts(bytes);
  const row = {
    id,
    owner,
    name,
    mime: mimeOf(name),
    size,
    sha256,
    chunks: Math.ceil(size / CHUNK_BYTES),
    usedAtMs: clock(),
  };
  await durably(mirror, { tables: ['files', 'chunks'], work: () => putFile(mirror, { row, bytes: bytes.buffer }) });
  return id;
}

/** The unique identity of a file. */
export function facts(bytes: Uint8Array): { readonly sha256: string; readonly size: number } {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}
