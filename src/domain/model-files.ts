// Which files a model of each kind takes (rule C10).

import { extensionOf, type FileExtension } from './files.ts';

/** The extensions of each file type of a model. */
export const MODEL_EXTENSIONS = {
  word: ['doc', 'docx', 'odt'],
  pdf: ['pdf'],
} as const satisfies Record<string, readonly FileExtension[]>;

export type ModelFileType = keyof typeof MODEL_EXTENSIONS;

/** Whether a file of this name fits a model of this type. */
export function fitsModel(name: string, type: ModelFileType): boolean {
  const extension = extensionOf(name);
  return MODEL_EXTENSIONS[type].some((accepted) => accepted === extension);
}
