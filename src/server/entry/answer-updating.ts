// What the port answers while migrations run, which may take minutes: 503 "atualizando", so that
// balancers wait, devices keep what they have and come back, and people see why.

import { VERSION } from '#contract/version.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';

const AGAIN_SECONDS = 10;

const PAGE = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<title>Atualizando - Malote</title>
</head>
<body>
<h1>O Malote está sendo atualizado</h1>
<p>Ele volta em alguns minutos, e esta página tenta de novo sozinha.</p>
<p>O que você guardou neste aparelho continua nele e será enviado depois.</p>
</body>
</html>
`;

export type Updating = Server | null;

/** Listens on the server's own port. Null for port 0, which stands for any free port. */
export async function answerUpdating({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Updating> {
  if (port === 0) return null;
  const server = createServer(answer);
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen({ host, port }, done);
  });
  return server;
}

/** Stops listening, so that the server can take the port. */
export async function endUpdating(updating: Updating): Promise<void> {
  if (updating === null) return;
  const closed = new Promise((done) => updating.close(done));
  updating.closeAllConnections();
  await closed;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?', 1)[0] ?? '';
  const isAlive = path === '/health/live';
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
  response.writeHead(isAlive ? 200 : 503, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(isAlive ? {} : { 'Retry-After': String(AGAIN_SECONDS) }),
  });
  response.end(isPage ? PAGE : JSON.stringify(isAlive ? { status: 'ok', version: VERSION } : bodyFor(path)));
  request.resume();
}

function bodyFor(path: string): object {
  if (path === '/health' || path === '/health/ready') return { status: 'unavailable', part: 'updating' };
  return { message: 'O servidor está sendo atualizado. Tente de novo em alguns minutos.' };
}
