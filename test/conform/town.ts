// What the cases start from: two people of one tenant, one of another, and the writes that they make.

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Change } from '#contract/sync.ts';
import { answers, keeps, read } from './broken.ts';
import type { Call, Reply } from './call.ts';
import { logIn, type Person } from './person.ts';
import { newCopy, walk } from './walk.ts';

export type Accounts = {
  readonly password: string;
  /** May create documents and complete them. */
  readonly first: string;
  /** Another person of the tenant, who becomes responsible. */
  readonly second: string;
  /** A person of another tenant. */
  readonly outsider: string;
};

export type Member = Person & { readonly id: number; readonly organizationId: number };

export type Town = {
  readonly server: URL;
  readonly first: Member;
  readonly second: Member;
  readonly outsider: Person;
  /** A third person of the tenant, to whom documents are transferred; the kit does not log in as this person. */
  readonly third: { readonly id: number; readonly organizationId: number };
  readonly subjectId: number;
};

const Self = v.object({ id: v.number(), organization: v.object({ id: v.number() }) });

async function enter(server: URL, account: { email: string; password: string }): Promise<Member> {
  const person = await logIn(server, account);
  const reply = await person.call({ path: '/api/user' });
  answers(reply, 200, 'GET /api/user');
  const self = read(reply, Self);
  return { ...person, id: self.id, organizationId: self.organization.id };
}

/** Logs everyone in and finds what a new document needs. @throws Broken when the tenant lacks it. */
export async function enterTown(server: URL, { password, ...accounts }: Accounts): Promise<Town> {
  const first = await enter(server, { email: accounts.first, password });
  const second = await enter(server, { email: accounts.second, password });
  const outsider = await logIn(server, { email: accounts.outsider, password });
  const copy = await walk(first, newCopy());
  const rows = [...copy.rows.values()].filter((one) => one.op === 'put');
  const of = <Name extends Change['collection']>(collection: Name) =>
    rows.filter((one): one is Extract<Change, { collection: Name; op: 'put' }> => one.collection === collection);
  const subject = of('document_subjects').find(
    ({ row }) => row.status === 'active' && !row.deleted && row.submission_start_day === null,
  );
  const third = of('users').find(
    ({ id, row }) =>
      row.status === 'active' && !row.deleted && row.organization !== null && ![first.id, second.id].includes(id),
  );
  keeps(subject !== undefined, 'the tenant has no active subject that is open on every day');
  keeps(third?.row.organization != null, 'the tenant has no third active person in a sector');
  return {
    server,
    first,
    second,
    outsider,
    third: { id: third.id, organizationId: third.row.organization.id },
    subjectId: subject.id,
  };
}

/** What a case reads of a document. */
export const Document = v.object({
  id: v.number(),
  rev: v.number(),
  status: v.string(),
  limit_date: v.string(),
  command_id: v.nullish(v.string()),
  responsibles: v.array(v.object({ id: v.number() })),
  interactions: v.array(v.object({ id: v.number(), content: v.string() })),
  files: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type Document = v.InferOutput<typeof Document>;
const Written = v.object({ document: Document });

export const FAR = '2099-01-31';

type Made = { readonly title?: string; readonly file?: Blob; readonly sha256?: string };

/** The request of a new document of the first person for the second. */
export function creation({ second, subjectId }: Town, { title = 'Conformidade', file, sha256 }: Made = {}): Call {
  const body = new FormData();
  const fields: readonly (readonly [string, string])[] = [
    ['document_subject_id', String(subjectId)],
    ['type', 'general_document'],
    ['organization_ids[]', String(second.organizationId)],
    ['user_ids[]', String(second.id)],
    ['title', title],
    ['physical_document_number', 'Ofício nº 1/2026'],
    ['limit_date', FAR],
    ['content', '<p>Verificação do protocolo.</p>'],
    ...(sha256 === undefined ? [] : [['files_sha256[0]', sha256] as const]),
  ];
  for (const [name, value] of fields) body.append(name, value);
  body.append('files[]', file ?? pdf('Malote'), 'oficio.pdf');
  return { method: 'POST', path: '/api/documents', body };
}

/** The smallest bytes that are recognised as a PDF, with a text of their own. */
export const pdf = (text: string): Blob =>
  new Blob([`%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`], {
    type: 'application/pdf',
  });

/** A document of the first person for the second, as the server answers it. */
export async function newDocument(town: Town, made: Made = {}): Promise<Document> {
  const reply = await town.first.call(keyed(creation(town, made)));
  answers(reply, 201, 'a new document');
  return read(reply, Written).document;
}

/** The request of a change of a document. */
export const change = (document: { id: number }, body: object): Call => ({
  method: 'PATCH',
  path: `/api/documents/${document.id}`,
  body,
});

/** The same request under a key; a new key when none is given. */
export const keyed = (call: Call, key: string = randomUUID()): Call => ({
  ...call,
  headers: { ...call.headers, 'Idempotency-Key': key },
});

/** The document as this person sees it now. */
export async function seen(person: Person, document: { id: number }): Promise<Document> {
  const reply = await person.call({ path: `/api/documents/${document.id}` });
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
