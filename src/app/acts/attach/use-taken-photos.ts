import { blobOf } from '#mirror/keep/files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PAGES_TEXT } from '../../text/pages.ts';
import { PagesClosed, type PageWorker, UnreadablePicture } from './page-work.ts';
import type { Attachments } from './use-attachments.ts';

/**
 * Makes pages of the photographs that the draft keeps, one after the other. A photograph stays in the draft until its page is
 * there, or until it is known that it can't be read. `onPage` is told the place of a new page. Returns whether photographs are
 * waiting.
 */
export function useTakenPhotos(
  worker: PageWorker,
  { attachments, onPage }: { attachments: Attachments; onPage: (place: number) => void },
): boolean {
  const { mirror } = useProfile();
  const { draft, field, arriving } = attachments;
  const isRunning = useRef(false);
  const [, goOn] = useReducer((rounds: number) => rounds + 1, 0);
  // What could not be kept or worked on is tried again when the pages open again.
  const [isStopped, setStopped] = useState(false);
  const [next] = isStopped ? [] : draft.photos;

  async function make(id: string): Promise<void> {
    const photo = await keptPhoto(mirror, id);
    const { picture, ...size } = await worker.ask('prepare', { photo });
    const page = { ...size, takenBytes: photo.size, turns: 0 as const, isBlackAndWhite: false };
    onPage(await draft.addPage(picture, { page, photo: id }));
  }

  async function giveUp(id: string, error: unknown): Promise<void> {
    if (error instanceof PagesClosed) return;
    if (!(error instanceof UnreadablePicture)) {
      field.add(PAGES_TEXT.notPrepared);
      setStopped(true);
      return;
    }
    const row = await mirror.files.get(id);
    field.add(row === undefined ? PAGES_TEXT.notReadable : `${row.name}: ${PAGES_TEXT.notReadable}`);
    await draft.dropPhoto(id);
  }

  useEffect(() => {
    if (next === undefined || isRunning.current) return;
    isRunning.current = true;
    void make(next)
      .catch((error: unknown) => giveUp(next, error))
      .catch(() => setStopped(true))
      .finally(() => {
        isRunning.current = false;
        goOn();
      });
  });
  return next !== undefined || arriving > 0;
}

async function keptPhoto(mirror: Mirror, id: string): Promise<Blob> {
  const blob = await blobOf(mirror, id);
  if (blob === null) throw new UnreadablePicture('The photograph is not on this device');
  // The type of the kept file says nothing about the picture.
  return blob.slice(0, blob.size, '');
}
