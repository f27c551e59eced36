import { notify } from '#ui/feedback/toast.tsx';
import { useEffect, useRef } from 'react';
import { PAGES_TEXT } from '../../text/pages.ts';
import type { PageWorker } from './page-work.ts';
import type { Attachments, TakenPhoto } from './use-attachments.ts';

/**
 * Makes pages of the photographs that were taken, one after the other, and keeps each in the draft before the next. `onPage` is
 * told the place of a new page.
 */
export function useTakenPhotos(
  worker: PageWorker,
  { attachments, onPage }: { attachments: Attachments; onPage: (place: number) => void },
): void {
  const { taken } = attachments;
  const running = useRef<TakenPhoto | null>(null);
  const [first] = taken;

  async function keep({ photo, replaces }: TakenPhoto): Promise<void> {
    const { picture, ...size } = await worker.ask('prepare', { photo });
    const { draft } = attachments;
    const place = draft.pages.findIndex((page) => page.fileId === replaces);
    const page = { ...size, takenBytes: photo.size, turns: 0 as const, isBlackAndWhite: false };
    await draft.addPage(picture, { page, at: place === -1 ? null : place }).catch(() => {
      notify({ title: PAGES_TEXT.keepFailed, tone: 'danger' });
    });
    onPage(place === -1 ? draft.pages.length : place);
  }

  useEffect(() => {
    if (first === undefined || running.current !== null) return;
    running.current = first;
    void keep(first)
      .catch(() => notify({ title: `${first.photo.name}: ${PAGES_TEXT.notReadable}`, tone: 'danger' }))
      .finally(() => {
        running.current = null;
        attachments.settle(first);
      });
  });
}
