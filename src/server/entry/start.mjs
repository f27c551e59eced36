// Entry of `npm start`: builds what is missing or out of date, then becomes the server in this same process. It is plain
// JavaScript because it runs before anything is built. An argument names another entry (`node src/server/entry/start.mjs
// create-tenant …`); with `--build-only` nothing is started.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The entries beside main. build-server.mjs has this list too, but it can't be imported before Vite is installed. */
const OTHER_ENTRIES = ['create-tenant', 'backup', 'restore', 'verify', 'rotate-receipt-key', 'admin'];
const SOURCES = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'public', 'sw', 'src'];
const NO_SOURCE = /\.test\.tsx?$|\.md$|routeTree\.gen\.ts$/;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');
const stampFile = join(dist, 'stamp');
const entry = OTHER_ENTRIES.includes(process.argv[2] ?? '') ? process.argv.splice(2, 1)[0] : 'main';

const stamp = stampOfSources();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  await build().catch((error) => fail(`A construção falhou: ${error instanceof Error ? error.message : error}`));
}
if (!process.argv.includes('--build-only')) await import(pathToFileURL(join(dist, 'server', `${entry}.js`)).href);

async function build() {
  if (!existsSync(join(root, 'src/app/index.html')))
    fail('src/app/index.html não existe: a cópia do projeto está incompleta');
  if (!existsSync(join(root, 'node_modules/vite'))) fail('as dependências não estão instaladas: rode npm ci antes');
  process.stdout.write('Preparando o Malote (só na primeira vez ou depois de uma mudança)…\n');
  const { build: viteBuild } = await import('vite');
  rmSync(stampFile, { force: true });
  // Vite sets NODE_ENV for its builds. The server that follows in this process must see the value that was given to it.
  const given = process.env.NODE_ENV;
  await viteBuild({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  const { compressClient } = await import('../../build/compress-client.mjs');
  await compressClient(join(dist, 'client'));
  const { buildServer } = await import('../../build/build-server.mjs');
  await buildServer(join(dist, 'server'));
  if (given === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = given;
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** A stamp that changes with every file that the builds read, and with the variables that the builds use. */
function stampOfSources() {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path) || NO_SOURCE.test(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
      return;
    }
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  };
  for (const source of SOURCES) add(join(root, source));
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('VITE_'))
    .sort()) {
    hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
