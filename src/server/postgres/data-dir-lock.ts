// One server per DATA_DIR, before the database exists: the server that listens on a socket name
// made from the folder holds the lock, and tells its name to every server that comes later. The
// kernel releases the name with the process, also after kill -9.

import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The holder may be busy with its start. */
const ANSWER_PATIENCE_MS = 10_000;

export type DataDirLock = { readonly release: () => Promise<void> };

/** Takes the lock, or answers the name of its holder (`server pid N on port P`). */
export async function lockDataDir(
  id: string,
  holder: { readonly pid: number; readonly port: number },
): Promise<DataDirLock | { readonly heldBy: string }> {
  const name = process.platform === 'linux' ? `\0malote-${id}` : join(tmpdir(), `malote-${id}.lock`);
  const introduction = `server pid ${holder.pid} on port ${holder.port}`;
  for (;;) {
    const server = await listen(name, introduction);
    if (server !== null) {
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    const heldBy = await ask(name);
    if (heldBy !== null) return { heldBy };
    // A socket file without a listener was left behind by a killed server (not on Linux).
    if (!name.startsWith('\0')) rmSync(name, { force: true });
  }
}

function listen(name: string, introduction: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(introduction));
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

function ask(name: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(ANSWER_PATIENCE_MS, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(answer === '' ? 'another server' : answer));
  });
}
