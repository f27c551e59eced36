// The keys with which a person's devices seal work (S94). Only a login returns them: a session
// alone does not.

import type { SealingKeys } from '#contract/sealing.ts';
import { sql } from 'drizzle-orm';
import { randomUUID, webcrypto } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import type { PasswordProof } from './login.ts';
import { PASSWORD_MARK } from './password-mark.ts';

type Person = PasswordProof & { readonly now: number };

const StoredKey = v.object({
  key: v.string(),
  public_key: v.string(),
  private_key: v.string(),
  is_current: v.boolean(),
});

/**
 * The person's keys, newest first. The first login, and the first under another password, makes a
 * pair. null when the password that was shown is the person's no more.
 */
export async function sealingKeysOf(database: Database, person: Person): Promise<SealingKeys | null> {
  const known = answerOf(await storedKeys(database, person));
  if (known !== null) return known;
  await makeKey(database, person);
  return answerOf(await storedKeys(database, person));
}

function storedKeys(database: Database, { tenantId, userId, passwordHash }: Person) {
  return database.onceAsSystem((tx) =>
    tx.rowsOf(
      StoredKey,
      sql`select k.key, encode(k.public_key, 'hex') as public_key, encode(k.private_key, 'hex') as private_key,
        k.password_mark = ${PASSWORD_MARK} as is_current
      from sealing_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      where k.tenant_id = ${tenantId} and k.user_id = ${userId} and u.password_hash = ${passwordHash} order by k.created_at desc, k.key`,
    ),
  );
}

/** Of two logins at once the first makes the pair of this password. */
async function makeKey(database: Database, { tenantId, userId, passwordHash, now }: Person): Promise<void> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey));
  const privateKey = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey));
  await database.onceAsSystem((tx) =>
    tx.execute(sql`insert into sealing_keys (tenant_id, key, user_id, public_key, private_key, password_mark,
        created_at)
      select u.tenant_id, ${randomUUID()}::uuid, u.id, ${publicKey}, ${privateKey}, ${PASSWORD_MARK},
        ${new Date(now).toISOString()}::timestamptz
      from users u where u.tenant_id = ${tenantId} and u.id = ${userId} and u.password_hash = ${passwordHash}
      on conflict (tenant_id, user_id, password_mark) do nothing`),
  );
}

function answerOf(keys: readonly v.InferOutput<typeof StoredKey>[]): SealingKeys | null {
  const current = keys.find((key) => key.is_current);
  if (current === undefined) return null;
  return {
    current: { id: current.key, public_key: wireOf(current.public_key) },
    private_keys: keys.map((one) => ({ id: one.key, private_key: wireOf(one.private_key) })),
  };
}

function wireOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
