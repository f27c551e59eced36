// A server that may open few files, under more connections than that: it stays up, supervises its
// database all the while, and answers afterwards (default 11).

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { findPostmaster, stopPostmaster } from '#server/postgres/postmaster.ts';
import { headOf } from '../harness/raw-http.ts';
import { buildOnce, endServers, spawnServer, type ServerProcess } from '../harness/server-process.ts';

const OPEN_FILES = 512;
const SOCKETS = 600;
const PATIENT = { timeout: 30_000 };

const dataDir = mkdtempSync(join(tmpdir(), 'malote-few-files-'));
const folders = makeFolders(dataDir);
let server: ServerProcess;
let address: URL;

beforeAll(async () => {
  await buildOnce();
  server = spawnServer({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'info' }, { openFiles: OPEN_FILES });
  address = new URL(await server.ready);
}, 180_000);
afterAll(async () => {
  endServers();
  await stopPostmaster(folders);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A connection with a body that is announced and never sent. */
async function unfinished(path: string): Promise<Socket> {
  const socket = connect({ port: Number(address.port), host: address.hostname });
  socket.on('error', () => undefined);
  socket.resume();
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  socket.write(headOf({ method: 'POST', path, headers }));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  return socket;
}

it(
  `${SOCKETS} connections do not end a server that may open ${OPEN_FILES} files, and its database is supervised meanwhile`,
  { timeout: 120_000 },
  async () => {
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => unfinished(PATHS.login)));
    // The test closes no socket yet, so a closed one shows that the server bounds them.
    await expect.poll(() => sockets.filter((one) => one.destroyed).length, PATIENT).toBeGreaterThan(SOCKETS / 10);
    const before = findPostmaster(folders)?.pid;
    process.kill(before ?? 0, 'SIGKILL');
    await expect
      .poll(() => findPostmaster(folders)?.ready === true && findPostmaster(folders)?.pid !== before, PATIENT)
      .toBe(true);
    expect(server.child.exitCode).toBeNull();
    for (const socket of sockets) socket.destroy();
    const status = async (): Promise<number> => (await fetch(new URL(PATHS.health, address))).status;
    await expect.poll(() => status().catch(() => 0), PATIENT).toBe(200);
    expect(server.output()).not.toMatch(/EMFILE/);
  },
);
