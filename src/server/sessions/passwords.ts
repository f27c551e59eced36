// argon2id, at most four at a time, and no more than there are cores: each costs 19 MiB and a core (hardening, default 5).

import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';

const AT_A_TIME = Math.min(4, availableParallelism());
/** OWASP's first choice for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** `stored` null: nobody is meant, but the time passes all the same. Answers false then. */
  verify(password: string, stored: string | null): Promise<boolean>;
};

/** One for the whole process: logins, new people and recovery wait for each other. */
const queue = createQueue(AT_A_TIME);

export function createPasswordHasher(): PasswordHasher {
  let nobody: Promise<string> | null = null;
  return {
    hash: (password) => queue(() => hash(password, COST)),
    verify: (password, stored) =>
      queue(async () => {
        if (stored !== null) return verify(stored, password);
        nobody ??= hash('nobody has this password', COST);
        await verify(await nobody, password);
        return false;
      }),
  };
}

function createQueue(atATime: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atATime) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
