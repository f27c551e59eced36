// Asks the server directly over HTTP, past every proxy, with the cookies, CSRF token and human
// check that any client needs.

import { createHash } from 'node:crypto';
import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import { PATHS } from '#contract/paths.ts';
import type { SessionUser } from '#contract/session.ts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { SampleFile } from './sample-files.ts';

export const DEMO_PASSWORD = 'malote-demo';

export type ApiClient = {
  /** Address of the server, without a path. */
  readonly url: string;
  readonly user: SessionUser;
  /** Cookie, CSRF token and Accept as they are now, for a caller that sends its own requests. */
  headers(): Record<string, string>;
  /** The cookies of this login, by name. */
  cookies(): Readonly<Record<string, string>>;
  get<T>(path: string): Promise<T>;
  /**
   * Sends a write and returns the body of the answer. Throws with the text of the answer unless it
   * is 2xx.
   */
  send<T>(method: string, call: { path: string; body: FormData | object }): Promise<T>;
  /** The documents with exactly this title, with their details. */
  documentsTitled(title: string): Promise<DocumentFull[]>;
  /** SHA-256 of the bytes of a stored file, in hexadecimal. */
  fileHash(fileId: number): Promise<string>;
};

type Call = { method?: string; body?: FormData | string; headers?: Record<string, string> };

/** Logs in over HTTP as a demonstration person. */
export async function logInOverHttp(baseUrl: string, email: string): Promise<ApiClient> {
  const jar = new Map<string, string>();
  const headers = (): Record<string, string> => {
    const token = jar.get('XSRF-TOKEN');
    return {
      accept: 'application/json',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(token === undefined ? {} : { [HEADERS.csrf]: decodeURIComponent(token) }),
    };
  };
  const call = async (path: string, init: Call = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: { ...headers(), ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const send = async <T>(method: string, { path, body }: { path: string; body: FormData | object }) => {
    const isForm = body instanceof FormData;
    const answer = await call(path, {
      method,
      body: isForm ? body : JSON.stringify(body),
      headers: isForm ? {} : { 'content-type': 'application/json' },
    });
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const get = async <T>(path: string) => (await (await call(path)).json()) as T;

  await call(PATHS.csrfCookie);
  const token = await solveHumanCheck(await get<Challenge>(PATHS.humanVerification));
  const { user } = await send<{ user: SessionUser }>('POST', {
    path: PATHS.login,
    body: { email, password: DEMO_PASSWORD, remember: false, token },
  });

  return {
    url: baseUrl,
    user,
    headers,
    cookies: () => Object.fromEntries(jar),
    get,
    send,
    async documentsTitled(title) {
      const page = await get<DocumentPage>(`${PATHS.documents}?search=${encodeURIComponent(title)}&per_page=100`);
      const ids = page.data.filter((row) => row.title === title).map((row) => row.id);
      return Promise.all(ids.map((id) => get<DocumentFull>(PATHS.document(id))));
    },
    async fileHash(fileId) {
      const answer = await call(PATHS.documentFile(fileId));
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    },
  };
}

/** The `token` of a login: the challenge solved as the widget does, in Base64. */
export async function solveHumanCheck(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

export type NewDocument = {
  readonly title: string;
  readonly limitDate: string;
  readonly organizationId: number;
  readonly userId: number;
  readonly files: readonly SampleFile[];
  readonly content?: string;
};

/** Creates a document as another client does. */
export async function createOverHttp(client: ApiClient, document: NewDocument): Promise<DocumentFull> {
  const form = await formOfDocument(client, document);
  for (const file of document.files)
    form.append('files[]', new Blob([new Uint8Array(file.bytes)], { type: file.mime }), file.name);
  const { document: made } = await client.send<{ document: DocumentFull }>('POST', {
    path: PATHS.documents,
    body: form,
  });
  return made;
}

/**
 * The form of a new document, without its files. Its subject has no window for the limit date, so
 * any day is accepted.
 */
export async function formOfDocument(client: ApiClient, document: Omit<NewDocument, 'files'>): Promise<FormData> {
  const subjects = await client.get<{ id: number; name: string }[]>(PATHS.documentSubjects);
  const subject = subjects.find((one) => one.name === 'Vistoria técnica');
  if (subject === undefined) throw new Error('The demonstration subject is missing');
  const form = new FormData();
  form.set('document_subject_id', String(subject.id));
  form.set('type', 'general_document');
  form.set('organization_ids[]', String(document.organizationId));
  form.set('user_ids[]', String(document.userId));
  form.set('title', document.title);
  form.set('physical_document_number', 'Ofício nº 900/2026');
  form.set('limit_date', document.limitDate);
  form.set('content', document.content ?? '<p>Segue para providências.</p>');
  return form;
}
