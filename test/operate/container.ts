// The image of the Containerfile, built and run. Registries of images are not asked: the base is a
// Debian that debootstrap makes, with the Node.js and the npm of this machine.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEPLOY } from './proxies.ts';
import { addDatabase, ROOT, type RunningTown } from './town.ts';
import { until } from './until.ts';

const BASE = 'localhost/malote-base';
const IMAGE = 'localhost/malote';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';
const START_MS = 60_000;

/** What it needs of this machine, as Debian packages. */
export const CONTAINER_PROGRAMS = ['buildah', 'debootstrap'] as const;

export const mayBuildContainers = (): boolean => process.getuid?.() === 0;

/** Builds the image from nothing and starts it as its own user, who may write in one folder. */
export async function tryContainer(folder: string, town: RunningTown): Promise<void> {
  mkdirSync(folder);
  const env = {
    PATH: process.env['PATH'],
    STORAGE_DRIVER: 'vfs',
    BUILDAH_ISOLATION: 'chroot',
    CONTAINERS_STORAGE_CONF: '/dev/null',
  };
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const call = (command: string, ...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.slice(-2000)}`);
    return stdout.trim();
  };
  const buildah = (...args: string[]): string => call('buildah', ...storage, ...args);

  const debian = join(folder, 'debian');
  call('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', debian);
  cpSync(process.execPath, join(debian, 'usr/local/bin/node'));
  const npm = call('npm', 'root', '--global');
  cpSync(join(npm, 'npm'), join(debian, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(debian, 'usr/local/bin/npm'));
  cpSync(AUTHORITIES, join(debian, AUTHORITIES), { dereference: true });
  call('chroot', debian, 'useradd', '--create-home', 'node');
  const empty = buildah('from', 'scratch');
  buildah('copy', '--quiet', empty, debian, '/');
  const set = ['PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`];
  buildah('config', ...set.flatMap((one) => ['--env', one]), empty);
  buildah('commit', '--quiet', '--rm', empty, BASE);
  const file = join(DEPLOY, 'Containerfile');
  buildah('build', '--network', 'host', '--build-arg', `NODE=${BASE}`, '--file', file, '--tag', IMAGE, ROOT);

  const container = buildah('from', IMAGE);
  const own = call('du', '-sm', join(buildah('mount', container), 'malote')).split('\t')[0];
  process.stdout.write(`        ${own} MB beside the base\n`);
  await addDatabase(town, 'container');
  const database = await relayTo(join(town.connection.host, `.s.PGSQL.${town.connection.port}`));
  const { user, password } = town.connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${database.port}/container`;
  const given = [`DATABASE_URL=${url}`, 'HOST=127.0.0.1', 'PORT=0', 'STOP_DELAY_SECONDS=0'];
  const start = ['run', ...given.flatMap((one) => ['--env', one]), container, '--', 'node', 'dist/server/main.js'];
  const child = spawn('buildah', [...storage, ...start], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const address = (): string | undefined => /Malote: (http:\S+)/.exec(said)?.[1];
    await until(async () => address() !== undefined || child.exitCode !== null, START_MS);
    if (address() === undefined) throw new Error(said);
    const ready = await fetch(`${address()}/health/ready`);
    const page = await fetch(`${address()}/login`);
    if (ready.status !== 200 || page.status !== 200) throw new Error(`answered ${ready.status} and ${page.status}`);
    const names = buildah(
      'run',
      container,
      '--',
      'sh',
      '-c',
      'id -un; if touch /malote/file 2>/dev/null; then echo writable; fi',
    );
    if (names !== 'node') throw new Error(`it runs as ${names.replaceAll('\n', ', ')}`);
  } finally {
    child.kill('SIGTERM');
    await exited;
    database.close();
  }
}

/** A port of this machine that leads to a socket, which belongs to the user of PostgreSQL. */
async function relayTo(socket: string): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((incoming) => {
    const outgoing = connect(socket);
    incoming.pipe(outgoing).pipe(incoming);
    for (const end of [incoming, outgoing]) end.on('error', () => void end.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
