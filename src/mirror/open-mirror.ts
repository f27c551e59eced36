import { Dexie } from 'dexie';
import type { SessionUser } from '#contract/session.ts';
import { firstReading } from './first-reading.ts';
import { inTime } from './in-time.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { OutboxCommand } from './outbox-row.ts';
import { keyOfServerId, Mirror, profileName } from './schema.ts';
import { closeForGood, StorageTrouble } from './storage.ts';

export type OpenedMirror = { readonly mirror: Mirror; readonly session: SessionUser | undefined };

const opened = new Map<number, Mirror>();

/**
 * The mirror of one person: one instance per context (page, worker), opened at its first use. It closes itself when another
 * context upgrades or erases the database, so that it never stands in the way (trap 30).
 */
export function openMirror(userId: number): Mirror {
  const known = opened.get(userId);
  if (known !== undefined) return known;
  const mirror = new Mirror(profileName(userId));
  mirror.on('versionchange', () => {
    letGo(userId);
    return false;
  });
  opened.set(userId, mirror);
  return mirror;
}

/** A mirror that has answered once. Throws StorageTrouble when it does not; the next use tries with another connection. */
export async function openAnsweringMirror(userId: number): Promise<OpenedMirror> {
  const mirror = openMirror(userId);
  try {
    return { mirror, session: await firstReading(mirror) };
  } catch (error) {
    letGo(userId);
    throw error;
  }
}

/** Closes a person's mirror in this context: what is still on its way to it is not kept. The next use opens it anew. */
export function letGo(userId: number): void {
  const mirror = opened.get(userId);
  if (mirror === undefined) return;
  closeForGood(mirror);
  opened.delete(userId);
}

/**
 * Logout: takes everything of the person off this device. Unsent work stays unless its author chose to discard it: then
 * only the outbox and its files are left, for the next login (I1; sync.md, Device). True when something was kept.
 */
export async function eraseMirror(userId: number, { discardUnsent = false } = {}): Promise<boolean> {
  const { mirror } = await openAnsweringMirror(userId);
  const unsent = await mirror.commands.where('state').notEqual('done').count();
  const isKept = unsent > 0 && !discardUnsent;
  if (isKept) await eraseAllButOutbox(mirror);
  letGo(userId);
  // Another context's connection may stand in the way.
  if (!isKept) await inTime(Dexie.delete(mirror.name), () => new StorageTrouble('silent', null));
  return isKept;
}

async function eraseAllButOutbox(mirror: Mirror): Promise<void> {
  await mirror.transaction('rw', mirror.tables, async () => {
    const unsent = await mirror.commands.filter((command) => command.state !== 'done').toArray();
    const owners = new Set(unsent.map((command) => `command:${command.id}`));
    const kept = new Set<string>();
    await mirror.files.each((file) => {
      if (owners.has(file.owner)) kept.add(file.id);
    });
    await mirror.files.filter((file) => !kept.has(file.id)).delete();
    await mirror.chunks.filter((chunk) => !kept.has(chunk.fileId)).delete();
    await mirror.commands.where('state').equals('done').delete();
    await bindToServerKeys(mirror, unsent);
    const changes = await readMeta(mirror, 'documentChanges');
    const outbox = new Set(['commands', 'files', 'chunks']);
    for (const table of mirror.tables) if (!outbox.has(table.name)) await table.clear();
    // The count goes on: an index in memory must not take the next person's login for what it already knows.
    const value = { version: (changes?.version ?? 0) + 1, recent: [] };
    await writeMeta(mirror, { name: 'documentChanges', value });
  });
}

/** The key of what was made here is known by its rows only, which go: its later commands follow the server's key. */
async function bindToServerKeys(mirror: Mirror, unsent: readonly OutboxCommand[]): Promise<void> {
  const creations = unsent.filter((command) => command.type === 'create-document');
  const unregistered = new Set(creations.map((command) => command.documentKey));
  for (const { seq, documentKey } of unsent) {
    const serverId = (await mirror.documents.get(documentKey))?.serverId ?? null;
    if (serverId === null || unregistered.has(documentKey)) continue;
    await mirror.commands.update(seq, { documentKey: keyOfServerId(serverId) });
  }
}
