// Erasing a person's mirror: apart from its opening, because no first screen needs it.

import { Dexie } from 'dexie';
import { moveDraft, repliesTo, replyDraftOf, writtenDrafts } from '../keep/drafts.ts';
import { noteErasure } from '../store/changes.ts';
import type { KeptWork } from '../store/device-facts.ts';
import { inTime } from '../store/in-time.ts';
import { isPending, isUnsent, type OutboxCommand } from '../store/outbox-row.ts';
import { commandOwnerOf, draftOwnerOf, type DraftRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { keyOfServerId } from '../store/server-key.ts';
import { StorageTrouble } from '../store/storage.ts';
import { letGo, openAnsweringMirror } from './open-mirror.ts';

/**
 * Logout: erases the person's data from this device. Unsent work and drafts stay, with their files, until the next
 * login, unless their author chose to discard them (I1, rules C16, E4). What was kept, counted as a person is told of it;
 * null when nothing was.
 */
export async function eraseMirror(userId: number, { discardUnsent = false } = {}): Promise<KeptWork | null> {
  const { mirror } = await openAnsweringMirror(userId);
  const unsent = await mirror.commands.where('state').notEqual('done').toArray();
  const drafts = (await writtenDrafts(mirror)).length;
  const isKept = !discardUnsent && unsent.length + drafts > 0;
  if (isKept) await eraseAllButOwnWork(mirror);
  letGo(userId);
  // Another context's connection may block it.
  if (!isKept) await inTime(Dexie.delete(mirror.name), () => new StorageTrouble('silent', null));
  const counted = unsent.filter(isUnsent);
  return isKept ? { unsent: counted.length, sendable: counted.filter(isPending).length, drafts } : null;
}

async function eraseAllButOwnWork(mirror: Mirror): Promise<void> {
  await mirror.transaction('rw', mirror.tables, async () => {
    const unsent = await mirror.commands.filter((command) => command.state !== 'done').toArray();
    const drafts = await writtenDrafts(mirror);
    const owners = new Set([
      ...unsent.map((command) => commandOwnerOf(command.id)),
      ...drafts.map((draft) => draftOwnerOf(draft.id)),
    ]);
    const kept = new Set<string>();
    await mirror.files.each((file) => {
      if (owners.has(file.owner)) kept.add(file.id);
    });
    await mirror.files.filter((file) => !kept.has(file.id)).delete();
    await mirror.chunks.filter((chunk) => !kept.has(chunk.fileId)).delete();
    await mirror.commands.where('state').equals('done').delete();
    await mirror.drafts.bulkDelete(await idsOfOtherDrafts(mirror, drafts));
    await bindToServerKeys(mirror, { unsent, drafts });
    const ownWork = new Set(['commands', 'drafts', 'files', 'chunks']);
    await noteErasure(mirror, async () => {
      for (const table of mirror.tables) if (!ownWork.has(table.name)) await table.clear();
    });
  });
}

async function idsOfOtherDrafts(mirror: Mirror, kept: readonly DraftRow[]): Promise<string[]> {
  const ids = new Set(kept.map((draft) => draft.id));
  return (await mirror.drafts.toCollection().primaryKeys()).filter((id) => !ids.has(id));
}

/** Only its rows know the key of a document made here, and they go. Later drafts on it follow the server's key. */
async function bindToServerKeys(
  mirror: Mirror,
  { unsent, drafts }: { unsent: readonly OutboxCommand[]; drafts: readonly DraftRow[] },
): Promise<void> {
  const creations = unsent.filter((command) => command.type === 'create-document');
  const unregistered = new Set(creations.map((command) => command.documentKey));
  const serverKeyOf = async (documentKey: string): Promise<string | null> => {
    const serverId = (await mirror.documents.get(documentKey))?.serverId ?? null;
    return serverId === null || unregistered.has(documentKey) ? null : keyOfServerId(serverId);
  };
  for (const { seq, documentKey } of unsent) {
    const key = await serverKeyOf(documentKey);
    if (key !== null) await mirror.commands.update(seq, { documentKey: key });
  }
  for (const draft of drafts) {
    const documentKey = repliesTo(draft);
    const key = documentKey === null ? null : await serverKeyOf(documentKey);
    if (key !== null && key !== documentKey) await moveDraft(mirror, { from: draft.id, to: replyDraftOf(key) });
  }
}
