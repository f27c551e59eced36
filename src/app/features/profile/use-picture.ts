import type { RejectedFile } from '#ui/fields/file-picker.tsx';
import { useEffect, useRef, useState } from 'react';
import { IMAGE_EDGE, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '#domain/files.ts';
import { emptyText, typeProblem } from '../../text/document/files.ts';
import { PROFILE } from '../../text/person/profile.ts';

const JPEG = 'image/jpeg';
const JPEG_QUALITY = 0.92;

/**
 * The picture to upload, within the server's bounds (rule H10). A file over them is drawn anew with
 * its longer side at `IMAGE_EDGE` pixels, upright and with its transparency. Null when the file is
 * over the bounds and this device can't decode it.
 */
async function fittedPicture(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const fits = file.size <= IMAGE_MAX_BYTES && bitmap.width * bitmap.height <= IMAGE_MAX_PIXELS;
      return fits ? file : await shrunk(bitmap, file);
    } finally {
      bitmap.close();
    }
  } catch {
    // This device can't decode the picture. The server judges it and names the fault.
    return file.size <= IMAGE_MAX_BYTES ? file : null;
  }
}

async function shrunk(bitmap: ImageBitmap, { name, type }: File): Promise<File> {
  const scale = Math.min(1, IMAGE_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // Every browser encodes PNG. A PNG of this size stays below `IMAGE_MAX_BYTES`.
  const made = type === JPEG ? JPEG : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, made, JPEG_QUALITY));
  if (blob === null) throw new Error('The browser could not write the picture');
  return new File([blob], name, { type: made });
}

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
  /**
   * The number of the last pick. A pick that is still being decoded when a later one begins is
   * dropped.
   */
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
