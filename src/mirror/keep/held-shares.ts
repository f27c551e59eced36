import { readMeta, writeMeta } from '../store/meta.ts';
import type { HeldShare } from '../store/held-share.ts';
import { draftOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { putDraft } from './drafts.ts';
import { dropFilesOf } from './files.ts';

/** A site that posts the form again and again must not fill the device. */
const MOST_HELD = 5;

/** Shares that wait for the person's decision, oldest first. */
export async function heldShares(mirror: Mirror): Promise<readonly HeldShare[]> {
  return (await readMeta(mirror, 'heldShares')) ?? [];
}

/** Stores a share, or its latest state. Throws when too many shares wait. */
export async function holdShare(mirror: Mirror, share: HeldShare): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const others = without(await heldShares(mirror), share.draft.id);
      if (others.length >= MOST_HELD) throw new Error('too many shares wait');
      await writeMeta(mirror, { name: 'heldShares', value: [...others, share] });
    },
  });
}

/** Turns a share into the draft that has its id; false when another page has done so. */
export async function takeShare(mirror: Mirror, draftId: string): Promise<boolean> {
  return durably(mirror, {
    tables: ['meta', 'drafts'],
    work: async () => {
      const held = await heldShares(mirror);
      const share = held.find(({ draft }) => draft.id === draftId);
      if (share === undefined) return false;
      await putDraft(mirror, share.draft);
      await writeMeta(mirror, { name: 'heldShares', value: without(held, draftId) });
      return true;
    },
  });
}

/** Deletes a share with its files. Does nothing to one that became a draft. */
export async function dropShare(mirror: Mirror, draftId: string): Promise<void> {
  await durably(mirror, {
    tables: ['meta', 'drafts', 'files', 'chunks'],
    work: async () => {
      if ((await mirror.drafts.get(draftId)) !== undefined) return;
      await writeMeta(mirror, { name: 'heldShares', value: without(await heldShares(mirror), draftId) });
      await dropFilesOf(mirror, draftOwnerOf(draftId));
    },
  });
}

function without(held: readonly HeldShare[], draftId: string): readonly HeldShare[] {
  return held.filter(({ draft }) => draft.id !== draftId);
}
