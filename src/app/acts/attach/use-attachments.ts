import { notify } from '#ui/feedback/toast.tsx';
import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { useState } from 'react';
import { takePicked } from '../../shared/files/take-picked.ts';
import type { Draft } from '../../shared/draft/use-draft.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import { canMakePages } from './page-work.ts';

/** What a form's draft gives to the attaching of files. */
export type AttachDraft = Pick<
  Draft<never>,
  'files' | 'pages' | 'addFiles' | 'addPage' | 'changePages' | 'attachPages' | 'flush'
>;

/** A photograph on its way to become a page. */
export type TakenPhoto = {
  readonly photo: File;
  /** The page whose place it takes; null = it becomes the last page. */
  readonly replaces: string | null;
};

/** Whether the photographs came from a camera, so that the next page does too. */
export type PhotoSource = 'camera' | 'gallery';

export type Attachments = {
  readonly draft: AttachDraft;
  /** Files picked or dropped: documents are kept, photographs become pages, and the rest is refused with its reason. */
  readonly pick: (files: File[], rejected: RejectedFile[]) => void;
  readonly addPhotos: (photos: readonly File[], from: PhotoSource) => void;
  /** Whether the pages are on screen. */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly source: PhotoSource;
  readonly taken: readonly TakenPhoto[];
  readonly take: (photos: readonly TakenPhoto[]) => void;
  /** The first of `taken` has become a page, or can't. */
  readonly settle: (photo: TakenPhoto) => void;
};

/** The files of a form, and the photographs that are becoming one of them. */
export function useAttachments(draft: AttachDraft): Attachments {
  const [isOpen, setOpen] = useState(false);
  const [source, setSource] = useState<PhotoSource>('gallery');
  const [taken, setTaken] = useState<readonly TakenPhoto[]>([]);
  const take = (photos: readonly TakenPhoto[]) => setTaken((before) => [...before, ...photos]);

  function addPhotos(photos: readonly File[], from: PhotoSource) {
    if (!canMakePages()) {
      notify({ title: PAGES_TEXT.oldBrowser, tone: 'danger' });
      return;
    }
    setSource(from);
    take(photos.map((photo) => ({ photo, replaces: null })));
    setOpen(true);
  }

  return {
    draft,
    pick(files, rejected) {
      const photos = rejected.map((one) => one.file).filter(isPhoto);
      const others = rejected.filter((one) => !photos.includes(one.file));
      const accepted = takePicked(files, others);
      draft.addFiles(accepted).catch(() => notify({ title: FILE_TEXT.keepFailed, tone: 'danger' }));
      if (photos.length > 0) addPhotos(photos, 'gallery');
    },
    addPhotos,
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    source,
    taken,
    take,
    settle: (photo) => setTaken((before) => before.filter((one) => one !== photo)),
  };
}

/** Judged by type, and by name where the system gives no type; whether it can be read shows when it is. */
function isPhoto({ type, name, size }: File): boolean {
  return size > 0 && (type.startsWith('image/') || /\.(?:jpe?g|png|webp|heic|heif|avif|bmp)$/i.test(name));
}
