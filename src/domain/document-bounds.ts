// What one document may gather. Every answer brings a document whole, so a thread without an end
// would cost everybody who opens it.

import type { Refusal } from './refusals.ts';

export const DOCUMENT_MAX = { replies: 500, textBytes: 5 * 1024 * 1024, files: 1000 } as const;

/** What people have written and attached. */
export type DocumentContent = {
  readonly replies: number;
  /** Bytes of all replies; 0 on a device, which may not have them. */
  readonly textBytes: number;
  readonly files: number;
};

/** Refuses a reply whose text and files no longer fit into the document. */
export function judgeRoom(
  gathered: DocumentContent,
  reply: { readonly textBytes: number; readonly filesCount: number },
): Refusal | null {
  const isFull =
    gathered.replies >= DOCUMENT_MAX.replies ||
    gathered.textBytes + reply.textBytes > DOCUMENT_MAX.textBytes ||
    gathered.files + reply.filesCount > DOCUMENT_MAX.files;
  return isFull ? { code: 'document_full', field: 'content' } : null;
}
