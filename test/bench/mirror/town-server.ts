// Serves the bench's pages on loopback: one origin for each store, so that each store's disk usage
// is counted separately.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changedPage, documentsOf, PAGE, walkOf } from './town.ts';

export type TownServer = { addressOf(store: string): string; close(): void };

/** The scripts of a store by their names; `first` imports the others. */
export type StoreScripts = { readonly first: string; readonly files: Readonly<Record<string, string>> };

/** `stores`: by the name of each. */
export async function startTownServer(
  count: number,
  stores: Readonly<Record<string, StoreScripts>>,
): Promise<TownServer> {
  const documents = documentsOf(count);
  const walk = walkOf(documents);
  let rev = count + 1;
  const changed = (mark: string, rows: number) => {
    rev += PAGE;
    return JSON.stringify(changedPage(documents, { count: rows, mark, rev }));
  };
  const answer = (path: string, host: string): { type: string; body: string } | null => {
    const [, kind = '', what = ''] = path.split('/');
    const name = host.split('.')[0] ?? '';
    if (kind === 'pages') return json(walk[Number(what)]);
    if (kind === 'delta') return json(changed(`delta${what}`, PAGE));
    if (kind === 'one') return json(changed(`one${what}`, 1));
    const store = stores[name];
    const script = store?.files[kind];
    if (script !== undefined) return { type: 'text/javascript', body: script };
    return {
      type: 'text/html',
      body: `<!doctype html><title>bench</title><script type="module" src="/${store?.first}"></script>`,
    };
  };
  const server = createServer((request, response) => {
    const found = answer((request.url ?? '/').split('?')[0] ?? '/', request.headers.host ?? '');
    // The browser caches the script with its compiled code, like the application's scripts.
    const isScript = found?.type === 'text/javascript';
    response.writeHead(found === null ? 404 : 200, {
      'content-type': `${found?.type ?? 'text/plain'}; charset=utf-8`,
      // An isolated page has a clock with a resolution of hundredths of a millisecond.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': isScript ? 'max-age=86400, immutable' : 'no-store',
    });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { addressOf: (store) => `http://${store}.localhost:${port}/`, close: () => void server.close() };
}

function json(body: string | undefined): { type: string; body: string } | null {
  return body === undefined ? null : { type: 'application/json', body };
}
