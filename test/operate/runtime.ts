// The last stage of the Containerfile without a container: what was built, beside the packages that
// it copies and no others, in folders that the server does not own.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEPLOY } from './proxies.ts';
import { addDatabase, ROOT, type RunningTown } from './town.ts';
import { until } from './until.ts';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> };

/** What the Containerfile takes out of what npm installed. */
function takenOut(): readonly string[] {
  const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8');
  return [...(/rm -rf ((?:node_modules\/\S+ ?)+)/.exec(text)?.[1] ?? '').matchAll(/\S+/g)].map(([path]) => path);
}

/** Makes the folder of the last stage; returns how many packages it has. */
function assemble(folder: string): number {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const out = takenOut();
  const wanted = Object.entries(packages).filter(
    ([path, { dev }]) =>
      path !== '' &&
      dev !== true &&
      existsSync(join(ROOT, path)) &&
      !out.some((one) => path === one || path.startsWith(`${one}/`)),
  );
  for (const [path] of wanted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // Packages inside a package have entries of their own.
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.startsWith(join(ROOT, path, 'node_modules')),
    });
  }
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  return wanted.length;
}

export async function tryRuntime(folder: string, town: RunningTown): Promise<void> {
  const count = assemble(folder);
  const size = spawnSync('du', ['-sm', join(folder, 'node_modules')])
    .stdout.toString()
    .split('\t')[0];
  process.stdout.write(`        ${count} packages, ${size} MB\n`);
  await addDatabase(town, 'runtime');
  const { user, password, host } = town.connection;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost/runtime?host=${encodeURIComponent(host)}`,
      STOP_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const address = (): string | undefined => /Malote: (http:\S+)/.exec(said)?.[1];
    await until(async () => address() !== undefined || child.exitCode !== null, 60_000);
    if (address() === undefined) throw new Error(said);
    const ready = await fetch(`${address()}/health/ready`);
    const page = await fetch(`${address()}/login`);
    if (ready.status !== 200 || page.status !== 200) throw new Error(`answered ${ready.status} and ${page.status}`);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}
