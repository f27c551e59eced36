// The form of a request, built at the moment of sending from fresh Blobs: a stored Blob, File or Request uploads nothing on
// some browsers (traps 24, 25).

import type { WriteRequest } from './request-of.ts';

/** Bytes of a kept file, read now; null when the device no longer has them. */
export type ReadBlob = (fileId: string) => Promise<Blob | null>;

/** The form, or null when an attachment's bytes are gone or are not what was picked. */
export async function bodyOf(request: WriteRequest, readBlob: ReadBlob): Promise<FormData | null> {
  const form = new FormData();
  for (const [name, value] of request.fields) form.append(name, value);
  for (const file of request.files) {
    const blob = await readBlob(file.id);
    if (blob === null || blob.size !== file.size) return null;
    form.append('files[]', blob, file.name);
  }
  return form;
}
