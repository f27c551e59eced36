import { extensionOf } from '#domain/files.ts';
import { charsetOf } from '#domain/text-charset.ts';
import { useEffect, useState } from 'react';
import { FileUnavailable } from './file-bytes.ts';

export type OpenedFile =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly isOffline: boolean }
  /** `address` is a blob address, revoked when the preview closes; `text` is set for plain text. */
  | { readonly kind: 'open'; readonly address: string; readonly text: string | null; readonly blob: Blob };

const LOADING: OpenedFile = { kind: 'loading' };

/** A file to be shown; `read` throws FileUnavailable when its bytes can't be had. */
export type ReadableFile = { readonly name: string; readonly read: () => Promise<Blob> };

/** Reads a file for as long as its preview is open. */
export function useOpenedFile(file: ReadableFile): { opened: OpenedFile; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<OpenedFile>(LOADING);
  // The file of the first render counts. Each change of the mirror makes another object of the same
  // file, and another file mounts another preview by its React key.
  const [opening] = useState(file);

  useEffect(() => {
    const state = { isOver: false, address: '' };
    async function open() {
      const blob = await opening.read();
      const text = extensionOf(opening.name) === 'txt' ? await textOf(blob) : null;
      if (state.isOver) return;
      state.address = URL.createObjectURL(blob);
      setOpened({ kind: 'open', address: state.address, text, blob });
    }
    open().catch((error: unknown) => {
      if (!state.isOver) setOpened({ kind: 'failed', isOffline: error instanceof FileUnavailable && error.isOffline });
    });
    return () => {
      state.isOver = true;
      if (state.address !== '') URL.revokeObjectURL(state.address);
    };
  }, [opening, attempt]);

  return {
    opened,
    retry: () => {
      setOpened(LOADING);
      setAttempt((count) => count + 1);
    },
  };
}

async function textOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return new TextDecoder((await charsetOf([bytes])) ?? 'utf-8').decode(bytes);
}
