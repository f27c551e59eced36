// A second small server: the product's own calls, in memory, without the extension for devices. It
// knows no Idempotency-Key and no change number, and its refusals are Laravel's. A body must be a
// form, except for the login.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientFile } from './client-files.ts';
import { detailOf, listOf, said } from './present.ts';
import { sessionsOf, type Sessions } from './sessions.ts';
import type { Document, Town } from './town.ts';
import { write } from './write.ts';

export type ListServer = {
  readonly url: string;
  readonly port: number;
  readonly town: Town;
  /** Every request, as `METHOD /path?query`. */
  readonly asked: string[];
  /**
   * Called before a request is answered. A test uses it to change the town while a device walks it.
   */
  before: (request: string) => void;
  /** Answers instead of the town; null: the town answers. */
  instead: (request: Request) => Promise<Response | null>;
  close(): Promise<void>;
};

/** `client`: the folder of the built application, which it then serves too. */
export async function startListServer(
  town: Town,
  { client = null }: { client?: string | null } = {},
): Promise<ListServer> {
  const sessions = sessionsOf(town);
  const asked: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      void answered().then(async (response) => {
        for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
        outgoing.setHeader('Date', town.now().toUTCString());
        outgoing.writeHead(response.status);
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
    });
    async function answered(): Promise<Response> {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = method === 'GET' ? {} : { body: Buffer.concat(parts) };
      const request = new Request(`http://town.example${url}`, { method, headers: headersOf(headers), ...body });
      const file = client === null ? null : await clientFile(client, request);
      if (file !== null) return file;
      asked.push(`${method} ${url}`);
      listServer.before(`${method} ${url}`);
      return (await listServer.instead(request)) ?? answer(town, { request, sessions });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const listServer: ListServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    town,
    asked,
    before: () => undefined,
    instead: async () => null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return listServer;
}

function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

const CALLS =
  /^\/api\/(?:user|documents|models|organizations|users|roles|alerts|document-subjects|profile|tenants|dashboard)(?:\/|$)/;

type SessionRequest = { readonly request: Request; readonly sessions: Sessions };

async function answer(town: Town, { request, sessions }: SessionRequest): Promise<Response> {
  const url = new URL(request.url);
  if (request.method !== 'GET' && !sessions.isOwn(request)) return said(419, { message: 'CSRF token mismatch.' });
  const ofSession = await sessions.answer(request);
  if (ofSession !== null) return ofSession;
  if (!CALLS.test(url.pathname)) return noRoute(url.pathname);
  const userId = sessions.personOf(request);
  const person = town.people.find((one) => one.id === userId);
  if (person === undefined) return said(401, { message: 'Unauthenticated.' });
  if (request.method !== 'GET') return (await write(town, { request, userId })) ?? noRoute(url.pathname);
  return read(town, { url, userId }) ?? noRoute(url.pathname);
}

function noRoute(path: string): Response {
  return said(404, { message: `The route ${path.slice(1)} could not be found.` });
}

function read(town: Town, { url, userId }: { url: URL; userId: number }): Response | null {
  const file = /^\/api\/(?:documents|models)\/get-file-content\/(\d+)$/.exec(url.pathname);
  if (file !== null) return fileOf(town, Number(file[1]));
  const one = /^\/api\/documents\/(\d+)$/.exec(url.pathname);
  if (one !== null) return viewed(town, { id: Number(one[1]), userId });
  if (url.pathname === '/api/documents') return Response.json(pageOf(town, url));
  const list = listOf(town, { path: url.pathname, userId });
  return list === null ? null : Response.json(list);
}

function fileOf({ documents, models }: Town, id: number): Response {
  const files = documents.flatMap((one) => [...one.files, ...one.replies.flatMap((reply) => reply.files)]);
  const found = [...files, ...models.flatMap((model) => model.files)].find((file) => file.id === id);
  if (found === undefined) return said(404, { message: 'No query results for model [File].' });
  return new Response(found.bytes ?? new Blob(['%PDF-1.4'], { type: 'application/pdf' }));
}

/** The call for one document records a view. */
function viewed(town: Town, { id, userId }: { id: number; userId: number }): Response {
  const document = town.documents.find((one) => one.id === id);
  if (document === undefined) return said(404, { message: 'No query results for model [Document].' });
  document.logs.push({ action: 'view', by: userId, at: town.now().toISOString(), limit_date: null, responsibles: [] });
  return Response.json(detailOf(town, document));
}

/** Newest first, a few on each page, by offset. */
function pageOf(town: Town, url: URL) {
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const all = [...town.documents].sort(newestFirst);
  const from = (page - 1) * town.perPage;
  const isLast = from + town.perPage >= all.length;
  const at = (number: number) => `${url.origin}/api/documents?page=${number}`;
  return {
    data: all.slice(from, from + town.perPage).map((document) => listed(town, document)),
    links: [{ label: String(page), active: true }],
    current_page: page,
    prev_page_url: page === 1 ? null : at(page - 1),
    next_page_url: isLast ? null : at(page + 1),
  };
}

function listed(town: Town, document: Document) {
  const { content: _content, interactions: _said, logs: _logs, files: _files, ...row } = detailOf(town, document);
  return row;
}

function newestFirst(left: Document, right: Document): number {
  return right.created_at.localeCompare(left.created_at) || right.id - left.id;
}
