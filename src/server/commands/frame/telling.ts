import type { FastifyBaseLogger } from 'fastify';
import type { Done } from '../../once/idempotency.ts';
import type { Actor } from '../../policies/actor.ts';
import { logSecurity, type SecurityEvent, type SecurityFacts } from '../../reporting/security-log.ts';

export type Tell = (event: SecurityEvent, facts: Omit<SecurityFacts, 'user'>) => void;

/**
 * Runs a command and writes its security events after the commit. A refusal writes none, and a replay writes none again.
 */
export async function telling(
  by: { readonly log: FastifyBaseLogger; readonly actor: Actor },
  work: (tell: Tell) => Promise<Done>,
): Promise<Done> {
  const told: Parameters<Tell>[] = [];
  const done = await work((...one) => void told.push(one));
  if (!done.replayed)
    for (const [event, facts] of told) logSecurity(by.log, { event, user: by.actor.userId, ...facts });
  return done;
}
