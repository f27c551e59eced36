// People at work while something is killed: writes with keys and files, and a note of what was acknowledged.

import { createHash, randomUUID } from 'node:crypto';
import type { DocumentFull } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import type { ApiClient } from '../../e2e/api-client.ts';
import { smallPdf } from './multipart.ts';

export type Write = {
  readonly key: string;
  readonly path: string;
  /** Anew for each sending. */
  readonly form: () => FormData;
  /** Of the file it carries. */
  readonly sha256: string;
};

export type WriteLoad = {
  /** Answered 2xx: must be there whatever happened since. */
  readonly acknowledged: Write[];
  /** Sent, not answered or answered 503: may be there or not, never half. */
  readonly unknown: Write[];
  /** Answers that are neither. */
  readonly strange: string[];
  /** Lets what is under way end, then resolves. */
  readonly stop: () => Promise<void>;
};

/** Who writes: cookie and token. */
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

/** `writers` people who create and reply without a pause, until stopped or until nobody answers. */
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
