import { canPreview } from '#domain/files.ts';
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
 * Streams a stored file: with its verified type, never sniffed, never cached; inline only when a preview of a PDF or text
 * is asked for. If the bytes are not what was stored, the connection ends before the last bytes. A framed preview may not
 * run or load anything.
 */
export async function sendFile(
  reply: FastifyReply,
  served: { file: ServedFile; files: FileStore; preview: boolean },
): Promise<FastifyReply> {
  const { file } = served;
  const inline = served.preview && canPreview(file.name);
  const stream = await readStored(served.files, file);
  stream.once('error', (error) => reply.request.log.error({ err: error }, 'a stored file could not be served'));
  return reply
    .header('Content-Type', file.mimeType.startsWith('text/') ? `${file.mimeType}; charset=utf-8` : file.mimeType)
    .header('Content-Length', file.size)
    .header('Content-Disposition', contentDisposition(file.name, inline ? 'inline' : 'attachment'))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(stream);
}
