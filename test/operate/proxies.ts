// The proxies of src/server/deploy, each started with its block as it stands there: only addresses,
// ports and certificates are others, and what the system's own configuration would give is put
// around it.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DEPLOY = fileURLToPath(new URL('../../src/server/deploy/', import.meta.url));
/** Where a proxy writes what it doesn't say. */
export const LOG = 'log';
const APACHE_MODULES = '/usr/lib/apache2/modules';

export type ProxyPlace = {
  /** An empty folder. */
  readonly folder: string;
  /** Where the proxy listens for https. */
  readonly port: number;
  /** And for http, where its block has that. */
  readonly plainPort: number;
  /** Host and port of the server. */
  readonly upstream: string;
  /** The certificate of localhost, its key, and both in one file. */
  readonly certificate: string;
  readonly key: string;
  readonly both: string;
};

export type Proxy = {
  readonly name: string;
  /** The Debian package that has it. */
  readonly program: string;
  /** Whether its block sends who comes by http to https; Caddy does that by itself. */
  readonly redirects: boolean;
  /** Writes the configuration; returns the command line. */
  readonly prepare: (place: ProxyPlace) => readonly string[];
};

function block(file: string, { upstream, certificate, key, both }: ProxyPlace): string {
  return readFileSync(join(DEPLOY, file), 'utf8')
    .replaceAll('127.0.0.1:3000', upstream)
    .replaceAll('malote.example', 'localhost')
    .replaceAll('/etc/ssl/malote/fullchain.pem', certificate)
    .replaceAll('/etc/ssl/malote/privkey.pem', key)
    .replaceAll('/etc/ssl/malote/malote.pem', both);
}

function written({ folder }: ProxyPlace, { name, text }: { name: string; text: string }): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  redirects: true,
  prepare(place) {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(place.folder, kind)};`,
    );
    const text = `pid ${join(place.folder, 'pid')};
daemon off;
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
access_log off;
${temporary.join('\n')}
${block('nginx.conf', place).replace('listen 443', `listen 127.0.0.1:${place.port}`).replace('listen 80', `listen 127.0.0.1:${place.plainPort}`)}
}
`;
    return ['nginx', '-p', place.folder, '-c', written(place, { name: 'nginx.conf', text })];
  },
};

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  redirects: false,
  prepare(place) {
    const site = `https://localhost:${place.port} {\n\tbind 127.0.0.1\n\ttls ${place.certificate} ${place.key}`;
    const text = `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block('Caddyfile', place).replace('localhost {', site)}`;
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', written(place, { name: 'Caddyfile', text })];
  },
};

const haproxy: Proxy = {
  name: 'HAProxy',
  program: 'haproxy',
  redirects: true,
  prepare(place) {
    const text = block('haproxy.cfg', place)
      .replace('bind :443', `bind 127.0.0.1:${place.port}`)
      .replace('bind :80', `bind 127.0.0.1:${place.plainPort}`);
    return ['haproxy', '-db', '-f', written(place, { name: 'haproxy.cfg', text })];
  },
};

const apache: Proxy = {
  name: 'Apache',
  program: 'apache2',
  redirects: true,
  prepare(place) {
    const wanted = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'ssl', 'socache_shmcb', 'alias'];
    const text = `ServerRoot ${place.folder}
ServerName localhost
PidFile ${join(place.folder, 'pid')}
DefaultRuntimeDir ${place.folder}
Mutex file:${place.folder} default
ErrorLog ${join(place.folder, LOG)}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${wanted.map((name) => `LoadModule ${name}_module ${join(APACHE_MODULES, `mod_${name}.so`)}`).join('\n')}
Listen 127.0.0.1:${place.port}
Listen 127.0.0.1:${place.plainPort}
${block('apache.conf', place).replace('*:443', `127.0.0.1:${place.port}`).replace('*:80', `127.0.0.1:${place.plainPort}`)}`;
    return ['apache2', '-D', 'FOREGROUND', '-f', written(place, { name: 'apache.conf', text })];
  },
};

export const PROXIES: readonly Proxy[] = [nginx, caddy, haproxy, apache];

/** Whether the machine has the program. */
export function hasProgram(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { env: environment() }).status === 0;
}

/** The system's own folders of programs too, which the path of an ordinary login leaves out. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
}
