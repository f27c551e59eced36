// A form that saves itself on this device (rule C16, src/app/experience.md, experience T22): soon
// after each change, when the page goes out of sight, and at once when a text was pasted, a choice
// made or a file picked. Nothing here sends anything.

import { discardDraft, saveDraft } from '#mirror/keep/drafts.ts';
import {
  type DraftPage,
  type DraftRow,
  type JoinedPages,
  joinedOf,
  pagesOf,
  photosOf,
  picturesOf,
  type Retakes,
  retakesOf,
} from '#mirror/store/draft-row.ts';
import { draftOwnerOf, type FileRow } from '#mirror/store/rows.ts';
import { areKept, dropOfDrafts, keepFile } from '#mirror/keep/files.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { startTransition, useEffect, useRef, useState } from 'react';
import { busyIn, handIn, storedIn, storeIn } from './storing.ts';
import { registerForm } from './open-forms.ts';
import { withoutPages, withPage } from './page-edits.ts';

type DraftStart<Fields> = {
  readonly mirror: Mirror;
  /** `create`, `reply:<document key>` … (mirror/store/draft-row.ts). */
  readonly id: string;
  /** For a reply: the mark of the document on screen (S206). */
  readonly mark?: string | undefined;
  readonly empty: Fields;
  readonly stored: StoredDraft;
  readonly now: () => number;
  readonly newId: () => string;
};

/** `photo`: id of the file of the photograph from which the page was made. */
type NewPage = { readonly page: Omit<DraftPage, 'fileId'>; readonly photo: string };

export type ChangePages = (pages: readonly DraftPage[]) => readonly DraftPage[];

export type Draft<Fields> = {
  readonly fields: Fields;
  readonly files: readonly FileRow[];
  /** Pages made of photographs, in their order, which are not joined into an attachment yet. */
  readonly pages: readonly DraftPage[];
  /** Ids of the files of photographs from which no page was made yet. */
  readonly photos: readonly string[];
  /** Epoch ms of the last save; null before the first. */
  readonly savedAtMs: number | null;
  readonly change: (change: Partial<Fields>) => void;
  /**
   * Like `change`, for an editor that draws its own text. The form is drawn later, so that a key
   * waits for the editor alone (S109). Until then `fields` lags behind `latest`, and so do the
   * form's buttons (S130).
   */
  readonly changeDrawn: (change: Partial<Fields>) => void;
  /** The fields with everything that was typed. What is sent is read from here. */
  readonly latest: () => Fields;
  readonly addFiles: (files: readonly File[]) => Promise<void>;
  readonly removeFile: (id: string) => Promise<void>;
  /**
   * Stores a photograph as it was taken, until a page is made of it. `replaces`: file id of the
   * page whose place the new page takes; null = it comes last.
   */
  readonly addPhoto: (photo: File, replaces: string | null) => Promise<void>;
  /**
   * Runs work that stores several files, and resolves to whether all were kept. Opening, sending,
   * replacing or discarding the draft waits for its end.
   */
  readonly store: (work: () => Promise<boolean>) => Promise<boolean>;
  /**
   * Stores a picture as the page of a photograph, and deletes the photograph. Resolves to the
   * page's position, from 0.
   */
  readonly addPage: (picture: Blob, page: NewPage) => Promise<number>;
  /** Deletes a photograph of which no page can be made. */
  readonly dropPhoto: (id: string) => Promise<void>;
  /** Changes the pages. `change` gets the present ones. Pictures of removed pages are deleted. */
  readonly changePages: (change: ChangePages) => Promise<void>;
  /** Ids of attachments whose photographs are still stored, so that they can become pages again. */
  readonly joined: readonly string[];
  /**
   * Stores `file`, the attachment that was made of `pages`, and takes them off the pages. Their
   * pictures stay (S187).
   */
  readonly attachPages: (file: File, pages: readonly DraftPage[]) => Promise<void>;
  /**
   * Turns an attachment into pages again, ahead of the present ones. Returns false and changes
   * nothing when its pictures are gone.
   */
  readonly reopenPages: (fileId: string) => Promise<boolean>;
  /** Saves unsaved changes now. */
  readonly flush: () => Promise<void>;
  /**
   * A command takes over text and files. Waits for the files that are still being stored, saves,
   * and stops saving, so that what is typed afterwards does not become a draft again. `take` stores
   * the command from what the draft has then. Replacing the draft waits for its end, because the
   * command erases the draft. When one of those files was not kept, resolves to null, without
   * `take`, and goes on saving.
   */
  readonly handOver: <Taken>(take: (handed: HandedOver<Fields>) => Promise<Taken>) => Promise<Taken | null>;
  /** The command was not stored: saving continues as before. */
  readonly resume: () => void;
  /** Erases text and files from this device. When it throws, saving continues as before. */
  readonly discard: () => Promise<void>;
};

