// The promises of src/sync/promises.md for work that stays when its author leaves (Device), and for
// files that go ahead in parts (Files ahead).

import { openSealing } from '#mirror/keep/sealing.ts';
import { sealingName, type SealedRows } from '#mirror/opening/seal-work.ts';
import { sealedWork } from '#mirror/opening/unseal-work.ts';
import { joinedPicturesOf } from '#mirror/store/draft-row.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import { upcastCommand } from '#mirror/store/upcast-command.ts';
import type { Device, Profile } from './device.ts';
import { PICTURE_NAME } from './gestures.ts';
import { keysOf } from './sealing-keys.ts';
import type { World } from './world.ts';

/**
 * The sealed commands in this mirror, read with their author's key and without changing anything.
 */
export async function commandsSealedIn({ mirror, userId }: Profile): Promise<OutboxCommand[]> {
  const found: OutboxCommand[] = [];
  for (const { id, payload } of await sealedWork(mirror)) {
    const [key] = keysOf(userId).private_keys;
    const first = await mirror.chunks.get([id, 0]);
    if (key === undefined || first === undefined) throw new Error(`I1: sealed work of ${userId} can't be opened`);
    const name = sealingName({ id, userId, parts: payload.parts });
    const cipher = await openSealing(key, { ephemeral: payload.ephemeral, name });
    const rows = JSON.parse(new TextDecoder().decode(await cipher.open(0, first.bytes))) as SealedRows;
    found.push(...rows.commands.map(upcastCommand));
  }
  return found;
}

/** I4: no data of a person who left can be read on the device until they log in again. */
export async function checkLeft(device: Device, { mirror, userId }: Profile): Promise<string[]> {
  const kept = device.left.get(userId);
  if (kept === undefined || kept?.unsealed !== undefined) return [];
  const sealed = (await sealedWork(mirror)).length;
  const found: string[] = [];
  if ((await mirror.commands.count()) !== sealed)
    found.push(`I4: commands that ${userId} left on ${device.name} lie open`);
  for (const name of ['documents', 'bases', 'details', 'users', 'drafts'] as const) {
    if ((await mirror.table(name).count()) > 0)
      found.push(`I4: ${name} of ${userId}, who left ${device.name}, are there`);
  }
  if ((await mirror.files.count()) !== sealed) found.push(`I4: files that ${userId} left on ${device.name} lie open`);
  return found;
}

/**
 * I1: the photographs of a command's file stay on the device until the file is registered, and no
 * longer (S187).
 */
export async function checkPictures(
  { mirror, userId }: Profile,
  commands: readonly OutboxCommand[],
): Promise<string[]> {
  const files = await mirror.files.toArray();
  const pictures = new Map(files.filter((file) => file.name === PICTURE_NAME).map((file) => [file.owner, file.id]));
  const found: string[] = [];
  for (const command of commands) {
    const { id, state } = command;
    const picture = pictures.get(commandOwnerOf(id));
    pictures.delete(commandOwnerOf(id));
    const named = joinedPicturesOf(command);
    if (named[0] !== picture || named.length > 1)
      found.push(`I1: ${id} of ${userId} is made of ${named.join()}, and has ${picture ?? 'nothing'}`);
    if (state === 'done' && picture !== undefined) found.push(`I1: ${id} of ${userId} is done and has its photograph`);
  }
  for (const owner of pictures.keys()) {
    if (owner.startsWith(commandOwnerOf(''))) found.push(`I1: the photograph of ${owner} outlives it`);
  }
  return found;
}

/**
 * The arrived file is the picked one, and the server took no byte of it twice
 * (src/sync/promises.md, hazards 24, 32).
 */
export function checkFiles({ model, intents }: World): string[] {
  const found: string[] = [];
  const sent = new Map<string, readonly { sha256: string; size: number }[]>();
  for (const { title, files, interactions } of model.documents.values()) {
    sent.set(title, files);
    for (const { content, files: own } of interactions) sent.set(content.replaceAll(/<[^>]*>/g, ''), own);
  }
  for (const { marker, file } of intents) {
    const arrived = marker === null || file === undefined ? undefined : sent.get(marker);
    if (arrived === undefined || file === undefined) continue;
    const [only, ...more] = arrived;
    if (only === undefined || more.length > 0 || only.sha256 !== file.sha256 || only.size !== file.size)
      found.push(`I2: ${marker} has another file than the one that was picked`);
  }
  for (const [name, { size, taken }] of model.uploads) {
    if (taken > size) found.push(`I5: ${taken} bytes were taken of ${name}, which has ${size}`);
  }
  return found;
}
