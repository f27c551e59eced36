// The variables that the server reads, and the values that each may have. A wrong value gives one
// line in Portuguese.

import { BOUNDED_FROM } from '#domain/bounded-copy.ts';
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { addressesIn } from './database-address.ts';

const DEMO_DOCUMENTS_MAX = 200_000;
/** How far the clock may be moved back, in milliseconds: more could lead to before 1970. */
const CLOCK_OFFSET_MAX_MS = 1.5e12;
const WHOLE = /^-?\d+$/;

function whole(name: string, range: { min: number; max: number; fallback: number }) {
  const message = `${name} precisa ser um número inteiro de ${range.min} a ${range.max}`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(WHOLE, message),
      v.transform(Number),
      v.minValue(range.min, message),
      v.maxValue(range.max, message),
    ),
    String(range.fallback),
  );
}

function address(name: string, protocols: readonly string[]) {
  const wanted = protocols.map((protocol) => `${protocol}//`).join(' ou ');
  return v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        const [one = text] = addressesIn(text);
        const url = URL.canParse(one) ? new URL(one) : null;
        return url !== null && protocols.includes(url.protocol) && (url.host !== '' || protocols.includes('postgres:'));
      }, `${name} precisa ser um endereço que começa com ${wanted}`),
    ),
  );
}

/** A text that `isGood` accepts. `wanted` is the end of the sentence about a wrong value. */
function text(name: string, check: { isGood?: (text: string) => boolean; wanted: string }) {
  return v.pipe(
    v.string(),
    v.check((value) => value.trim() !== '' && (check.isGood?.(value) ?? true), `${name} precisa ser ${check.wanted}`),
  );
}

