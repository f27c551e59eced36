// A second small server: the product's own calls, in memory, and nothing of the extension for devices. It knows no Idempotency-Key and no change number, and its refusals are Laravel's.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detailOf, listOf, said } from './present.ts';
import { type Document, type Town } from './town.ts';
import { write } from './write.ts';

export type ListServer = {
  readonly url: string;
  readonly town: Town;
  /** Every request, as `METHOD /path?query`. */
  readonly asked: string[];
  /** Called before a request is answered: whoever changes the town while a device walks it. */
  before: (request: string) => void;
  /** Answers in the place of the town; null: the town answers. */
  instead: (request: Request) => Promise<Response | null>;
  close(): Promise<void>;
};

const TOKEN = 'token with = and ;';

/** A person is who their cookie says: `session=<user id>`. */
export async function startListServer(town: Town): Promise<ListServer> {
  const asked: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      void answered().then(async (response) => {
        const headers = { ...Object.fromEntries(response.headers), Date: town.now().toUTCString() };
        outgoing.writeHead(response.status, headers);
        outgoing.end(Buffer.from(await response.arrayBuffer()));
      });
    });
    async function answered(): Promise<Response> {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = method === 'GET' ? {} : { body: Buffer.concat(parts) };
      const request = new Request(`http://town.example${url}`, { method, headers: headersOf(headers), ...body });
      asked.push(`${method} ${url}`);
      listServer.before(`${method} ${url}`);
      return (await listServer.instead(request)) ?? answer(town, request);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const listServer: ListServer = {
    url: `http://127.0.0.1:${port}`,
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

async function answer(town: Town, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const cookies = request.headers.get('Cookie') ?? '';
  const userId = Number(/session=(\d+)/.exec(cookies)?.[1]);
  if (url.pathname === '/sanctum/csrf-cookie') {
    return new Response(null, {
      status: 204,
      headers: { 'Set-Cookie': `XSRF-TOKEN=${encodeURIComponent(TOKEN)}; path=/` },
    });
  }
  if (request.method !== 'GET' && request.headers.get('X-XSRF-TOKEN') !== TOKEN)
    return said(419, { message: 'CSRF token mismatch.' });
  const person = town.people.find((one) => one.id === userId);
  if (person === undefined) return said(401, { message: 'Unauthenticated.' });
  if (request.method !== 'GET') return (await write(town, { request, userId })) ?? noRoute(url.pathname);
  return read(town, { url, userId }) ?? noRoute(url.pathname);
}

function noRoute(path: string): Response {
  return said(404, { message: `The route ${path.slice(1)} could not be found.` });
}

function read(town: Town, { url, userId }: { url: URL; userId: number }): Response | null {
  const one = /^\/api\/documents\/(\d+)$/.exec(url.pathname);
  if (one !== null) return viewed(town, { id: Number(one[1]), userId });
  if (url.pathname === '/api/documents') return Response.json(pageOf(town, url));
  const list = listOf(town, { path: url.pathname, userId });
  return list === null ? null : Response.json(list);
}

/** The call of one document records that it was seen. */
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
