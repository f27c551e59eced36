// Production with a default or empty secret, a demonstration password or plain http on a public address does not start
// (hardening, default 13).

import type { Environment } from './config.ts';

const DEFAULT_SECRETS = /^(.)\1*$|change|secret|segredo|default|example|malote/i;

/** What stands against starting in production; empty elsewhere. One line each. */
export function refusalsInProduction(
  environment: Environment,
  facts: { readonly demo: boolean; readonly loopback: boolean },
): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const refusals: string[] = [];
  if (environment.CLOCK_OFFSET_MS !== 0) refusals.push('CLOCK_OFFSET_MS não é aceito com NODE_ENV=production');
  if (environment.SESSION_SECRET !== undefined && DEFAULT_SECRETS.test(environment.SESSION_SECRET)) {
    refusals.push('SESSION_SECRET parece um valor de exemplo: gere um segredo próprio ou deixe a variável vazia');
  }
  if (facts.demo && (environment.DEMO_PASSWORD === undefined || environment.DEMO_PASSWORD === 'malote-demo')) {
    refusals.push('DEMO=1 com NODE_ENV=production precisa de uma DEMO_PASSWORD própria');
  }
  const https = environment.PUBLIC_URL?.startsWith('https:') ?? false;
  if (!https && !facts.loopback) {
    refusals.push('PUBLIC_URL precisa começar com https:// quando HOST não é local e NODE_ENV=production');
  }
  if (!https && environment.PUBLIC_URL !== undefined && !isLocalAddress(environment.PUBLIC_URL)) {
    refusals.push('PUBLIC_URL usa http:// em um endereço público: use https://');
  }
  return [...new Set(refusals)];
}

function isLocalAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}