type HandedOver<Fields> = { readonly fields: Fields; readonly files: readonly FileRow[] };

type DraftContent<Fields> = {
  readonly fields: Fields;
  readonly files: readonly FileRow[];
  readonly pages: readonly DraftPage[];
  readonly photos: readonly string[];
  readonly retakes: Retakes;
  readonly joined: readonly JoinedPages[];
};

/** The name of a stored picture. No attachment has this type. */
const PICTURE_NAME = 'pagina.jpg';

/** The draft of one form. To start another draft, remount the form with another key. */
export function useDraft<Fields extends Readonly<Record<string, unknown>>>(start: DraftStart<Fields>): Draft<Fields> {
  const { mirror, id, mark, stored, now, newId } = start;
  const [fields, setFields] = useState<Fields>(() => ({
    ...start.empty,
    ...(stored.row?.fields as Partial<Fields> | undefined),
  }));
  const [files, setFiles] = useState(stored.files);
  const [pages, setPages] = useState(pagesOf(stored.row));
  const [photos, setPhotos] = useState(photosOf(stored.row));
  const [savedAtMs, setSavedAtMs] = useState(stored.row?.savedAtMs ?? null);
  const [joined, setJoined] = useState(joinedOf(stored.row));
  const latest = useRef<DraftContent<Fields>>({
    fields,
    files,
    pages,
    photos,
    joined,
    retakes: stored.row?.retakes ?? {},
  });

  function rowOf(kept: DraftContent<Fields>): DraftRow {
    const more = {
      ...(kept.pages.length === 0 ? {} : { pages: kept.pages }),
      ...(kept.photos.length === 0 ? {} : { photos: kept.photos }),
      ...(Object.keys(kept.retakes).length === 0 ? {} : { retakes: kept.retakes }),
      ...(kept.joined.length === 0 ? {} : { joined: kept.joined }),
      ...(mark === undefined ? {} : { mark }),
    };
    const fileIds = kept.files.map((file) => file.id);
    return { id, fields: kept.fields, fileIds, ...more, savedAtMs: now() };
  }

  const [saver] = useState(() =>
    createSaver<DraftContent<Fields>>({
      async write(newest) {
        const written = await saveDraft(mirror, () => rowOf(newest()));
        startTransition(() => setSavedAtMs(written.savedAtMs));
      },
      clock: now,
      setTimer(work, delayMs) {
        const timer = setTimeout(work, delayMs);
        return () => clearTimeout(timer);
      },
    }),
  );

  useEffect(() => registerForm(id, saver), [id, saver]);

  useEffect(() => {
    const flush = () => void saver.flush().catch(() => undefined);
    document.addEventListener('visibilitychange', flush);
    // In the capture phase, so that the form saves before the mirror closes its database for a page
    // that goes to sleep (mirror/store/page-sleep.ts).
    addEventListener('pagehide', flush, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', flush, { capture: true });
      // `storeIn`, because a form that replaces this one must read what this one saves.
      void storeIn(id, saver.flush).catch(() => undefined);
    };
  }, [saver, id]);

  async function saveNow(next: Partial<Omit<DraftContent<Fields>, 'fields'>>): Promise<void> {
    const kept = { ...latest.current, ...next };
    latest.current = { ...kept, retakes: retakesOf(kept) };
    setFiles(latest.current.files);
    setPages(latest.current.pages);
    setPhotos(latest.current.photos);
    setJoined(latest.current.joined);
    saver.changed(latest.current);
    await saver.flush();
  }

  function change(changed: Partial<Fields>): void {
    const { fields: before } = latest.current;
    const next = { ...before, ...changed };
    latest.current = { ...latest.current, fields: next };
    setFields(next);
    saver.changed(latest.current);
    if (!isKeystroke(before, changed)) void saver.flush().catch(() => undefined);
  }

  function keep(file: Blob & { readonly name: string }): Promise<FileRow> {
    return keepFile(mirror, { id: newId(), owner: draftOwnerOf(id), file, nowMs: now() });
  }

  /** Saves, and erases the pictures that nothing names any more. */
  async function savePictures(next: Partial<Omit<DraftContent<Fields>, 'fields'>>): Promise<void> {
    const before = picturesOf(latest.current);
    const named = new Set(picturesOf({ ...latest.current, ...next }));
    const gone = before.filter((fileId) => !named.has(fileId));
    await saveNow(next);
    if (gone.length > 0) await dropOfDrafts(mirror, gone);
  }

  async function removeFile(fileId: string): Promise<void> {
    const { files: before, joined: all } = latest.current;
    await savePictures({
      files: before.filter((file) => file.id !== fileId),
      joined: all.filter((one) => one.fileId !== fileId),
    });
    // Deletes only what belongs to a draft. A command that is being corrected keeps its files until
    // the corrected one replaces it.
    await dropOfDrafts(mirror, [fileId]);
  }

  return {
    fields,
    files,
    pages,
    photos,
    joined: joined.map((one) => one.fileId),
    savedAtMs,
    change,
    changeDrawn(text) {
      startTransition(() => change(text));
    },
    latest: () => latest.current.fields,
    addFiles: (picked) =>
      storeIn(id, async () => {
        for (const file of picked) {
          const row = await keep(file);
          await saveNow({ files: [...latest.current.files, row] });
        }
      }),
    addPhoto: (photo, replaces) =>
      storeIn(id, async () => {
        const { id: fileId } = await keep(photo);
        const { photos: before, retakes } = latest.current;
        const taken = replaces === null ? retakes : { ...retakes, [fileId]: replaces };
        await savePictures({ photos: [...before, fileId], retakes: taken });
      }),
    store: (work) => storeIn(id, work),
    addPage: (picture, { page, photo }) =>
      storeIn(id, async () => {
        const { id: fileId } = await keep(new File([picture], PICTURE_NAME));
        const { pages: before, photos: waiting, retakes } = latest.current;
        const next = withPage(before, { page: { ...page, fileId }, replaces: retakes[photo] ?? null });
        await savePictures({ pages: next, photos: waiting.filter((one) => one !== photo) });
        return next.findIndex((one) => one.fileId === fileId);
      }),
    dropPhoto: (photo) => savePictures({ photos: latest.current.photos.filter((one) => one !== photo) }),
    changePages: (change) => savePictures({ pages: change(latest.current.pages) }),
    attachPages: (file, made) =>
      storeIn(id, async () => {
        const row = await keep(file);
        const { files: before, pages: latestPages, joined: others } = latest.current;
        const left = withoutPages(
          latestPages,
          made.map((page) => page.fileId),
        );
        await saveNow({
          files: [...before, row],
          pages: left,
          joined: [...others, { fileId: row.id, pages: made }],
        });
      }),
    reopenPages: (fileId) =>
      storeIn(id, async () => {
        const { pages: before, joined: all } = latest.current;
        const made = all.find((one) => one.fileId === fileId)?.pages ?? [];
        // The pages enter the draft before the attachment is removed, because a full device deletes
        // photographs that are no pages.
        await saveNow({ pages: [...made, ...before], joined: all.filter((one) => one.fileId !== fileId) });
        const gone = made.map((page) => page.fileId);
        if (await areKept(mirror, gone)) {
          await removeFile(fileId);
          return true;
        }
        await savePictures({ pages: withoutPages(latest.current.pages, gone) });
        return false;
      }),
    removeFile,
    flush: saver.flush,
    handOver: (take) =>
      handIn(id, async () => {
        if ((await storedIn(id)) === false) return null;
        await saver.flush();
        saver.release();
        return take(latest.current);
      }),
    resume: saver.resume,
    async discard() {
      saver.release();
      // A save that is tried again for want of space would bring the draft back.
      await saver.flush().catch(() => undefined);
      // An earlier form of the draft may still be handing it over: its files are the command's.
      for (let busy = busyIn(id); busy !== null; busy = busyIn(id)) await busy;
      try {
        await discardDraft(mirror, id);
      } catch (error) {
        saver.resume();
        throw error;
      }
    },
  };
}

