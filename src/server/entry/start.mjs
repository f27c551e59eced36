// Entry of `npm start`: builds what is missing or out of date, then becomes the server in the same
// process. It is plain JavaScript because it runs before anything is built. An argument names
// another entry (`node src/server/entry/start.mjs create-tenant …`); with `--build-only` nothing is
// started.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The entries beside main. build-server.mjs has this list too, but it can't be imported before Vite
 * is installed.
 */
const OTHER_ENTRIES = [
  'create-tenant',
  'backup',
  'restore',
  'export',
  'import-export',
  'verify',
  'rotate-receipt-key',
  'admin',
  'psql',
];
const SOURCES = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'public', 'sw', 'src'];
const SIGNALS = ['SIGTERM', 'SIGINT'];
const NO_SOURCE = /\.test\.tsx?$|\.md$|routeTree\.gen\.ts$/;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dist = join(root, 'dist');
const stampFile = join(dist, 'stamp');
const entry = OTHER_ENTRIES.includes(process.argv[2] ?? '') ? process.argv.splice(2, 1)[0] : 'main';

const stamp = { sources: stampOfSources(), variables: stampOfVariables() };
if (!isBuilt()) await build();
if (!process.argv.includes('--build-only')) await import(pathToFileURL(join(dist, 'server', `${entry}.js`)).href);

/**
 * Whether dist was built from these sources and, for the server, with these variables. A command
 * ignores the variables: it uses no client, and is often started without the server's variables. It
 * must not rebuild the client of a running server.
 */
function isBuilt() {
  if (!existsSync(stampFile)) return false;
  const [sources, variables] = readFileSync(stampFile, 'utf8').split('\n');
  return sources === stamp.sources && (entry !== 'main' || variables === stamp.variables);
}

/** Builds in a process that ends, so that the server does not keep the builder's memory. */
async function build() {
  if (!existsSync(join(root, 'src/app/index.html')))
    fail('src/app/index.html não existe: a cópia do projeto está incompleta');
  if (!existsSync(join(root, 'node_modules/vite')))
    fail('as dependências da construção não estão instaladas: rode npm ci --include=dev antes');
  process.stdout.write('Preparando o Malote (só na primeira vez ou depois de uma mudança)…\n');
  rmSync(stampFile, { force: true });
  const builder = spawn(process.execPath, [join(root, 'src/build/build-all.mjs')], { stdio: 'inherit' });
  const stop = (signal) => builder.kill(signal);
  for (const signal of SIGNALS) process.on(signal, stop);
  const [code] = await once(builder, 'close');
  for (const signal of SIGNALS) process.off(signal, stop);
  // The builder has already printed the reason.
  if (code !== 0) process.exit(1);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, `${stamp.sources}\n${stamp.variables}`);
}

/** A stamp that changes with every file that the builds read. */
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
  return hash.digest('hex');
}

/** A stamp that changes with the variables that become part of the client. */
function stampOfVariables() {
  const hash = createHash('sha256');
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
