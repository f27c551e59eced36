// Sends one file to the server as the attachment of a document of its own, over HTTP.

import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { DocumentFull } from '#contract/documents.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { type ApiClient, formOfDocument } from '../e2e/api-client.ts';
import type { FoundFile } from './read-folder.ts';

/** A server that does not answer within this time fails the file. */
const ANSWER_MS = 120_000;

/** `name`: as the application keeps it. `bytes`: what the server gives back. */
export type StoredFile = { readonly documentId: number; readonly name: string; readonly bytes: Uint8Array };

/** `why`: in the words of the application. */
export type UploadResult =
  | { readonly kind: 'taken'; readonly taken: StoredFile }
  | { readonly kind: 'refused'; readonly why: string };

/** Throws when the file can't be read, the server fails, or other bytes come back. */
export async function upload(
  client: ApiClient,
  { path, name, title }: FoundFile & { title: string },
): Promise<UploadResult> {
  const { user } = client;
  const form = await formOfDocument(client, {
    title,
    limitDate: addDays(dayAt(Date.now(), user.tenant.time_zone), 20),
    organizationId: user.organization_id ?? 0,
    userId: user.id,
  });
  const content = await openAsBlob(path);
  form.append('files[]', content, basename(name));
  const answer = await ask(client, { path: PATHS.documents, body: form });
  if (answer.status === 413 || answer.status === 422) {
    const { message, errors = {} } = (await answer.json()) as ErrorBody;
    const words = Object.values(errors).flat();
    return { kind: 'refused', why: words.length === 0 ? message : words.join(' ') };
  }
  if (!answer.ok) throw new Error(`the upload is answered ${answer.status}: ${await answer.text()}`);
  const { document } = (await answer.json()) as { readonly document: DocumentFull };
  const [kept] = document.files;
  if (kept === undefined) throw new Error('the document has no file');
  const given = await ask(client, { path: PATHS.documentFile(kept.id) });
  if (!given.ok) throw new Error(`the file is answered ${given.status}`);
  const bytes = Buffer.from(await given.arrayBuffer());
  if (!bytes.equals(Buffer.from(await content.arrayBuffer()))) throw new Error('other bytes come back');
  return { kind: 'taken', taken: { documentId: document.id, name: kept.name, bytes } };
}

function ask(client: ApiClient, { path, body }: { path: string; body?: FormData }): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST';
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(`${client.url}${path}`, {
    method,
    headers: client.headers(),
    signal,
    ...(body === undefined ? {} : { body }),
  });
}
