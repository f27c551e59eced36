// One request to the real server and to the model server of the simulation, and what each of them
// says.

import { HEADERS } from '#contract/sync.ts';
import type { WriteRequest } from '#sync/request-of.ts';
import type { Model } from '../../fakes/model-server/model.ts';
import { answer } from '../../fakes/model-server/model-server.ts';
import { multipart } from './multipart.ts';
import type { TestClient } from './test-client.ts';

export type ServerReply<Body> = { readonly status: number; readonly replayed: boolean; readonly body: Body };

type SentRequest = {
  readonly request: WriteRequest;
  readonly files: readonly { readonly name: string; readonly content: string }[];
};

export async function realSays<Body>(client: TestClient, { request, files }: SentRequest): Promise<ServerReply<Body>> {
  const form = multipart(request.fields, files);
  const response = await client.inject({
    method: 'POST',
    url: request.path,
    payload: form.payload,
    headers: { ...form.headers, ...request.headers },
  });
  const replayed = response.headers[HEADERS.replayed.toLowerCase()] === 'true';
  return { status: response.statusCode, replayed, body: response.json<Body>() };
}

type ModelRequest = { readonly model: Model; readonly userId: number };

export async function modelSays<Body>(
  { model, userId }: ModelRequest,
  { request, files }: SentRequest,
): Promise<ServerReply<Body>> {
  const form = new FormData();
  for (const [name, value] of request.fields) form.append(name, value);
  for (const { name, content } of files) form.append('files[]', new Blob([content]), name);
  const headers = new Headers(request.headers);
  const said = await answer(model, {
    request: {
      method: 'POST',
      path: request.path,
      query: new URLSearchParams(),
      header: (name) => headers.get(name),
      form,
    },
    userId,
  });
  return { status: said.status, replayed: said.headers?.[HEADERS.replayed] === 'true', body: said.json as Body };
}

/**
 * What the model answers to a GET of an address with its query; throws an error unless it is 200.
 */
export async function modelGives<Body>({ model, userId }: ModelRequest, address: string): Promise<Body> {
  const { pathname: path, searchParams: query } = new URL(address, 'https://malote.example');
  const request = { method: 'GET', path, query, header: () => null, form: null };
  const said = await answer(model, { request, userId });
  if (said.status !== 200) throw new Error(`the model answered ${said.status} to ${address}`);
  return said.json as Body;
}
