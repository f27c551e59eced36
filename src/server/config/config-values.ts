// Whether a value of the environment is possible for its variable, judged before anything starts.

import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';

const PROXIES_MAX = 100;
/** Names of networks that Fastify knows. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const CURVE = 'prime256v1';
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/**
 * How many proxies stand in front of the server, or addresses and networks separated by commas;
 * null for anything else.
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
 * Whether the two are one pair of Web Push keys: a point of the curve, and the number from which it
 * is made.
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
export function isPublicAddress(text: string): boolean {
  return isWebAddress(text) && new URL(text).search === '' && new URL(text).hash === '';
}
