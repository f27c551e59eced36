// Entry of `npm run dev`: Vite and the server behind one address. Vite answers requests for the
// client and hands every other request to the server, with the browser's own Host header, so that
// cookies and origins are the same as in production.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer, loadConfigFromFile } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
const SERVER_PATHS = '^/(api|health|sanctum|login|logout|forgot-password|reset-password)(/|$|\\?)';

const server = spawn(
  process.execPath,
  [fileURLToPath(import.meta.resolve('tsx/cli')), 'watch', '--clear-screen=false', 'src/server/entry/main.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  },
);

const configFile = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));
const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, configFile);

// The options of vite.config.ts are not merged here: the proxy there is for a server that was
// started separately.
const vite = await createServer({
  ...loaded?.config,
  configFile: false,
  server: {
    port,
    strictPort: true,
    host: process.env.HOST ?? '127.0.0.1',
    proxy: {
      [SERVER_PATHS]: {
        target: `http://127.0.0.1:${apiPort}`,
        changeOrigin: false,
        // A browser that opens one of these addresses as a page, such as /login, gets the client.
        bypass: (request) =>
          request.method === 'GET' && !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html')
            ? '/index.html'
            : undefined,
      },
    },
  },
});
await vite.listen();
process.stdout.write(`\n  Malote (desenvolvimento): http://127.0.0.1:${port}\n\n`);

server.once('exit', (code) => {
  void vite.close().then(() => process.exit(code ?? 1));
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
