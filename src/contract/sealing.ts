// The keys with which a device seals work that stays on it when its person leaves (S94). Bytes
// travel as base64url.

import * as v from 'valibot';
import { Uuid } from './scalars.ts';

const Bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/));

/** A point of P-256, uncompressed. It can seal work and not open it, so a device may store it. */
export const SealingPublicKey = v.object({ id: Uuid, public_key: Bytes });
export type SealingPublicKey = v.InferOutput<typeof SealingPublicKey>;

/**
 * As PKCS8. It opens work that was sealed with the public key of the same id. It is in memory only,
 * during a login.
 */
export const SealingPrivateKey = v.object({ id: Uuid, private_key: Bytes });
export type SealingPrivateKey = v.InferOutput<typeof SealingPrivateKey>;

/**
 * Returned by POST /login and no other call: the key that seals from now on, and all keys that open
 * older work.
 */
export const SealingKeys = v.object({ current: SealingPublicKey, private_keys: v.array(SealingPrivateKey) });
export type SealingKeys = v.InferOutput<typeof SealingKeys>;
