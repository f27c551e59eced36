// Proof of work on our own server instead of a third party (rule H1): a signed challenge that is
// valid for five minutes and once.

import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { usedChallenges } from '../db/schema/entering.ts';

const LIFE_MS = 5 * 60_000;
/**
 * A device derives as many keys as a random number between these two. The cost of one is
 * configured.
 */
const COUNTER = { min: 100, max: 300 } as const;

const Payload = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal('PBKDF2/SHA-256'),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      data: v.object({ good_until: v.number() }),
    }),
    signature: v.string(),
  }),
  solution: v.looseObject({ counter: v.number(), derivedKey: v.string() }),
});

/**
 * The sentences for a missing solution, as from a page of an older version, and for one that came
 * too late, or twice.
 */
export const HUMAN_MISSING = 'Falta a verificação de que você é humano. Recarregue a página e tente de novo.';
export const HUMAN_OVER = 'A verificação expirou. Confirme de novo que você é humano.';

export type HumanVerification = {
  challenge(now: number): Promise<unknown>;
  /**
   * Whether the token solves one of our challenges, in time and for the first time. The challenge
   * is then used up.
   */
  accept(token: string, now: number): Promise<boolean>;
};

export function createHumanVerification(options: {
  database: Database;
  secret: string;
  cost: number;
}): HumanVerification {
  const { database, cost } = options;
  const hmacSignatureSecret = createHmac('sha256', options.secret).update('human-verification').digest('hex');
  return {
    challenge: (now) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(COUNTER.min, COUNTER.max),
        deriveKey,
        // Not in `expiresAt`: the library and the widget would judge it by the clocks of their
        // machines.
        data: { good_until: now + LIFE_MS },
        hmacSignatureSecret,
      }),
    async accept(token, now) {
      const payload = v.safeParse(Payload, parsed(token));
      if (!payload.success) return false;
      const { challenge, solution } = payload.output;
      const goodUntilMs = challenge.parameters.data.good_until;
      if (challenge.parameters.cost !== cost || goodUntilMs < now || goodUntilMs > now + LIFE_MS) return false;
      const result = await verifySolution({ challenge, solution: solution as never, deriveKey, hmacSignatureSecret });
      const genuine = result.invalidSignature === false && result.invalidSolution === false;
      return genuine && (await spend(challenge.signature, goodUntilMs));
    },
  };

  /** Used challenges are removed after they expire (server/jobs/maintenance.ts). */
  async function spend(signature: string, expiresAtMs: number): Promise<boolean> {
    const used = await database.onceAsSystem((tx) =>
      tx
        .insert(usedChallenges)
        .values({ signature, expiresAt: new Date(expiresAtMs).toISOString() })
        .onConflictDoNothing()
        .returning({ signature: usedChallenges.signature }),
    );
    return used.length === 1;
  }
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
