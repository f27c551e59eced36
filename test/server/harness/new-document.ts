// Creating a document over HTTP, with everything a creation needs already filled in.

import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentFull } from '#contract/documents.ts';
import { multipart, smallPdf, type Upload } from './multipart.ts';
import type { TestClient } from './test-client.ts';
import type { Person, Sector, Town } from './world.ts';

export type NewDocument = {
  readonly town: Town;
  readonly to: Person;
  readonly sector: Sector;
  /** Default: a date far in the future. */
  readonly limitDate?: string;
  readonly title?: string;
  readonly physicalNumber?: string;
  readonly subject?: keyof Town['subjects'];
  readonly content?: string;
  readonly files?: readonly Upload[];
  readonly fields?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
};

export function postDocument(client: TestClient, made: NewDocument) {
  const { town, to } = made;
  const form = multipart(
    [
      ['document_subject_id', String(town.subjects[made.subject ?? 'free'])],
      ['type', 'general_document'],
      ['organization_ids[]', String(town.sectors[made.sector])],
      ['user_ids[]', String(to.id)],
      ['title', made.title ?? 'Interdição parcial da Rua das Aroeiras'],
      ['physical_document_number', made.physicalNumber ?? 'Ofício nº 118/2026/SEMOB'],
      ['limit_date', made.limitDate ?? '2031-01-31'],
      ['content', made.content ?? '<p>Segue o ofício.</p>'],
      ...(made.fields ?? []),
    ],
    made.files ?? [{ name: 'oficio.pdf', content: smallPdf() }],
  );
  return client.inject({
    method: 'POST',
    url: '/api/documents',
    payload: form.payload,
    headers: { ...form.headers, ...made.headers },
  });
}

/**
 * Creates the document, at a busy server as a device does: again, since nothing has happened.
 * Throws an error with the answer when the server refuses it.
 */
export async function createdDocument(client: TestClient, made: NewDocument): Promise<DocumentFull> {
  let response = await postDocument(client, made);
  while (response.statusCode === 503) {
    await pause(10);
    response = await postDocument(client, made);
  }
  if (response.statusCode !== 201) throw new Error(`create answered ${response.statusCode}: ${response.body}`);
  return response.json<{ document: DocumentFull }>().document;
}
