// Faults that prevent a start: one line that names the variable, exit 1, and nothing created,
// started or left behind.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeFolders } from '#server/postgres/binaries.ts';
import { findPostmaster, stopPostmaster } from '#server/postgres/postmaster.ts';
import { buildOnce, endServers, SERVER_ENTRY, spawnServer } from '../harness/server-process.ts';
import { CAN_MOUNT, makeSmallDisk } from '../harness/small-disk.ts';

const root = mkdtempSync(join(tmpdir(), 'malote-faults-'));
let databases = 0;
const made: string[] = [];

beforeAll(() => buildOnce());
afterAll(async () => {
  endServers();
  for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`);
  rmSync(root, { recursive: true, force: true });
});

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The address of a new, empty database on another database server. */
async function newDatabase(): Promise<string> {
  const name = `faults_${process.pid}_${(databases += 1)}`;
  await asAdmin(`create database ${name}`);
  made.push(name);
  const { user, password, host, port } = inject('postgres');
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** Starts a server that must fail; returns the one line it ended with. */
async function lineOf(environment: Record<string, string>): Promise<string> {
  const server = spawnServer(environment);
  expect(await server.exited).toBe(1);
  const lines = server.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+/);
  return lines[0] ?? '';
}

describe('a start', { timeout: 120_000 }, () => {
  it('a start with an invalid variable ends before anything is created', async () => {
    const DATA_DIR = join(root, 'never');
    expect(await lineOf({ DATA_DIR, TRUST_PROXY: 'nonsense' })).toContain('TRUST_PROXY ');
    expect(await lineOf({ DATA_DIR, TRUST_PROXY: '-1' })).toContain('TRUST_PROXY ');
    expect(await lineOf({ DATA_DIR, VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'y' })).toContain('VAPID_PUBLIC_KEY');
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('a start whose port is in use or whose address is not this machine’s ends before the database is created', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const DATA_DIR = join(root, 'port');
    expect(await lineOf({ DATA_DIR, PORT: String(port) })).toBe(`PORT ${port} já está em uso: defina outra porta`);
    busy.close();
    expect(await lineOf({ DATA_DIR, HOST: '203.0.113.7', DEMO: '0' })).toBe(
      'HOST 203.0.113.7 não é um endereço desta máquina',
    );
    expect(await lineOf({ DATA_DIR, HOST: 'nowhere.invalid', DEMO: '0' })).toContain('HOST nowhere.invalid ');
    expect(existsSync(join(DATA_DIR, 'postgres', 'cluster'))).toBe(false);
    expect(existsSync(join(DATA_DIR, 'postgres', 'log'))).toBe(false);
  });

  it('a start whose DATA_DIR is not a folder ends', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(await lineOf({ DATA_DIR: file })).toBe(`DATA_DIR ${file} não é uma pasta`);
    expect(await lineOf({ DATA_DIR: join(file, 'below') })).toContain(' não é uma pasta');
    expect(await lineOf({ DATA_DIR: join(root, 'x'.repeat(5000)) })).toContain('… não é um caminho possível');
  });

  it('a start whose DATABASE_URL names an unusable database ends', async () => {
    const DATA_DIR = join(root, 'elsewhere');
    const away = await lineOf({ DATA_DIR, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' });
    expect(away).toContain('DATABASE_URL: o banco de dados não pôde ser usado (');
    expect(away).toContain('ECONNREFUSED');
    const wrong = (await newDatabase()).replace(/\/faults_\w+/, '/no_such_database');
    expect(await lineOf({ DATA_DIR, DATABASE_URL: wrong })).toContain('DATABASE_URL: ');
    expect(await lineOf({ DATA_DIR, DATABASE_URL: 'postgres://%zz@127.0.0.1/d' })).toContain('DATABASE_URL');
  });

  it.runIf(CAN_MOUNT)('ends before the database is made where DATA_DIR is read-only or has no room', async () => {
    const disk = makeSmallDisk(200);
    const DATA_DIR = join(disk.path, 'data');
    try {
      disk.fill();
      expect(await lineOf({ DATA_DIR })).toBe(`DATA_DIR ${DATA_DIR}: o disco está cheio`);
      disk.clear();
      disk.fill(20 * 1024 * 1024);
      expect(await lineOf({ DATA_DIR })).toMatch(/^DATA_DIR .*: o disco está cheio \(\d+ MB livres; .* 128 MB\)$/);
      disk.clear();
      disk.remount('ro');
      expect(await lineOf({ DATA_DIR })).toContain(`DATA_DIR ${DATA_DIR} não pode ser gravada: `);
      disk.remount('rw');
      expect(existsSync(join(DATA_DIR, 'postgres', 'cluster'))).toBe(false);
      expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('.probe'))).toEqual([]);
      // There is room to begin but not to finish: the start ends what it began, and the next start
      // begins anew.
      const server = spawnServer({ DATA_DIR, DEMO_DOCUMENTS: '60' });
      await expect.poll(() => existsSync(join(DATA_DIR, 'postgres', 'log')), { timeout: 60_000 }).toBe(true);
      disk.fill();
      expect(await server.exited).toBe(1);
      expect(server.output().trim().split('\n')).toHaveLength(1);
      expect(server.output()).toContain(`DATA_DIR ${DATA_DIR}`);
      expect(findPostmaster(makeFolders(DATA_DIR))).toBeNull();
      disk.clear();
      const again = spawnServer({ DATA_DIR, DEMO_DOCUMENTS: '10' });
      const address = await again.ready;
      const health = async () => {
        const answer = await fetch(`${address}/health`);
        return { status: answer.status, body: await answer.json() };
      };
      expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
      // A disk that fills while the server runs is reported, and the same process recovers as soon
      // as there is room.
      disk.fill();
      const part = expect.toBeOneOf(['database', 'files']);
      // Full is told apart from away (S158): a balancer goes on asking this machine, which reads
      // on.
      expect(await health()).toMatchObject({ status: 200, body: { status: 'full', part } });
      disk.clear();
      await expect.poll(health, { timeout: 30_000 }).toMatchObject({ status: 200, body: { status: 'ok' } });
      again.child.kill('SIGTERM');
      expect(await again.exited).toBe(0);
    } finally {
      await stopPostmaster(makeFolders(DATA_DIR)).catch(() => undefined);
      disk.remove();
    }
  });

  it('a server whose log finds no room keeps working', async () => {
    const full = openSync('/dev/full', 'w');
    const DATABASE_URL = await newDatabase();
    const environment = { PATH: process.env['PATH'], DATA_DIR: join(root, 'quiet'), DATABASE_URL, DEMO: '0' };
    const port = await freePort();
    const child = spawn(process.execPath, [SERVER_ENTRY], {
      env: { ...environment, PORT: String(port), LOG_LEVEL: 'trace' },
      stdio: ['ignore', full, 'ignore'],
    });
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, { timeout: 60_000 }).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/api/user`)).status).toBe(401);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe('the files of a database', { timeout: 120_000 }, () => {
  const stop = async (server: ReturnType<typeof spawnServer>): Promise<void> => {
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };

  it('a server with another DATA_DIR does not start on the same database, beside the first server or after it', async () => {
    const DATABASE_URL = await newDatabase();
    const first = { DATABASE_URL, DATA_DIR: join(root, 'first'), DEMO_DOCUMENTS: '5' };
    const other = { DATABASE_URL, DATA_DIR: join(root, 'other'), DEMO_DOCUMENTS: '5' };
    const running = spawnServer(first);
    await running.ready;
    const refused = await lineOf(other);
    expect(refused).toContain(`DATA_DIR ${other.DATA_DIR}: os arquivos deste banco de dados ficam em outro lugar`);
    await stop(running);
    expect(await lineOf(other)).toBe(refused);

    // A folder that is moved together with its name file may be anywhere.
    mkdirSync(other.DATA_DIR, { recursive: true });
    rmSync(join(other.DATA_DIR, 'files'), { recursive: true });
    cpSync(join(first.DATA_DIR, 'files'), join(other.DATA_DIR, 'files'), { recursive: true });
    const moved = spawnServer(other);
    await moved.ready;
    await stop(moved);
    const back = spawnServer(first);
    await back.ready;
    await stop(back);

    // The files were removed, the name file among them.
    rmSync(join(first.DATA_DIR, 'files'), { recursive: true });
    expect(await lineOf(first)).toContain('; aqui nenhum)');
  });

  it('one of two servers starts when both start at once on one database with different folders', async () => {
    const DATABASE_URL = await newDatabase();
    const servers = ['left', 'right'].map((name) =>
      spawnServer({ DATABASE_URL, DATA_DIR: join(root, name), DEMO: '0' }),
    );
    const winner = await Promise.any(servers.map((server) => server.ready.then(() => server)));
    const loser = servers.find((server) => server !== winner);
    expect(await loser?.exited).toBe(1);
    expect(loser?.output()).toContain('ficam em outro lugar');
    await stop(winner);
  });

  it('a folder and a database without a name yet are matched by the files they hold', async () => {
    const DATABASE_URL = await newDatabase();
    const first = { DATABASE_URL, DATA_DIR: join(root, 'unnamed'), DEMO_DOCUMENTS: '5' };
    const server = spawnServer(first);
    await server.ready;
    await stop(server);
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('delete from file_store');
    await client.end();
    rmSync(join(first.DATA_DIR, 'files', 'store-name'));
    expect(await lineOf({ ...first, DATA_DIR: join(root, 'empty') })).toContain('ficam em outro lugar');
    const again = spawnServer(first);
    await again.ready;
    await stop(again);
  });
});

it('no database process of the start tests is left behind', () => {
  const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(processes.split('\n').filter((line) => line.includes(root))).toEqual([]);
});
