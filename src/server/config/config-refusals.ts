// In production the server does not start with a default or empty secret, or plain http on a public
// address (default 13).

import { readTrustProxy } from './config-values.ts';
import type { Environment } from './environment.ts';
import { bitsOf, SECRET_BITS_MIN } from './secret-strength.ts';

const SHARED_SECRETS = ['SESSION_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const;
const DEFAULT_WORDS = /change|secret|segredo|default|example|malote/i;

/** The reasons against starting in production, one line each; empty elsewhere. */
export function refusalsInProduction(environment: Environment, facts: { readonly loopback: boolean }): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const refusals: string[] = [];
  if (environment.CLOCK_OFFSET_MS !== 0) refusals.push('CLOCK_OFFSET_MS não é aceito com NODE_ENV=production');
  if (environment.SESSION_SECRET !== undefined && isWeakSecret(environment.SESSION_SECRET)) {
    refusals.push(
      'SESSION_SECRET é fácil de adivinhar ou parece um valor de exemplo: gere um com openssl rand -base64 32 ou deixe a variável vazia',
    );
  }
  refusals.push(...warningsOf(environment));
  const https = environment.PUBLIC_URL?.startsWith('https:') ?? false;
  if (https && readTrustProxy(environment.TRUST_PROXY) === 0) {
    refusals.push(
      'TRUST_PROXY precisa ser definida (1 = um proxy) quando PUBLIC_URL começa com https://: é um proxy que recebe o https, e sem ela todos os visitantes contam como um só endereço',
    );
  }
  if (!https && !facts.loopback) {
    refusals.push('PUBLIC_URL precisa começar com https:// quando HOST não é local e NODE_ENV=production');
  }
  if (!https && environment.PUBLIC_URL !== undefined && !isLocalAddress(environment.PUBLIC_URL)) {
    refusals.push('PUBLIC_URL usa http:// em um endereço público: use https://');
  }
  return [...new Set(refusals)];
}

/**
 * Warnings for a start that is allowed: when database and files are elsewhere, several machines may
 * share them.
 */
export function warningsOf(environment: Environment): string[] {
  if (environment.DATABASE_URL === undefined || environment.S3_URL === undefined) return [];
  const missing = SHARED_SECRETS.filter((name) => environment[name] === undefined);
  if (missing.length === 0) return [];
  const why = 'com DATABASE_URL e S3_URL pode haver várias máquinas, e cada uma criaria os seus';
  return [`${missing.join(', ')}: defina com o mesmo valor em todas (${why})`];
}

/** Whether a secret is made of words from examples, or is easy to guess. */
function isWeakSecret(secret: string): boolean {
  return DEFAULT_WORDS.test(secret) || bitsOf(secret) < SECRET_BITS_MIN;
}

/** Whether only this machine knows the address. */
export function isLocalAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}
