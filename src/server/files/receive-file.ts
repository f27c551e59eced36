import { contentRefusalText, REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ByteSource } from '#domain/byte-source.ts';
import type { ContentJudgement } from '#domain/content-judgement.ts';
import { judgeContent } from '#domain/file-content.ts';
import {
  displayName,
  extensionOf,
  FILE_MAX_BYTES,
  FILE_TYPES,
  type FileExtension,
  IMAGE_MAX_BYTES,
  mimeOf,
  namedAs,
} from '#domain/files.ts';
import type { MultipartFile } from '@fastify/multipart';
import { fileTypeFromFile } from 'file-type';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { problems } from '../reporting/errors.ts';
import { type FileStore, FileTooLarge } from './file-store.ts';

type Receiving = {
  readonly part: MultipartFile;
  readonly accept: 'documents' | 'images';
  /** Bytes that this request may still bring. */
  readonly budget: number;
};

/** Stores one uploaded file of a form; see storeChecked. */
export function receiveFile(store: FileStore, { part, accept, budget }: Receiving): Promise<ReceivedFile> {
  return storeChecked(store, {
    name: unescaped(part.filename),
    field: part.fieldname.replace(/\[\d*\]$/, ''),
    accept,
    budget,
    bytes: bytesOf(part),
    isCut: () => part.file.truncated,
  });
}

/**
 * Undoes the escapes in the file name of a form. A form escapes only quotes and line breaks; a line
 * break becomes a space.
 */
function unescaped(filename: string): string {
  return filename.replace(/%22/g, '"').replace(/(?:%0[DA])+/gi, ' ');
}

type Incoming = {
  /** The client's name for the file. */
  readonly name: string;
  /** Field on which a refusal is shown. */
  readonly field: string;
  readonly accept: 'documents' | 'images';
  readonly budget: number;
  readonly bytes: AsyncIterable<Buffer>;
  /** Whether the parser has cut the bytes off at its limit. */
  readonly isCut?: () => boolean;
};

/**
 * Stores one file: its name is made harmless, its type is judged by extension AND content, and it
 * is never empty (rules C9, H10). A document of a word processor is named by what it is (S181).
 * Throws 422 by field, and 413 when it is too large for one file or for the request.
 */
export async function storeChecked(
  store: FileStore,
  { field, accept, budget, bytes, isCut = () => false, ...given }: Incoming,
): Promise<ReceivedFile> {
  const own = accept === 'documents' ? FILE_MAX_BYTES : IMAGE_MAX_BYTES;
  const named = accept === 'documents' ? typedName({ name: given.name, field }) : null;
  let name = named?.name ?? displayName(given.name);
  let mimeType = named?.mimeType ?? '';
  try {
    const stored = await store.put(Readable.from(bytes), {
      maxBytes: Math.min(own, budget),
      inspect: async ({ path, size }) => {
        if (isCut()) throw new FileTooLarge();
        if (size === 0) throw problems.invalid({ [field]: [REFUSAL_TEXT.file_empty] });
        if (named === null) {
          mimeType = await imageTypeOf(path, field);
          return;
        }
        const judged = await checkContent(path, named.extension);
        if ('refused' in judged) throw problems.invalid({ [field]: [contentRefusalText(name, judged.refused)] });
        name = namedAs(name, judged.is);
        mimeType = mimeOf(name);
      },
    });
    return { name, mimeType, ...stored };
  } catch (error) {
    if (error instanceof FileTooLarge && budget < own)
      throw problems.tooLarge({ [field]: [REFUSAL_TEXT.files_too_large] });
    if (error instanceof FileTooLarge && accept === 'images') {
      throw problems.tooLarge({ [field]: ['A imagem passa de 2 MB.'] });
    }
    throw error;
  }
}

/**
 * The name of a document's file, made harmless, and the type that it says. Throws 422 on `field`
 * for an unknown type.
 */
export function typedName({ name: given, field }: { readonly name: string; readonly field: string }) {
  const name = displayName(given);
  const extension = extensionOf(name);
  if (extension === null) throw problems.invalid({ [field]: [REFUSAL_TEXT.file_type] });
  return { name, extension, mimeType: FILE_TYPES[extension] };
}

/** The bytes of the part. When they break off, the request's body is at fault and not the store. */
export async function* bytesOf(part: MultipartFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk as Buffer;
  } catch {
    throw problems.badRequest();
  }
}

const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * The media type of a photo or logo, by its content (rule H10). Throws 422 on `field` for anything
 * else, SVG included.
 */
async function imageTypeOf(path: string, field: string): Promise<string> {
  const type = await fileTypeFromFile(path);
  if (type === undefined || !ACCEPTED.has(type.mime))
    throw problems.invalid({ [field]: ['Envie uma imagem PNG, JPG ou WebP.'] });
  return type.mime;
}

const unpack = promisify(inflateRaw);

// Judges a file by its content (default 8). The file is complete, on the local disk.

/**
 * Whether the content of a file may be kept, and as which type. `named` is the extension of its
 * name.
 */
export async function checkContent(path: string, named: FileExtension): Promise<ContentJudgement> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const source: ByteSource = {
      size,
      async read(start, length) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      },
      inflate: (packed, maxBytes) => unpack(packed, { maxOutputLength: maxBytes }),
    };
    return await judgeContent(source, named);
  } finally {
    await file.close();
  }
}

/** A file of the request, already stored and checked by extension and content (rule C9). */
export type ReceivedFile = {
  /** The client's name for the file, made harmless by `displayName`. */
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
};

export type FilesDeclaration = {
  readonly field: 'files' | 'image' | 'logo' | 'part';
  /** `parts`: the body itself is one part of a file, judged when its file is whole (S101). */
  readonly accept: 'documents' | 'images' | 'parts';
};

type ClaimInput = { readonly body: unknown; readonly files: readonly { readonly sha256: string }[] };

/**
 * Refuses files that arrived with other bytes than the device kept: `files_sha256[n]` belongs to
 * `files[n]` (src/sync/promises.md, hazard 24).
 */
export function checkClaimedHashes({ body, files }: ClaimInput): void {
  if (typeof body !== 'object' || body === null || !('files_sha256' in body)) return;
  const claimed = body.files_sha256;
  if (!Array.isArray(claimed) || claimed.length === 0) return;
  const same = claimed.length === files.length && files.every((file, position) => file.sha256 === claimed[position]);
  if (!same) throw problems.invalid({ files: [REFUSAL_TEXT.file_hash] });
}
