// `npm run test:operate`: starts what src/server/deploy has and this machine can run. `-- nginx
// caddy` tries these alone. The last line is "N passed, N failed"; what can't be tried here says so
// in one line.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkUnit } from './check-unit.ts';
import { CONTAINER_PROGRAMS, mayBuildContainers, tryContainer } from './container.ts';
import { environment, hasProgram, LOG, PROXIES, type Proxy } from './proxies.ts';
import { tryRuntime } from './runtime.ts';
import { type RunningTown, startTown } from './town.ts';
import { firstTries, longTries, type Tried } from './through-proxy.ts';

const folder = process.env['MALOTE_OPERATE'] ?? '';
const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** With the demonstration just made. With the builder in its process it had 750 MB. */
const MEMORY_MB = 400;
const children = new Set<ChildProcess>();
const sum = { passed: 0, failed: 0 };

async function attempt(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    sum.passed += 1;
    print(`ok      ${what}`);
  } catch (error) {
    sum.failed += 1;
    print(`FAILED  ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where it was built before, this says nothing. */
function judgeMemory(town: RunningTown): void {
  const megabytes = town.memory() / 1_000_000;
  print(`        ${Math.round(megabytes)} MB`);
  if (megabytes > MEMORY_MB) throw new Error(`it has ${Math.round(megabytes)} MB`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type RunningProxy = {
  readonly proxy: Proxy;
  readonly url: string;
  /** Its address by http; null where its block has none. */
  readonly plainUrl: string | null;
  readonly said: () => string;
};

async function startProxy(proxy: Proxy, town: RunningTown): Promise<RunningProxy> {
  const own = join(folder, proxy.program);
  mkdirSync(own);
  const [port, plainPort] = [await freePort(), await freePort()];
  const place = { folder: own, port, plainPort, upstream: town.address.replace('http://', ''), ...certificates() };
  const [command = '', ...args] = proxy.prepare(place);
  const child = spawn(command, args, {
    env: { ...environment(), HOME: own },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  children.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.on('error', (error) => (said += error.message));
  const log = join(own, LOG);
  return {
    proxy,
    url: `https://localhost:${port}`,
    plainUrl: proxy.redirects ? `http://localhost:${plainPort}` : null,
    said: () => said + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
  };
}

/**
 * With their workers, which a master that is killed alone leaves behind, holding what is printed
 * open.
 */
async function endProxies(): Promise<void> {
  for (const child of children) {
    const { pid } = child;
    if (pid === undefined) continue;
    const closed = new Promise((resolve) => child.once('close', resolve));
    const isOver = child.exitCode !== null;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone.
    }
    if (!isOver) await closed;
  }
}

async function tryAll({ proxy, said }: RunningProxy, tries: readonly Tried[]): Promise<void> {
  const before = sum.failed;
  for (const { what, run } of tries) await attempt(`${proxy.name} ${what}`, run);
  if (sum.failed > before) print(said().trim());
}

const certificates = () => ({
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
  both: join(folder, 'both.pem'),
});

/** Makes a certificate for localhost, and starts this file again in a process that trusts it. */
async function startTrusting(): Promise<number> {
  const own = mkdtempSync(join(tmpdir(), 'malote-operate-'));
  const [key, certificate] = [join(own, 'key.pem'), join(own, 'certificate.pem')];
  const options = '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const made = spawnSync('openssl', ['req', ...options.split(' '), '-keyout', key, '-out', certificate]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${String(made.stderr)}`);
  writeFileSync(join(own, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, MALOTE_OPERATE: own, NODE_EXTRA_CA_CERTS: certificate },
    stdio: 'inherit',
  });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  rmSync(own, { recursive: true, force: true });
  return code ?? 1;
}

async function main(wanted: readonly string[]): Promise<void> {
  const wants = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  const proxies = PROXIES.filter(({ program }) => wants(program));
  const missing = proxies.filter(({ program }) => !hasProgram(program));
  const notTried = missing.map(({ name, program }) => `${name}: the Debian package ${program} is missing`);
  if (wants('systemd') && !hasProgram('systemd-analyze')) notTried.push('malote.service: systemd is missing');
  const lacking = CONTAINER_PROGRAMS.filter((program) => !hasProgram(program));
  if (wants('container') && lacking.length > 0)
    notTried.push(`Containerfile: missing Debian packages: ${lacking.join(', ')}`);
  if (wants('container') && !mayBuildContainers()) notTried.push('Containerfile: only root makes its base');
  if (wants('compose')) notTried.push('compose.yaml: its images are in registries');
  const town = await startTown(join(folder, 'town'));
  try {
    const there = proxies.filter((proxy) => !missing.includes(proxy));
    await attempt('the server kept no memory of what has built it', async () => judgeMemory(town));
    const started = [];
    for (const proxy of there) started.push(await startProxy(proxy, town));
    for (const one of started) await tryAll(one, firstTries(one, town.log));
    await Promise.all(started.map((one) => tryAll(one, longTries(one.url))));
    if (wants('runtime'))
      await attempt('the built server runs on the packages of the Containerfile alone', () =>
        tryRuntime(join(folder, 'runtime'), town),
      );
    if (wants('container') && lacking.length === 0 && mayBuildContainers())
      await attempt('the image of the Containerfile is built and runs', () =>
        tryContainer(join(folder, 'container'), town),
      );
    if (wants('systemd') && hasProgram('systemd-analyze'))
      await attempt('systemd understands malote.service', async () => checkUnit(folder));
  } finally {
    await endProxies();
    await town.end();
  }
  for (const line of notTried) print(`NOT TRIED: ${line}.`);
  print(`\n${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

if (folder === '') process.exitCode = await startTrusting();
else await main(process.argv.slice(2));