export const Environment = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'NODE_ENV precisa ser production, development ou test'),
    'development',
  ),
  PORT: whole('PORT', { min: 0, max: 65_535, fallback: 3000 }),
  HOST: v.optional(
    text('HOST', { isGood: (host) => /^[\w.:%-]+$/.test(host), wanted: 'um endereço IP ou um nome desta máquina' }),
    '127.0.0.1',
  ),
  PUBLIC_URL: v.optional(
    text('PUBLIC_URL', {
      isGood: isPublicAddress,
      wanted: 'um endereço que começa com http:// ou https://, sem senha, ? e #',
    }),
  ),
  DATA_DIR: v.optional(text('DATA_DIR', { wanted: 'o caminho de uma pasta' }), './data'),
  DATABASE_URL: address('DATABASE_URL', ['postgres:', 'postgresql:']),
  DATABASE_POOL_URL: address('DATABASE_POOL_URL', ['postgres:', 'postgresql:']),
  S3_URL: address('S3_URL', ['http:', 'https:', 's3:']),
  BACKUP_TO: v.optional(text('BACKUP_TO', { wanted: 'o caminho de uma pasta ou um endereço como o de S3_URL' })),
  BACKUP_HOUR: whole('BACKUP_HOUR', { min: 0, max: 23, fallback: 2 }),
  BACKUP_KEEP: whole('BACKUP_KEEP', { min: 1, max: 1000, fallback: 14 }),
  SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:']),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^\r\n]*$/, 'MAIL_FROM precisa ser um endereço de e-mail'),
      v.regex(/[^\s@<]@[^\s@>]+>?$/, 'MAIL_FROM precisa ser um endereço de e-mail'),
    ),
  ),
  MAIL_PER_MINUTE: whole('MAIL_PER_MINUTE', { min: 0, max: 100_000, fallback: 0 }),
  SESSION_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'SESSION_SECRET precisa ter pelo menos 32 caracteres')),
  ),
  VAPID_PUBLIC_KEY: v.optional(v.string()),
  VAPID_PRIVATE_KEY: v.optional(v.string()),
  DEMO: v.optional(v.picklist(['0', '1'], 'DEMO precisa ser 1 ou 0')),
  DEMO_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(6, 'DEMO_PASSWORD precisa ter pelo menos 6 caracteres'))),
  DEMO_DOCUMENTS: whole('DEMO_DOCUMENTS', { min: 0, max: DEMO_DOCUMENTS_MAX, fallback: 60 }),
  TRUST_PROXY: v.optional(
    text('TRUST_PROXY', {
      isGood: (value) => readTrustProxy(value) !== null,
      wanted: 'o número de proxies à frente do servidor (0 a 100) ou os endereços IP deles',
    }),
    '0',
  ),
  CLOCK_OFFSET_MS: whole('CLOCK_OFFSET_MS', { min: -CLOCK_OFFSET_MAX_MS, max: 2 * CLOCK_OFFSET_MAX_MS, fallback: 0 }),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL precisa ser fatal, error, warn, info, debug, trace ou silent',
    ),
    'info',
  ),
  LOG_CLIENT_ADDRESS: v.optional(v.picklist(['0', '1'], 'LOG_CLIENT_ADDRESS precisa ser 1 ou 0'), '0'),
  HUMAN_VERIFICATION_COST: whole('HUMAN_VERIFICATION_COST', { min: 1, max: 1_000_000, fallback: 1000 }),
  RATE_LIMIT_PER_MINUTE: whole('RATE_LIMIT_PER_MINUTE', { min: 0, max: 1_000_000, fallback: 6000 }),
  CONNECTIONS_PER_ADDRESS: whole('CONNECTIONS_PER_ADDRESS', { min: 0, max: 1_000_000, fallback: 500 }),
  BOUNDED_FROM: whole('BOUNDED_FROM', { min: 1, max: 1_000_000_000, fallback: BOUNDED_FROM }),
  STORAGE_PER_TENANT_MB: whole('STORAGE_PER_TENANT_MB', { min: 0, max: 1_000_000_000, fallback: 0 }),
  STORAGE_PER_PERSON_MB: whole('STORAGE_PER_PERSON_MB', { min: 0, max: 1_000_000_000, fallback: 0 }),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\x21-\x7e]{32,200}$/, 'METRICS_TOKEN precisa ter de 32 a 200 caracteres, sem espaços e acentos'),
    ),
  ),
  STOP_DELAY_SECONDS: whole('STOP_DELAY_SECONDS', { min: 0, max: 60, fallback: 2 }),
  EVENT_STREAMS_MAX: whole('EVENT_STREAMS_MAX', { min: 1, max: 1_000_000, fallback: 5000 }),
});
export type Environment = v.InferOutput<typeof Environment>;

const PROXIES_MAX = 100;
/** Names of networks that Fastify knows. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const CURVE = 'prime256v1';
const IPV4_BITS = 32;
const IPV6_BITS = 128;

// Checks of single values, made before anything starts.

/**
 * Reads TRUST_PROXY: how many proxies stand in front of the server, or their addresses and
 * networks, separated by commas. Null for anything else.
 */
export function readTrustProxy(text: string): number | string | null {
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  if (/^\d+$/.test(text)) return Number(text) <= PROXIES_MAX ? Number(text) : null;
  return text.split(',').every((part) => isNetwork(part.trim())) ? text : null;
}

function isNetwork(text: string): boolean {
  if (NETWORKS.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const bits = version === 4 ? IPV4_BITS : IPV6_BITS;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/**
 * Whether the public key belongs to the private key. Both are base64url, on the curve P-256 of Web
 * Push.
 */
export function isVapidPair(pair: { readonly publicKey: string; readonly privateKey: string }): boolean {
  if (!BASE64URL.test(pair.publicKey) || !BASE64URL.test(pair.privateKey)) return false;
  try {
    const curve = createECDH(CURVE);
    curve.setPrivateKey(Buffer.from(pair.privateKey, 'base64url'));
    return curve.getPublicKey('base64url') === pair.publicKey;
  } catch {
    return false;
  }
}

/** Whether the text is a web address to which a link may lead, without user name and password. */
function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

/** Whether the text can be the address of the server: scheme, host and possibly a path. */
function isPublicAddress(text: string): boolean {
  return isWebAddress(text) && new URL(text).search === '' && new URL(text).hash === '';
}
