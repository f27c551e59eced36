import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeFolders } from '#server/postgres/binaries.ts';
import { findPostmaster, stopPostmaster } from '#server/postgres/postmaster.ts';
import { logInOverHttp } from '../../e2e/api-client.ts';
import { buildOnce, endServers, spawnServer } from '../harness/server-process.ts';

// A long path on purpose: the socket of the database must work with it.
const root = mkdtempSync(join(tmpdir(), 'malote-start-'));
const dataDir = join(root, 'pasta com um nome muito comprido '.repeat(4).trim(), 'dados');
const environment = { DATA_DIR: dataDir };

beforeAll(() => buildOnce());
afterAll(async () => {
  endServers();
  await stopPostmaster(makeFolders(dataDir));
  rmSync(root, { recursive: true, force: true });
});

const postmasterPid = (): number | undefined => findPostmaster(makeFolders(dataDir))?.pid;

async function health(address: string): Promise<unknown> {
  const response = await fetch(`${address}/health`);
  return { status: response.status, body: await response.json() };
}

describe('a wrong configuration', () => {
  it('a wrong configuration ends the start with one line per fault', async () => {
    const server = spawnServer({ PORT: 'x', DEMO: '2', DATA_DIR: join(root, 'never') });
    expect(await server.exited).toBe(1);
    expect(server.output().trim().split('\n')).toHaveLength(2);
    expect(existsSync(join(root, 'never'))).toBe(false);
  });
});

describe('one folder', { timeout: 120_000 }, () => {
  it('one of three servers starts when all start at once in an empty folder, and the others name it', async () => {
    const servers = [1, 2, 3].map(() => spawnServer(environment));
    const winner = await Promise.any(servers.map(async (server) => ({ server, address: await server.ready })));
    const losers = servers.filter((server) => server !== winner.server);
    for (const loser of losers) {
      expect(await loser.exited).toBe(1);
      expect(loser.output()).toContain(`already used by server pid ${winner.server.child.pid}`);
    }
    expect(await health(winner.address)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(winner.server.output()).toContain('admin@pmvi.example');
    expect(statSync(join(dataDir, 'secrets', 'session')).mode & 0o777).toBe(0o600);

    winner.server.child.kill('SIGTERM');
    expect(await winner.server.exited).toBe(0);
    expect(postmasterPid()).toBeUndefined();
  });

  it('a second server does not start in a folder in use whose database is on another database server', async () => {
    const { user, password, host, port } = inject('postgres');
    const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' });
    await admin.connect();
    await admin.query('create database two_servers');
    const elsewhere = {
      DATA_DIR: join(root, 'files only'),
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/two_servers?host=${encodeURIComponent(host)}`,
      DEMO: '0',
    };
    const first = spawnServer(elsewhere);
    await first.ready;
    const second = spawnServer(elsewhere);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`already used by server pid ${first.child.pid}`);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    await admin.query('drop database two_servers with (force)');
    await admin.end();
  });

  it('a server started after kill -9 takes over the folder with every acknowledged write', async () => {
    const first = spawnServer(environment);
    await first.ready;
    expect(first.output()).not.toContain('admin@pmvi.example');
    const database = postmasterPid();
    expect(database).toBeDefined();
    first.child.kill('SIGKILL');
    await first.exited;
    expect(postmasterPid()).toBe(database);

    const second = spawnServer(environment);
    expect(await health(await second.ready)).toMatchObject({ status: 200 });
    expect(postmasterPid()).toBe(database);

    // Server and database are killed at the same moment: the pid file of the dead database is left
    // behind.
    if (database !== undefined) process.kill(database, 'SIGKILL');
    second.child.kill('SIGKILL');
    await second.exited;
    const third = spawnServer(environment);
    expect(await health(await third.ready)).toMatchObject({ status: 200 });
    expect(postmasterPid()).not.toBe(database);

    // A running server starts its database again after the database was killed.
    const killed = postmasterPid();
    if (killed !== undefined) process.kill(killed, 'SIGKILL');
    await expect.poll(() => postmasterPid() ?? killed, { timeout: 20_000 }).not.toBe(killed);
    const address = await third.ready;
    await expect
      .poll(() => health(address), { timeout: 20_000 })
      .toMatchObject({ status: 200, body: { status: 'ok' } });
    third.child.kill('SIGTERM');
    expect(await third.exited).toBe(0);
  });

  it('a server stops within ten seconds although an event stream is open and an upload stands still', async () => {
    const server = spawnServer(environment);
    const client = await logInOverHttp(await server.ready, 'servidor.semob@pmvi.example');
    const address = await server.ready;
    const live = await fetch(`${address}/api/events`, { headers: client.headers() });
    expect(live.status).toBe(200);
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const headers = Object.entries(client.headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /api/documents HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers.join('')}`);
    socket.write('Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n');
    socket.write('Content-Disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\naaaa');
    const incoming = join(dataDir, 'files', 'incoming');
    await expect.poll(() => readdirSync(incoming).length, { timeout: 10_000 }).toBe(1);
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(readdirSync(incoming)).toEqual([]);
    await live.body?.cancel().catch(() => undefined);
  });

  it('the database log holds no content and no password hash', () => {
    const log = readFileSync(join(dataDir, 'postgres', 'log'), 'utf8');
    expect(log).not.toMatch(/insert into|argon2/i);
  });
});
