import { contentRefusalText, REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { displayName, extensionOf, FILE_MAX_BYTES, FILE_TYPES, mimeOf, namedAs } from '#domain/files.ts';
import { IMAGE_MAX_BYTES } from '#domain/images.ts';
import type { MultipartFile } from '@fastify/multipart';
import { Readable } from 'node:stream';
import { problems } from '../reporting/errors.ts';
import type { ReceivedFile } from './received-file.ts';
import { checkContent } from './check-content.ts';
import { FileTooLarge, type FileStore } from './file-store.ts';
import { fileTypeFromFile } from 'file-type';

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

/** A form writes quotes and line breaks of a file name as these escapes, and no other character. */
function unescaped(filename: string): string {
  return filename.replace(/%22/g, '"').replace(/(?:%0[DA])+/gi, ' ');
}

export type Incoming = {
  /** The client's name for the file. */
  readonly name: string;
  /** Field on which a refusal is shown. */
  readonly field: string;
  readonly accept: 'documents' | 'images';
  readonly budget: number;
  readonly bytes: AsyncIterable<Buffer>;
  /** Whether the bytes ended before the file did. */
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

/**
 * The bytes of the part. An error that breaks them off is blamed on the request's body, and not on
 * the store.
 */
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
