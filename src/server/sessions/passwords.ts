// Passwords: how they are hashed and compared, what is stored where there is none, and what a new
// one must be. The hash is argon2id, at most four at a time and no more than there are cores: each
// computation takes 19 MiB and a core (default 5).

import { judgePassword } from '#domain/passwords.ts';
import type { Refusal } from '#domain/refusals.ts';
import { emailOf, opaquePassword } from '#domain/text.ts';
import { hash, verify } from '@node-rs/argon2';
import { sql, type SQL } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createTurns } from '../config/turns.ts';
import { MOST_USED_PASSWORDS } from './most-used-passwords.ts';

const AT_A_TIME = Math.min(4, availableParallelism());
/** The first choice of OWASP for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** `as_typed`: the right password, stored before passwords had one form. */
type PasswordVerdict = 'wrong' | 'right' | 'as_typed';

/**
 * The sharer for which a computation counts (S158). With a session it is the tenant. Without one it
 * is the domain of the typed e-mail, which a town has for itself: by the tenant of the account, the
 * time of an answer would tell whether the account exists.
 */
type Hashing = { readonly tenantId: number } | { readonly email: string };

export type PasswordHasher = {
  /** The hash of the password's one form (S25). */
  hash(password: string, of: Hashing): Promise<string>;
  /** `stored` is null for an unknown person. The answer is then `wrong`, after the same time. */
  verify(asked: { readonly password: string; readonly stored: string | null }, of: Hashing): Promise<PasswordVerdict>;
};

/**
 * One queue for the whole process: logins, new people and recovery wait for each other. A tenant
 * has at most half of the turns.
 */
const queue = createTurns({ atATime: AT_A_TIME, ofOne: Math.ceil(AT_A_TIME / 2) });

function shareOf(of: Hashing): string | number {
  return 'tenantId' in of ? of.tenantId : emailOf(of.email).toLowerCase().replace(/^.*@/s, '');
}

/**
 * Whether the password has this hash. False for a stored value that is no hash, as that of an
 * account without a password.
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

const NONE = 'none:';

/**
 * A value in place of a hash, for accounts whose person has not chosen a password yet. No password
 * matches it, and it differs for each account, so that marks made of it differ too.
 */
export function noPassword(): string {
  return `${NONE}${randomBytes(24).toString('base64url')}`;
}

/** Whether a stored value is the hash of a password, and not one of `noPassword`. */
function isHash(stored: string): boolean {
  return stored.startsWith('$');
}

/** Condition over alias `u`: the person has no password yet. */
export function hasNoPassword(): SQL {
  return sql`starts_with(u.password_hash, ${NONE}::text)`;
}

/**
 * A hash over the stored password of a person (alias `u`), kept with what was made under this
 * password. Any other password changes it and so ends what was made; so does a login that renews
 * the hash of a password as typed.
 */
export const PASSWORD_MARK = sql`sha256(convert_to(u.password_hash, 'UTF8'))`;

const mostUsed: ReadonlySet<string> = new Set(MOST_USED_PASSWORDS.trim().split(/\s+/));

/**
 * Words of this product and of public bodies, alone or before a few digits. They are the first that
 * an attacker of a public body tries.
 */
const OF_THE_PLACE =
  /^(?:senha|senhas|mudar|acesso|brasil|malote|prefeitura|camara|municipio|municipal|governo|secretaria|gabinete|protocolo|oficio|portaria|servidor|gestor|usuario|admin|administrador)[\d\s!@#*._-]{0,6}$/;

// What a new password must be (rule H6; default 5). The list is judged on the server alone: a
// device would have to load it.

/** What is wrong with a new password, or null. `email` is empty when it is not known yet. */
export function judgeNewPassword(password: string, email: string): Refusal | null {
  const refusal = judgePassword(password, email);
  if (refusal !== null) return refusal;
  const plain = opaquePassword(password).trim().toLowerCase();
  const folded = plain.normalize('NFD').replace(/\p{M}/gu, '');
  const isGuessed = mostUsed.has(plain) || mostUsed.has(folded) || OF_THE_PLACE.test(folded);
  return isGuessed ? { code: 'password_common', field: 'password' } : null;
}
