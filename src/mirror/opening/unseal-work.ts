// Opens sealed work after its author has logged in: it returns to the outbox and the forms, under
// the keys and in the positions that it had (S94).

import type { SealingPrivateKey } from '#contract/sealing.ts';
import type { SessionUser } from '#contract/session.ts';
import { foldContextFor } from '../fold/fold-context.ts';
import { refoldAll } from '../fold/refold.ts';
import { dropFiles } from '../keep/files.ts';
import { returnDraft } from '../keep/returned-drafts.ts';
import { type Cipher, openSealing } from '../keep/sealing.ts';
import { durably, FOLD_TABLES, readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';
import { isKnownSealing, isSealed, type SealedRow } from '../store/sealed-row.ts';
import { alone } from './alone.ts';
import { areThere, dropLooseParts, type SealedRows, sealingName } from './seal-work.ts';

/**
 * The sealed work in this mirror, oldest first; inside the caller's transaction if there is one.
 */
export async function sealedWork(mirror: Mirror): Promise<SealedRow[]> {
  const stored = await mirror.commands.toCollection().raw().toArray();
  return (stored as unknown as SealedRow[]).filter(isSealed);
}

type Opening = { readonly user: SessionUser; readonly keys: readonly SealingPrivateKey[] };

/**
 * Opens sealed work with these keys. Work stays sealed, and Pendências says so, when its key is
 * missing, its bytes are damaged, the device has no space, or a newer version sealed it. `user`:
 * the person who logs in. Their session is not stored yet, and restored documents are shown with
 * the names in it.
 */
export async function unsealWork(mirror: Mirror, { user, keys }: Opening): Promise<void> {
  await alone(mirror, async (isAlone) => {
    const sealed = await sealedWork(mirror);
    if (sealed.length === 0) return;
    if (isAlone) await dropLooseParts(mirror);
    for (const row of sealed) {
      try {
        await open(mirror, { row, user, keys });
      } catch {
        // Deletes the pieces that were opened before the failure: they belong to no file yet.
        await dropLooseParts(mirror).catch(() => undefined);
      }
    }
  });
}

async function open(mirror: Mirror, { row, user, keys }: Opening & { readonly row: SealedRow }): Promise<void> {
  if (!isKnownSealing(row)) return;
  const { id } = row;
  const { keyId, ephemeral, parts } = row.payload;
  const key = keys.find((one) => one.id === keyId);
  if (key === undefined) return;
  const cipher = await openSealing(key, { ephemeral, name: sealingName({ id, userId: user.id, parts }) });
  const rows = JSON.parse(new TextDecoder().decode(await partOf(mirror, { id, cipher, index: 0 }))) as SealedRows;
  for (const [at, [fileId, index]] of rows.pieces.entries()) {
    const bytes = await partOf(mirror, { id, cipher, index: at + 1 });
    await durably(mirror, { tables: ['chunks'], work: () => mirror.chunks.put({ fileId, index, bytes }) });
  }
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'drafts', 'files', 'chunks'],
    work: () => putBack(mirror, { sealed: row, rows, user }),
  });
}

async function partOf(
  mirror: Mirror,
  { id, cipher, index }: { id: string; cipher: Cipher; index: number },
): Promise<ArrayBuffer> {
  const part = await mirror.chunks.get([id, index]);
  if (part === undefined) throw new Error('a sealed part is gone');
  return cipher.open(index, part.bytes);
}

/**
 * Restores the rows and deletes the sealed one, in the caller's transaction. A row that can't be
 * restored, or a piece that another context deleted, aborts it.
 */
async function putBack(
  mirror: Mirror,
  { sealed, rows, user }: { sealed: SealedRow; rows: SealedRows; user: SessionUser },
): Promise<void> {
  const [still] = await mirror.commands.where('id').equals(sealed.id).primaryKeys();
  // The work is open already: another context opened it, or the commit of an earlier run lost its
  // answer.
  if (still === undefined) return;
  if (!(await areThere(mirror, rows.pieces))) throw new Error('an opened piece is gone');
  await mirror.files.bulkAdd([...rows.files]);
  for (const draft of rows.drafts) await returnDraft(mirror, draft);
  await mirror.commands.bulkAdd([...rows.commands]);
  await dropFiles(mirror, [sealed.id]);
  await mirror.commands.delete(still);
  // Before the first page of a walk, the rows that a command acts on are not here, so it can't be
  // folded. A creation needs none.
  const isFilled = (await readMeta(mirror, 'cursor')) !== undefined;
  const shown = rows.commands.filter((command) => isFilled || command.type === 'create-document');
  const keys = shown.map((command) => command.documentKey);
  await refoldAll(mirror, { keys, context: await foldContextFor(mirror, user) });
}
