import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { useEffect, useState } from 'react';
import { emptyText, typeProblem } from '../../text/files.ts';
import { PROFILE } from '../../text/profile.ts';

export const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp'];
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];
/** Rule H10. */
const IMAGE_MAX_BYTES = 2 * 1024 * 1024;

export type Picture = {
  readonly file: File | null;
  /** Address of the picked picture, to show it before it is saved. */
  readonly shown: string | null;
  readonly problem: string | null;
  readonly pick: (files: readonly File[], rejected: readonly RejectedFile[]) => void;
  readonly clear: () => void;
};

/** A picture that was picked and not saved yet. */
export function usePicture(): Picture {
  const [picked, setPicked] = useState<{ file: File; shown: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () => () => {
      if (picked !== null) URL.revokeObjectURL(picked.shown);
    },
    [picked],
  );
  return {
    file: picked?.file ?? null,
    shown: picked?.shown ?? null,
    problem,
    pick(files, rejected) {
      const [file] = files;
      const [refused] = rejected;
      if (refused?.reason === 'empty') return setProblem(emptyText(refused.file.name));
      if (refused !== undefined) return setProblem(typeProblem(refused.file.name, PROFILE.imageAccepted));
      if (file === undefined) return undefined;
      if (file.size > IMAGE_MAX_BYTES) return setProblem(`${file.name}: ${PROFILE.imageSize}`);
      setProblem(null);
      setPicked({ file, shown: URL.createObjectURL(file) });
    },
    clear() {
      setProblem(null);
      setPicked(null);
    },
  };
}
