import { isPhotograph } from '#domain/photographs.ts';
import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { useState } from 'react';
import type { Draft } from '../../shared/draft/use-draft.ts';
import { type FileField, useFileField } from '../../shared/files/use-file-field.ts';
import { ACCEPTED_WITH_PHOTOS, pickProblem } from '../../text/files.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import { canMakePages } from './page-work.ts';

/** What a form's draft gives to the attaching of files. */
export type AttachDraft = Pick<
  Draft<never>,
  'files' | 'pages' | 'photos' | 'dropPhoto' | 'addFiles' | 'addPage' | 'changePages' | 'attachPages' | 'flush'
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
  /** What is said beside the files. */
  readonly field: FileField;
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

/** The files of a form, and the photographs that are becoming one of them. `onChoice` is told of every choice. */
export function useAttachments(draft: AttachDraft, onChoice?: () => void): Attachments {
  // Photographs that were shared become pages as soon as the form opens.
  const [isOpen, setOpen] = useState(draft.photos.length > 0);
  const [source, setSource] = useState<PhotoSource>('gallery');
  const [taken, setTaken] = useState<readonly TakenPhoto[]>([]);
  const field = useFileField(draft, onChoice);
  const append = (photos: readonly TakenPhoto[]) => setTaken((before) => [...before, ...photos]);

  function makePages(photos: readonly File[], from: PhotoSource) {
    if (!canMakePages()) {
      field.add(PAGES_TEXT.oldBrowser);
      return;
    }
    setSource(from);
    append(photos.map((photo) => ({ photo, replaces: null })));
    setOpen(true);
  }

  return {
    draft,
    field,
    pick(files, rejected) {
      const picked = [...files, ...rejected.map((one) => one.file)];
      const photos = picked.filter(isPhotograph);
      field.take(
        picked.filter((file) => !photos.includes(file)),
        (file) => pickProblem(file, ACCEPTED_WITH_PHOTOS),
      );
      if (photos.length > 0) makePages(photos, 'gallery');
    },
    addPhotos(photos, from) {
      field.take([]);
      makePages(photos, from);
    },
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    source,
    taken,
    take(photos) {
      field.take([]);
      append(photos);
    },
    settle: (photo) => setTaken((before) => before.filter((one) => one !== photo)),
  };
}
