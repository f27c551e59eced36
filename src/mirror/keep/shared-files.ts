// Stores what another application shares, until the person makes a draft of it or drops it (S70). A
// share becomes no draft by itself, because any site can post to the share target.

import { contentRefusalText, cutFileText, REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { sharedNotKeptText } from '#contract/share.ts';
import { displayName, isPhotograph, judgeFiles } from '#domain/files.ts';
import { draftOwnerOf, type MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, readMeta, writeMeta } from '../store/storage.ts';
import { putDraft } from './drafts.ts';
import { dropFilesOf, keepFile } from './files.ts';
import { isCut, judgePicked } from './judge-picked.ts';

/** `draftId`: a new id of a draft. `title`: null when none was shared. */
type SharedContent = {
  readonly draftId: string;
  readonly title: string | null;
  readonly files: readonly File[];
  readonly nowMs: number;
};

/**
 * Stores shared files in the form of the draft that they may become: documents as its attachments,
 * photographs as they are, until the form makes pages of them. A file that is refused or can't be
 * stored becomes an error in the form, under its name. Throws, with nothing stored, when there is
 * no space, when too many shares wait or when the person has answered meanwhile.
 */
export async function keepSharedFiles(mirror: Mirror, shared: SharedContent): Promise<void> {
  await inTurn(shared.draftId, async () => {
    try {
      await keepAll(mirror, shared);
    } catch (error) {
      // No draft names these bytes, so no person would see or delete them.
      await letGoOf(mirror, shared.draftId).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Runs `work` when nothing else works on the share. An open page asks about a share as soon as its
 * first file is stored, and the answer waits until the worker has stored all of them. Each browser
 * that shares files has Web Locks.
 */
async function inTurn<Result>(draftId: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {};
  return locks === undefined ? work() : locks.request(`share:${draftId}`, work);
}

async function keepAll(mirror: Mirror, { draftId, title, files, nowMs }: SharedContent): Promise<void> {
  const documents: { id: string; name: string; size: number }[] = [];
  const photos: string[] = [];
  const names: string[] = [];
  const told: string[] = [];
  const stateNow = (): HeldShare => ({
    names: [...names],
    draft: {
      id: draftId,
      fields: {
        ...(title === null ? {} : { title }),
        ...(told.length === 0 ? {} : { errors: { files: told.join('\n') } }),
      },
      fileIds: documents.map((file) => file.id),
      ...(photos.length === 0 ? {} : { photos: [...photos] }),
      savedAtMs: nowMs,
    },
  });
  // Throws before any bytes are stored when too many shares wait.
  await holdShare(mirror, stateNow());
  for (const file of files) {
    const isPhoto = isPhotograph(file);
    const [refusal] = isPhoto ? [] : judgeFiles([...documents, file]);
    if (refusal !== undefined) {
      told.push(`${file.name}: ${REFUSAL_TEXT[refusal.code]}`);
      continue;
    }
    const judged = isPhoto ? null : await judgePicked(file);
    if (judged !== null && 'refused' in judged) {
      told.push(contentRefusalText(displayName(file.name), judged.refused));
      continue;
    }
    if (judged !== null && (await isCut(file, judged.is))) told.push(cutFileText(displayName(file.name)));
    const id = crypto.randomUUID();
    try {
      await keepFile(mirror, { id, owner: draftOwnerOf(draftId), file, nowMs });
    } catch {
      told.push(sharedNotKeptText(file.name));
      continue;
    }
    if (isPhoto) photos.push(id);
    else documents.push({ id, name: file.name, size: file.size });
    names.push(displayName(file.name));
    // A worker can end at any time, so the share names each file as soon as it is stored.
    await updateShare(mirror, stateNow());
  }
  await updateShare(mirror, stateNow());
}

/** How many shares may wait, so that a site that posts again and again does not fill the device. */
const MOST_HELD = 5;

/** Shares that wait for the person's decision, oldest first. */
export async function heldShares(mirror: Mirror): Promise<readonly HeldShare[]> {
  return (await readMeta(mirror, 'heldShares')) ?? [];
}

/** Stores a new share. Throws when too many others wait. */
async function holdShare(mirror: Mirror, share: HeldShare): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const others = without(await heldShares(mirror), share.draft.id);
      if (others.length >= MOST_HELD) throw new Error('too many shares wait');
      await writeMeta(mirror, { name: 'heldShares', value: [...others, share] });
    },
  });
}

/** Stores a later state of a share. Throws when it was answered meanwhile. */
async function updateShare(mirror: Mirror, share: HeldShare): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const held = await heldShares(mirror);
      if (!held.some(({ draft }) => draft.id === share.draft.id)) throw new Error('the share no longer waits');
      const value = held.map((one) => (one.draft.id === share.draft.id ? share : one));
      await writeMeta(mirror, { name: 'heldShares', value });
    },
  });
}

/**
 * Turns a share into the draft that has its id; a draft that exists stays as it is. Returns false
 * when the share no longer waits, for example because another page took it.
 */
export async function takeShare(mirror: Mirror, draftId: string): Promise<boolean> {
  let isTaken = false;
  const work = async () => {
    const held = await heldShares(mirror);
    const share = held.find(({ draft }) => draft.id === draftId);
    // After a lost connection to the database the work runs again, although the first run may have
    // been committed.
    if (share === undefined) return isTaken;
    if ((await mirror.drafts.get(draftId)) === undefined) await putDraft(mirror, share.draft);
    await writeMeta(mirror, { name: 'heldShares', value: without(held, draftId) });
    isTaken = true;
    return true;
  };
  return inTurn(draftId, () => durably(mirror, { tables: ['meta', 'drafts'], work }));
}

/** Deletes a share with its files. Where it became a draft, the draft and the files stay. */
export async function dropShare(mirror: Mirror, draftId: string): Promise<void> {
  await inTurn(draftId, () => letGoOf(mirror, draftId));
}

async function letGoOf(mirror: Mirror, draftId: string): Promise<void> {
  await durably(mirror, {
    tables: ['meta', 'drafts', 'files', 'chunks'],
    work: async () => {
      await writeMeta(mirror, { name: 'heldShares', value: without(await heldShares(mirror), draftId) });
      if ((await mirror.drafts.get(draftId)) === undefined) await dropFilesOf(mirror, draftOwnerOf(draftId));
    },
  });
}

function without(held: readonly HeldShare[], draftId: string): readonly HeldShare[] {
  return held.filter(({ draft }) => draft.id !== draftId);
}

/**
 * Shared files that are stored here, with the draft that they become if the person wants it.
 * `names`: the names of the stored files.
 */
export type HeldShare = MetaValues['heldShares'][number];
