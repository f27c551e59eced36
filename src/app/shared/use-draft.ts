// A form that saves itself on this device (decisions C16, trap 22): 800 ms after the last change, when the page goes out of
// sight, and at once when a file was picked. Nothing here sends anything.

import { discardDraft, draftOwnerOf, saveDraft } from '#mirror/drafts.ts';
import { dropFiles, keepFile } from '#mirror/files.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import type { DraftRow, FileRow } from '#mirror/rows.ts';
import type { Mirror } from '#mirror/schema.ts';
import { useEffect, useRef, useState } from 'react';
import { registerForm } from './open-drafts.ts';

const SAVE_AFTER_MS = 800;

export type DraftStart<Fields> = {
  readonly mirror: Mirror;
  /** `create`, `reply:<document key>` … (mirror/rows.ts). */
  readonly id: string;
  readonly empty: Fields;
  readonly stored: StoredDraft;
  readonly now: () => number;
  readonly newId: () => string;
};

export type Draft<Fields> = {
  readonly fields: Fields;
  readonly files: readonly FileRow[];
  /** Epoch ms of the last save; null before the first. */
  readonly savedAtMs: number | null;
  readonly change: (change: Partial<Fields>) => void;
  readonly addFiles: (files: readonly File[]) => Promise<void>;
  readonly removeFile: (id: string) => Promise<void>;
  /** Saves now what is waiting to be saved. */
  readonly flush: () => Promise<void>;
  /** The command has taken text and files over: nothing is saved any more. */
  readonly release: () => void;
  /** Erases text and files from this device. */
  readonly discard: () => Promise<void>;
};

/** The draft of one form; remount (by key) to start another. */
export function useDraft<Fields extends Readonly<Record<string, unknown>>>(start: DraftStart<Fields>): Draft<Fields> {
  const { mirror, id, stored, now, newId } = start;
  const [fields, setFields] = useState<Fields>(() => ({
    ...start.empty,
    ...(stored.row?.fields as Partial<Fields> | undefined),
  }));
  const [files, setFiles] = useState(stored.files);
  const [savedAtMs, setSavedAtMs] = useState(stored.row?.savedAtMs ?? null);
  const latest = useRef({ fields, files, isDirty: false, isReleased: false });

  const [save] = useState(() => async () => {
    const state = latest.current;
    if (!state.isDirty || state.isReleased) return;
    state.isDirty = false;
    const row: DraftRow = { id, fields: state.fields, fileIds: state.files.map((file) => file.id), savedAtMs: now() };
    await saveDraft(mirror, row);
    setSavedAtMs(row.savedAtMs);
  });

  useEffect(() => {
    if (!latest.current.isDirty) return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, save]);

  useEffect(() => {
    const release = () => {
      latest.current = { ...latest.current, isReleased: true };
    };
    return registerForm(id, { flush: save, release });
  }, [id, save]);

  useEffect(() => {
    const saveNow = () => void save();
    document.addEventListener('visibilitychange', saveNow);
    addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [save]);

  async function setFilesNow(next: readonly FileRow[]): Promise<void> {
    latest.current = { ...latest.current, files: next, isDirty: true };
    setFiles(next);
    await save();
  }

  return {
    fields,
    files,
    savedAtMs,
    change(change) {
      const next = { ...latest.current.fields, ...change };
      latest.current = { ...latest.current, fields: next, isDirty: true };
      setFields(next);
    },
    async addFiles(picked) {
      for (const file of picked) {
        const row = await keepFile(mirror, { id: newId(), owner: draftOwnerOf(id), file, nowMs: now() });
        await setFilesNow([...latest.current.files, row]);
      }
    },
    async removeFile(fileId) {
      await setFilesNow(latest.current.files.filter((file) => file.id !== fileId));
      await dropFiles(mirror, [fileId]);
    },
    flush: save,
    release() {
      latest.current = { ...latest.current, isReleased: true };
    },
    async discard() {
      latest.current = { ...latest.current, isReleased: true };
      await discardDraft(mirror, id);
    },
  };
}
