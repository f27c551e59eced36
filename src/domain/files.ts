// What may be attached (rule C9), judged by name, size and number. src/domain/file-content.ts
// judges the content.

import { cutTo, lineOf } from './text.ts';
import type { Refusal } from './refusals.ts';

/**
 * Accepted extensions in the order in which sentences name them, and the media type as which each
 * is stored.
 */
export const FILE_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  txt: 'text/plain',
} as const;
export type FileExtension = keyof typeof FILE_TYPES;
export const EXTENSIONS = Object.keys(FILE_TYPES) as readonly FileExtension[];

const MIB = 1024 * 1024;
export const FILE_MAX_BYTES = 20 * MIB;
export const FILES_MAX = 20;
export const FILES_MAX_BYTES = 60 * MIB;
const FILE_NAME_MAX = 120;

/** The accepted extension of a file name, or null. */
export function extensionOf(name: string): FileExtension | null {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return null;
  const extension = name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(FILE_TYPES, extension) ? (extension as FileExtension) : null;
}

/** The media type as which a file of this name is kept and opened. */
export function mimeOf(name: string): string {
  const extension = extensionOf(name);
  return extension === null ? 'application/octet-stream' : FILE_TYPES[extension];
}

/** Only PDF and plain text are previewed; files of word processors are downloads (rule J4). */
export const PREVIEWED: readonly FileExtension[] = ['pdf', 'txt'];

export function canPreview(name: string): boolean {
  const extension = extensionOf(name);
  return extension !== null && PREVIEWED.includes(extension);
}

/** What is wrong with one file, or null. */
export function judgeFile(file: { name: string; size: number }): Refusal | null {
  if (extensionOf(file.name) === null) return { code: 'file_type', field: 'files' };
  if (file.size === 0) return { code: 'file_empty', field: 'files' };
  return file.size > FILE_MAX_BYTES ? { code: 'file_too_large', field: 'files' } : null;
}

/** What is wrong with the files of one request; empty when nothing is wrong. */
export function judgeFiles(files: readonly { name: string; size: number }[]): Refusal[] {
  if (files.length > FILES_MAX) return [{ code: 'too_many_files', field: 'files' }];
  const refusals = files.flatMap((file) => judgeFile(file) ?? []);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (refusals.length === 0 && total > FILES_MAX_BYTES) refusals.push({ code: 'files_too_large', field: 'files' });
  return refusals;
}

/**
 * The name under which a file is kept and shown: the base name as one line in NFC without
 * characters that are not seen, path separators replaced, at most 120 UTF-16 units with its
 * extension whole (default 8).
 */
export function displayName(name: string): string {
  const readable = lineOf(name.replace(/\p{Cc}/gu, '')).replace(/[\\/:*?"<>|]/g, '-');
  const clean = withoutEdges(readable);
  if (clean === '') return 'arquivo';
  const extension = /\.[^.]{1,5}$/.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - extension.length);
  // Windows can't make a file whose name ends in a space or a dot, and a cut may leave one at the
  // end.
  return withoutEdges(cutTo(stem, FILE_NAME_MAX - extension.length) + extension);
}

/** The name without spaces and dots at both ends. */
function withoutEdges(name: string): string {
  return /[^\s.](?:.*[^\s.])?/su.exec(name)?.[0] ?? '';
}

/**
 * The name with the extension of the file's real type; unchanged when it has that extension
 * already.
 */
export function namedAs(name: string, type: string): string {
  const dot = name.lastIndexOf('.');
  if (dot >= 0 && name.slice(dot + 1).toLowerCase() === type) return name;
  return displayName(`${dot < 0 ? name : name.slice(0, dot)}.${type}`);
}

/** Bounds of an uploaded photo or logo (rule H10). */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 16_000_000;
/** The longer side of a photo or logo as it is stored, in pixels. */
export const IMAGE_EDGE = 512;

/**
 * Whether a file is a photograph, of which pages of a PDF can be made (S69): by its media type, or
 * by its name where the system gives no type.
 */
export function isPhotograph({ name, type, size }: { name: string; type: string; size: number }): boolean {
  if (size === 0 || extensionOf(name) !== null) return false;
  return type.startsWith('image/') || /\.(?:jpe?g|png|webp|heic|heif|avif|bmp)$/i.test(name);
}

/** The extensions that a model of each type takes (rule C10). */
export const MODEL_EXTENSIONS = {
  word: ['doc', 'docx', 'odt'],
  pdf: ['pdf'],
} as const satisfies Record<string, readonly FileExtension[]>;

export type ModelFileType = keyof typeof MODEL_EXTENSIONS;

export function fitsModel(name: string, type: ModelFileType): boolean {
  const extension = extensionOf(name);
  return MODEL_EXTENSIONS[type].some((accepted) => accepted === extension);
}