// When a form saves: after a pause in typing, and at an interval while typing goes on, so that a
// browser that is killed loses half a sentence at most. `createSaver` gets clock, timer and writing
// from its caller.

/** The pause in typing after which a form saves. */
export const PAUSE_MS = 250;
/** The longest time that typed text may stay unsaved. */
export const LONGEST_MS = 800;

type SaverParts<Value> = {
  /**
   * Resolves once a value is durable. `newest` gives the newest value that is to be saved. A write
   * that is tried again asks it again, so that it does not put an older value over a newer one.
   */
  readonly write: (newest: () => Value) => Promise<void>;
  /** Epoch ms. */
  readonly clock: () => number;
  /** Runs `work` once after `delayMs`. Returns the function that cancels it. */
  readonly setTimer: (work: () => void, delayMs: number) => () => void;
};

type Saver<Value> = {
  /** Sets the value to be saved from now on. */
  readonly changed: (value: Value) => void;
  /**
   * Saves at once what is not saved yet. Resolves when everything is durable. Throws what `write`
   * throws.
   */
  readonly flush: () => Promise<void>;
  /** Stops saving until `resume`, because another part owns the draft. */
  readonly release: () => void;
  readonly resume: () => void;
};

type UnsavedValue<Value> = { readonly value: Value; readonly sinceMs: number };

