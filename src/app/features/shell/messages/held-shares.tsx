import { lazyPart } from '#ui/base/lazy-part.tsx';
import { readMeta } from '#mirror/store/storage.ts';
import { createElement, useState } from 'react';
import { useProfile, useLive } from '../../../profile/profile.tsx';
import type { HeldShareDialog as Asking } from './held-share-dialog.tsx';

const HeldShareDialog = lazyPart<Parameters<typeof Asking>[0]>(
  async () => (await import('./held-share-dialog.tsx')).HeldShareDialog,
  { isHelper: true },
);

/**
 * Asks about the shares of other applications, one after the other (S70). A postponed question
 * comes again at the next start.
 */
export function HeldShares() {
  const { mirror } = useProfile();
  const held = useLive(() => readMeta(mirror, 'heldShares'), [mirror]);
  const [later, setLater] = useState<readonly string[]>([]);
  const share = held?.find(({ draft }) => !later.includes(draft.id));
  if (share === undefined) return null;
  const { id } = share.draft;
  return createElement(HeldShareDialog, { key: id, share, onLater: () => setLater([...later, id]) });
}
