import { canPreview, FILE_TYPES } from '#domain/files.ts';
import { charsetOf } from '#domain/text-charset.ts';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from './content-disposition.ts';
import type { FileStore } from './file-store.ts';
import { readStored } from './read-stored.ts';

export type ServedFile = {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
};

/**
 * Streams a stored file: with its verified type, never sniffed, never cached; inline only when a
 * preview of a PDF or text is asked for. A text is said to be in the character set that its bytes
 * are in. If the bytes are not what was stored, the connection ends before the last bytes. A framed
 * preview may not run or load anything.
 */
export async function sendFile(
  reply: FastifyReply,
  served: { file: ServedFile; files: FileStore; preview: boolean },
): Promise<FastifyReply> {
  const { file } = served;
  const inline = served.preview && canPreview(file.name);
  const type = file.mimeType === FILE_TYPES.txt ? await textTypeOf(served.files, file) : file.mimeType;
  const stream = await readStored(served.files, file);
  stream.once('error', (error) => reply.request.log.error({ err: error }, 'a stored file could not be served'));
  return reply
    .header('Content-Type', type)
    .header('Content-Length', file.size)
    .header('Content-Disposition', contentDisposition(file.name, inline ? 'inline' : 'attachment'))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(stream);
}

/** The whole text is read for this: a byte that is not UTF-8 may be the last one. */
async function textTypeOf(files: FileStore, file: ServedFile): Promise<string> {
  const charset = await charsetOf((await readStored(files, file)) as AsyncIterable<Buffer>);
  return `${file.mimeType}; charset=${charset ?? 'utf-8'}`;
}
