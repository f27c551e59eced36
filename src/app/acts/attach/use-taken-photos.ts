import { blobOf } from '#mirror/keep/files.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PAGES_TEXT } from '../../text/pages.ts';
import type { PageWorker } from './page-work.ts';
import type { Attachments, TakenPhoto } from './use-attachments.ts';

/** A photograph that becomes a page: taken here, or shared by another application and kept as the file `sharedAs`. */
type NextPhoto = { readonly taken: TakenPhoto } | { readonly sharedAs: string };

/**
 * Makes pages of the photographs that were taken or shared, one after the other, and keeps each in the draft before the next.
 * `onPage` is told the place of a new page. Returns whether photographs are waiting.
 */
export function useTakenPhotos(
  worker: PageWorker,
  { attachments, onPage }: { attachments: Attachments; onPage: (place: number) => void },
): boolean {
  const { mirror } = useProfile();
  const { taken, draft, field } = attachments;
  const running = useRef(false);
  // Shared photographs stay in the draft when there is no room for their pages; they are tried again when the pages open again.
  const [isFull, setFull] = useState(false);
  const next = nextOf(taken, isFull ? [] : draft.photos);

  async function keep(photo: File, from: NextPhoto): Promise<void> {
    const replaces = 'taken' in from ? from.taken.replaces : null;
    const { picture, ...size } = await worker.ask('prepare', { photo });
    const place = draft.pages.findIndex((page) => page.fileId === replaces);
    const page = { ...size, takenBytes: photo.size, turns: 0 as const, isBlackAndWhite: false };
    const shared = 'sharedAs' in from ? { photo: from.sharedAs } : {};
    await draft.addPage(picture, { page, at: place === -1 ? null : place, ...shared });
    onPage(place === -1 ? draft.pages.length : place);
  }

  async function make(from: NextPhoto): Promise<void> {
    const photo = 'taken' in from ? from.taken.photo : await sharedPhoto(mirror, from.sharedAs);
    try {
      await keep(photo, from);
    } catch (error) {
      const isStorage = error instanceof StorageTrouble;
      field.add(isStorage ? PAGES_TEXT.keepFailed : `${photo.name}: ${PAGES_TEXT.notReadable}`);
      if ('taken' in from) return;
      if (isStorage) setFull(true);
      else await draft.dropPhoto(from.sharedAs);
    }
  }

  useEffect(() => {
    if (next === null || running.current) return;
    running.current = true;
    void make(next)
      .catch(() => setFull(true))
      .finally(() => {
        running.current = false;
        if ('taken' in next) attachments.settle(next.taken);
      });
  });
  return next !== null;
}

function nextOf([taken]: readonly TakenPhoto[], [sharedAs]: readonly string[]): NextPhoto | null {
  if (taken !== undefined) return { taken };
  return sharedAs === undefined ? null : { sharedAs };
}

async function sharedPhoto(mirror: Mirror, id: string): Promise<File> {
  const [row, blob] = await Promise.all([mirror.files.get(id), blobOf(mirror, id)]);
  if (row === undefined || blob === null) throw new Error('The photograph is not on this device');
  return new File([blob], row.name);
}