export function createSaver<Value>({ write, clock, setTimer }: SaverParts<Value>): Saver<Value> {
  let unsaved: UnsavedValue<Value> | null = null;
  let isReleased = false;
  let newest: UnsavedValue<Value> | null = null;
  let saving: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;

  async function save(taken: UnsavedValue<Value>): Promise<void> {
    unsaved = null;
    newest = taken;
    try {
      await write(() => (newest ?? taken).value);
    } catch (error) {
      if (newest === taken) unsaved ??= taken;
      throw error;
    }
  }
  function flush(): Promise<void> {
    cancel();
    if (unsaved !== null && !isReleased) {
      // Saves begin at once, because the page may be closing. A caller waits for the earlier ones
      // too, because the draft may be handed over afterwards.
      const earlier = saving.catch(() => undefined);
      saving = Promise.all([save(unsaved), earlier]).then(() => undefined);
    }
    return saving;
  }
  function arm(sinceMs: number): void {
    cancel();
    const longest = sinceMs + LONGEST_MS - clock();
    // A failed save is tried again with the next change, and the failure is shown when the form is
    // sent.
    cancel = setTimer(() => void flush().catch(() => undefined), Math.max(0, Math.min(PAUSE_MS, longest)));
  }

  return {
    changed(value) {
      const sinceMs = unsaved?.sinceMs ?? clock();
      unsaved = { value, sinceMs };
      // A browser that is busy with input holds its timers back, so the change itself saves what
      // has waited long enough.
      if (clock() - sinceMs >= LONGEST_MS) void flush().catch(() => undefined);
      else arm(sinceMs);
    },
    flush,
    release() {
      isReleased = true;
      cancel();
    },
    resume() {
      isReleased = false;
      if (unsaved !== null) arm(unsaved.sinceMs);
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a change of a form is one letter typed or erased. Such a change may wait for a pause in
 * the typing: losing it costs one letter. A paste, a choice or a cleared text is work of its own
 * and is saved at once.
 */
export function isKeystroke(before: Fields, change: Fields): boolean {
  return Object.entries(change).every(([name, value]) => {
    const previous = before[name];
    if (typeof value !== 'string' || typeof previous !== 'string') return value === previous;
    // The simple editor holds back the space before a word until the word's first letter, so two
    // characters can arrive together.
    return Math.abs(value.length - previous.length) <= 1 || Math.abs(inkOf(value) - inkOf(previous)) <= 1;
  });
}

/** How many characters of a text are no white space. */
const inkOf = (text: string) => text.replaceAll(/\s/g, '').length;
