// argon2id, at most four at a time and no more than there are cores: each computation takes 19 MiB
// and a core (default 5).

import { emailOf, opaquePassword } from '#domain/text.ts';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { createTurns } from '../config/turns.ts';
import { isHash } from './without-password.ts';

const AT_A_TIME = Math.min(4, availableParallelism());
/** The first choice of OWASP for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** `as_typed`: right, but stored before passwords had one form. */
export type PasswordVerdict = 'wrong' | 'right' | 'as_typed';

/**
 * Whose share a computation is taken from: the tenant of a session. Without a session it is the
 * domain of the e-mail that was typed, which a town has for itself: by the tenant of the account,
 * the time of an answer would tell whether there is one.
 */
export type Hashing = { readonly tenantId: number } | { readonly email: string };

export type PasswordHasher = {
  /** The hash of the password's one form (S25). */
  hash(password: string, of: Hashing): Promise<string>;
  /** `stored` is null for an unknown person. The answer is then `wrong`, after the same time. */
  verify(asked: { readonly password: string; readonly stored: string | null }, of: Hashing): Promise<PasswordVerdict>;
};

/**
 * One queue for the whole process: logins, new people and recovery wait for each other, a tenant
 * with at most half of the turns.
 */
const queue = createTurns({ atATime: AT_A_TIME, ofOne: Math.ceil(AT_A_TIME / 2) });

function shareOf(of: Hashing): string | number {
  return 'tenantId' in of ? of.tenantId : emailOf(of.email).toLowerCase().replace(/^.*@/s, '');
}

/**
 * Whether the password has this hash. No password has what is stored in another form, as of an
 * account without one.
 */
async function fits(stored: string, password: string): Promise<boolean> {
  return verify(stored, password).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'InvalidArg') return false;
    throw error;
  });
}

export function createPasswordHasher(): PasswordHasher {
  let nobody: Promise<string> | null = null;
  return {
    hash: (password, of) => queue(shareOf(of), () => hash(opaquePassword(password), COST)),
    verify: ({ password, stored: kept }, of) =>
      queue(shareOf(of), async () => {
        // An account without a password takes as long as an unknown one.
        const stored = kept !== null && isHash(kept) ? kept : null;
        const opaque = opaquePassword(password);
        if (stored === null) nobody ??= hash('nobody has this password', COST);
        const known = stored ?? (await nobody) ?? '';
        if ((await fits(known, opaque)) && stored !== null) return 'right';
        if (password === opaque || !(await fits(known, password)) || stored === null) return 'wrong';
        return 'as_typed';
      }),
  };
}
