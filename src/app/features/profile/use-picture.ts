import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { useEffect, useRef, useState } from 'react';
import { emptyText, typeProblem } from '../../text/files.ts';
import { PROFILE } from '../../text/profile.ts';
import { fittedPicture } from './fitted-picture.ts';

export const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.webp'];
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

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
  /** Counts picks, so that one that takes longer does not come after a later one. */
  const picks = useRef(0);
  useEffect(
    () => () => {
      if (picked !== null) URL.revokeObjectURL(picked.shown);
    },
    [picked],
  );

  async function take(file: File) {
    picks.current += 1;
    const mine = picks.current;
    setProblem(null);
    const fitted = await fittedPicture(file);
    if (picks.current !== mine) return;
    if (fitted === null) setProblem(`${file.name}: ${PROFILE.imageSize}`);
    else setPicked({ file: fitted, shown: URL.createObjectURL(fitted) });
  }

  return {
    file: picked?.file ?? null,
    shown: picked?.shown ?? null,
    problem,
    pick(files, rejected) {
      const [file] = files;
      const [refused] = rejected;
      if (refused?.reason === 'empty') return setProblem(emptyText(refused.file.name));
      if (refused !== undefined) return setProblem(typeProblem(refused.file.name, PROFILE.imageAccepted));
      if (file !== undefined) void take(file);
    },
    clear() {
      picks.current += 1;
      setProblem(null);
      setPicked(null);
    },
  };
}
