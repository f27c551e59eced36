import { isPhotograph } from '#domain/files.ts';
import { StorageTrouble } from '#mirror/store/storage.ts';
import type { RejectedFile } from '#ui/fields/file-picker.tsx';
import { useState } from 'react';
import type { ChangePages, Draft } from '../../shared/draft/use-draft.ts';
import { type FileField, useFileField } from '../../shared/files/use-file-field.ts';
import { ACCEPTED_WITH_PHOTOS, pickProblem, PAGES_TEXT } from '../../text/document/files.ts';
import { canMakePages } from './page-work.ts';

/** The parts of a form's draft that attaching files needs. */
export type AttachDraft = Pick<
  Draft<never>,
  | 'files'
  | 'pages'
  | 'photos'
  | 'addFiles'
  | 'addPhoto'
  | 'addPage'
  | 'dropPhoto'
  | 'store'
  | 'changePages'
  | 'attachPages'
  | 'joined'
  | 'reopenPages'
  | 'flush'
>;

/** Where the last photographs came from. The button for the next page uses the same source. */
export type PhotoSource = 'camera' | 'gallery';

export type Attachments = {
  readonly draft: AttachDraft;
  /** The field of the files, with its messages. */
  readonly field: FileField;
  /**
   * Files picked or dropped: documents are kept, photographs become pages, and the rest is refused
   * with its reason.
   */
  readonly pick: (files: File[], rejected: RejectedFile[]) => void;
  readonly addPhotos: (photos: readonly File[], from: PhotoSource) => void;
  /** Whether the pages are on screen. */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly source: PhotoSource;
  /**
   * `replaces`: the file of the page whose place the photograph takes; null = each becomes the last
   * page.
   */
  readonly take: (photos: readonly File[], replaces: string | null) => void;
  /** How many photographs are being stored in the draft. */
  readonly arriving: number;
  /**
   * How many photographs are not an attachment yet, as pages or not: sending would leave them
   * behind.
   */
  readonly loose: number;
  /** Erases the photographs of which no page was made; a failure is reported. */
  readonly dropPhotos: () => Promise<void>;
  /**
   * Returns the function that opens the pages of an attachment again; undefined for an attachment
   * that was not made of photographs kept on this device.
   */
  readonly backOf: (fileId: string) => (() => void) | undefined;
  /** Changes the pages; a change that can't be stored is reported. */
  readonly changePages: (change: ChangePages) => void;
};

/**
 * Whether the dialog of pages is on screen, and the function that changes it. Null before the first
 * change.
 */
export type PagesOpen = readonly [isOpen: boolean | null, setOpen: (isOpen: boolean) => void];

/**
 * The files of a form, and the photographs that are becoming one of them. `onChoice` is called
 * after every choice. `pagesOpen` comes from a form that another layout draws anew, so that its
 * pages stay on screen.
 */
export function useAttachments(
  draft: AttachDraft,
  { onChoice, pagesOpen }: { onChoice?: () => void; pagesOpen?: PagesOpen } = {},
): Attachments {
  const own = useState<boolean | null>(null);
  const [choice, setOpen] = pagesOpen ?? own;
  // With photographs that another application shared, the dialog of pages opens together with the
  // form.
  const [hadPhotos] = useState(draft.photos.length > 0);
  const isOpen = choice ?? hadPhotos;
  const [source, setSource] = useState<PhotoSource>('gallery');
  const [arriving, setArriving] = useState(0);
  const field = useFileField(draft, onChoice);

  /**
   * Stores each photograph as it was taken before anything is made of it, because the person may
   * leave the form or the application at any moment.
   */
  function keep(photos: readonly File[], replaces: string | null): Promise<boolean> {
    setArriving((before) => before + photos.length);
    return draft.store(async () => {
      let areKept = true;
      for (const photo of photos) {
        await draft.addPhoto(photo, replaces).catch((error: unknown) => {
          const isStorage = error instanceof StorageTrouble;
          field.add(isStorage ? PAGES_TEXT.keepFailed : `${photo.name}: ${PAGES_TEXT.notReadable}`);
          areKept = false;
        });
        setArriving((before) => before - 1);
      }
      return areKept;
    });
  }

  function makePages(photos: readonly File[], from: PhotoSource) {
    if (!canMakePages()) {
      field.add(PAGES_TEXT.oldBrowser);
      return;
    }
    setSource(from);
    void keep(photos, null);
    setOpen(true);
  }

  async function goBack(fileId: string) {
    field.take([]);
    try {
      if (await draft.reopenPages(fileId)) setOpen(true);
      else field.add(PAGES_TEXT.photosGone);
    } catch {
      field.add(PAGES_TEXT.changeFailed);
    }
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
    take(photos, replaces) {
      field.take([]);
      void keep(photos, replaces);
    },
    arriving,
    loose: draft.pages.length + draft.photos.length + arriving,
    async dropPhotos() {
      field.take([]);
      try {
        for (const photo of draft.photos) await draft.dropPhoto(photo);
      } catch {
        field.add(PAGES_TEXT.changeFailed);
      }
    },
    backOf: (fileId) => (draft.joined.includes(fileId) ? () => void goBack(fileId) : undefined),
    changePages(change) {
      draft.changePages(change).catch(() => {
        if (!field.problems.includes(PAGES_TEXT.changeFailed)) field.add(PAGES_TEXT.changeFailed);
      });
    },
  };
}
