// Write load while a process is killed: writes with keys and files, and a record of the
// acknowledged ones.

import { createHash, randomUUID } from 'node:crypto';
import type { DocumentFull } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import type { ApiClient } from '../../e2e/api-client.ts';
import { smallPdf } from './multipart.ts';

export type Write = {
  readonly key: string;
  readonly path: string;
  /** Made again for each sending. */
  readonly form: () => FormData;
  /** Hash of the file that the write carries. */
  readonly sha256: string;
};

export type WriteLoad = {
  /** Writes answered 2xx: they must be present, whatever happened since. */
  readonly acknowledged: Write[];
  /** Writes not answered, or answered 503: present as a whole or absent. */
  readonly unknown: Write[];
  /** All other answers. */
  readonly strange: string[];
  /** Waits for the writes under way, then resolves. */
  readonly stop: () => Promise<void>;
};

/** The headers of a writer: cookie and token. */
type Writer = Pick<ApiClient, 'headers'>;

export type Office = {
  readonly client: Writer;
  readonly subjectId: number;
  readonly sectorId: number;
  readonly userId: number;
};

/** With a file unlike all others. */
export function newDocument({ subjectId, sectorId, userId }: Office): Write {
  const pdf = smallPdf(randomUUID());
  const form = (): FormData => {
    const made = new FormData();
    const fields = {
      document_subject_id: subjectId,
      type: 'general_document',
      'organization_ids[]': sectorId,
      'user_ids[]': userId,
      title: 'Vistoria depois da queda',
      physical_document_number: 'Ofício nº 1/2026',
      limit_date: '2031-01-31',
      content: '<p>Segue.</p>',
    };
    for (const [name, value] of Object.entries(fields)) made.set(name, String(value));
    made.append('files[]', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'oficio.pdf');
    return made;
  };
  return { key: randomUUID(), path: '/api/documents', form, sha256: createHash('sha256').update(pdf).digest('hex') };
}

/** With a file unlike all others. */
export function reply(document: DocumentFull): Write {
  const pdf = smallPdf(randomUUID());
  const form = (): FormData => {
    const made = new FormData();
    made.set('_method', 'PATCH');
    made.set('content', '<p>Recebido.</p>');
    made.append('files[]', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'laudo.pdf');
    return made;
  };
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { key: randomUUID(), path: `/api/documents/${document.id}`, form, sha256 };
}

/** Sends a write; repeats of the same one carry the same key. */
export function sendWrite(address: string, { client, write }: { client: Writer; write: Write }): Promise<Response> {
  return fetch(address + write.path, {
    method: 'POST',
    headers: { ...client.headers(), [HEADERS.idempotencyKey]: write.key },
    body: write.form(),
    signal: AbortSignal.timeout(20_000),
  });
}

/**
 * `writers` people create and reply without a pause, until the load is stopped or the server no
 * longer answers.
 */
export function startLoad(address: string, { office, writers }: { office: Office; writers: number }): WriteLoad {
  const { client } = office;
  const load = { acknowledged: [] as Write[], unknown: [] as Write[], strange: [] as string[] };
  let stopped = false;
  const attempt = async (write: Write): Promise<DocumentFull | null> => {
    try {
      const answer = await sendWrite(address, { client, write });
      const body = (await answer.json()) as { document?: DocumentFull };
      if (answer.ok) load.acknowledged.push(write);
      else if (answer.status === 503) load.unknown.push(write);
      else load.strange.push(`${answer.status} ${JSON.stringify(body)}`);
      return body.document ?? null;
    } catch {
      load.unknown.push(write);
      return null;
    }
  };
  const work = async (): Promise<void> => {
    while (!stopped) {
      const document = await attempt(newDocument(office));
      if (document === null) stopped = true;
      else if (!stopped) await attempt(reply(document));
    }
  };
  const all = Promise.all(Array.from({ length: writers }, work));
  return {
    ...load,
    stop: async () => {
      stopped = true;
      await all;
    },
  };
}
