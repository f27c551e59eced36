// The starting point of the cases: two people of one tenant, one of another, and the writes that
// they send. The cases need only the product's own calls. Writes have the product's form:
// multipart, and a change as a POST with `_method`.

import { randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import * as v from 'valibot';
import { answers, keeps, read, said, succeeds } from './broken.ts';
import type { Call, Reply, Server } from './call.ts';
import { formOf } from './form.ts';
import type { Offer } from './offers.ts';
import type { Account, Person } from './person.ts';

export type Accounts = {
  readonly password: string;
  /** May create documents and complete them. */
  readonly first: string;
  /** Another person of the tenant, who becomes responsible. */
  readonly second: string;
  /** A person of another tenant; empty where the server has one tenant only. */
  readonly outsider: string;
};

export type Member = Person & { readonly id: number; readonly organizationId: number };

export type People = {
  readonly server: Server;
  readonly first: Member;
  readonly second: Member;
  /** Null on a server with one tenant only. */
  readonly outsider: Person | null;
  /**
   * A third person of the tenant, to whom documents are transferred; the kit does not log in as
   * this person.
   */
  readonly third: { readonly id: number; readonly organizationId: number };
  readonly subjectId: number;
};

export type Town = People & {
  readonly offers: ReadonlySet<Offer>;
  /** How the second person enters. */
  readonly account: Account;
};

/** What a case reads of a document. */
export const Document = v.object({
  id: v.number(),
  /** 0: the server does not number changes. */
  rev: v.optional(v.number(), 0),
  status: v.string(),
  limit_date: v.string(),
  command_id: v.nullish(v.string()),
  /** Tells the document apart from another one under the same id (I11). */
  mark: v.optional(v.string()),
  responsibles: v.array(v.object({ id: v.number() })),
  interactions: v.array(v.object({ id: v.number(), content: v.string() })),
  files: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type Document = v.InferOutput<typeof Document>;
const Written = v.object({ document: Document });

export const FAR = '2099-01-31';

type DocumentInput = { readonly title?: string; readonly file?: Blob; readonly sha256?: string };

/** The request of a new document of the first person for the second. */
export function creation(
  { second, subjectId }: People,
  { title = newTitle(), file, sha256 }: DocumentInput = {},
): Call {
  const body = formOf({
    document_subject_id: subjectId,
    type: 'general_document',
    organization_ids: [second.organizationId],
    user_ids: [second.id],
    title,
    physical_document_number: 'Ofício nº 1/2026',
    limit_date: FAR,
    content: '<p>Verificação do protocolo.</p>',
  });
  if (sha256 !== undefined) body.append('files_sha256[0]', sha256);
  body.append('files[]', file ?? pdf('Malote'), 'oficio.pdf');
  return { method: 'POST', path: PATHS.documents, body };
}

/** A title that no other document has. */
export const newTitle = (): string => `Conformidade ${randomUUID()}`;

/** The smallest bytes that are recognised as a PDF, with a text of their own. */
export const pdf = (text: string): Blob =>
  new Blob([`%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`], {
    type: 'application/pdf',
  });

/**
 * A document of the first person for the second, as the server returns it, or as its list shows it.
 */
export async function newDocument(
  people: People,
  { title = newTitle(), ...made }: DocumentInput = {},
): Promise<Document> {
  const reply = await people.first.call(keyed(creation(people, { title, ...made })));
  succeeds(reply, 'a new document');
  const answered = v.safeParse(Written, reply.json);
  if (answered.success) return answered.output.document;
  const [id] = await titled(people.first, title);
  keeps(id !== undefined, () => `a new document is neither answered nor in the list: ${said(reply)}`);
  return seen(people.first, { id });
}

const PAGES_MAX = 50;
const ListPage = v.object({
  data: v.array(v.object({ id: v.number(), title: v.string() })),
  next_page_url: v.nullish(v.string()),
});

/** Ids of the documents with this title that a person finds in the list. */
export async function titled(person: Person, title: string): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const reply = await person.call({
      path: `${PATHS.documents}?${new URLSearchParams({ search: title })}&page=${page}`,
    });
    answers(reply, 200, 'a page of the list');
    const { data, next_page_url } = read(reply, ListPage);
    found.push(...data.filter((one) => one.title === title).map(({ id }) => id));
    if (next_page_url == null) break;
  }
  return found;
}

/** The request of a change of a document. */
export const change = (document: { id: number }, body: object): Call => ({
  method: 'POST',
  path: PATHS.document(document.id),
  body: formOf({ _method: 'PATCH', ...body }),
});

/** The request under a key; a new key when none is given. */
export const keyed = (call: Call, key: string = randomUUID()): Call => ({
  ...call,
  headers: { ...call.headers, [HEADERS.idempotencyKey]: key },
});

/** The document as this person sees it now. */
export async function seen(person: Person, { id }: { id: number }): Promise<Document> {
  const reply = await person.call({ path: PATHS.document(id) });
  answers(reply, 200, 'the document');
  return read(reply, Document);
}

/** Texts of the replies, without their tags, oldest first as the server lists them. */
export const textsOf = (document: Document): string[] =>
  document.interactions.map(({ content }) => content.replaceAll(/<[^<>]*>/g, ''));

const Keyed = v.object({ receipt: v.object({ key: v.string(), result: v.string(), rev: v.number() }) });
/** The receipt of a keyed write. */
export const receiptOf = (reply: Reply) => read(reply, Keyed).receipt;
/** The document that a write answers. */
export const documentOf = (reply: Reply): Document => read(reply, Written).document;

/** Repeats the request while the server is at work on an earlier request of the same key (409). */
export async function whenFree({ server }: People, send: () => Promise<Reply>): Promise<Reply> {
  const endMs = Date.now() + server.patienceMs;
  for (;;) {
    const reply = await send();
    if (reply.status !== 409 || Date.now() > endMs) return reply;
  }
}
