import type { SealingKeys } from '#contract/sealing.ts';
import { uuid } from './build-command.ts';

/** A pair of keys as the server makes them, with the id `uuid(n)`. */
export async function buildKeys(n = 500): Promise<SealingKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const textOf = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');
  const id = uuid(n);
  return {
    current: { id, public_key: textOf(await crypto.subtle.exportKey('raw', pair.publicKey)) },
    private_keys: [{ id, private_key: textOf(await crypto.subtle.exportKey('pkcs8', pair.privateKey)) }],
  };
}
