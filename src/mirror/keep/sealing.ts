// Seals bytes for a person who opens them later (S94): AES-GCM with a key from an ECDH agreement
// with the person's public key. The device forgets its private half, so only the person's private
// key opens the bytes. The answer of a login brings that key.

import type { SealingPrivateKey, SealingPublicKey } from '#contract/sealing.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const AGREED_BITS = 256;
const IV_BYTES = 12;

/**
 * Seals (`close`) and opens the numbered parts of one sealing. A part opens only under its own
 * number and in its own sealing. `open` throws for any other bytes.
 */
export type Cipher = {
  close(part: number, bytes: ArrayBuffer): Promise<ArrayBuffer>;
  open(part: number, bytes: ArrayBuffer): Promise<ArrayBuffer>;
};

/**
 * `name`: unique to this sealing. `ephemeral`: the public half that `openSealing` needs besides the
 * private key.
 */
export async function newSealing(
  { public_key: theirs }: SealingPublicKey,
  name: string,
): Promise<{ readonly cipher: Cipher; readonly ephemeral: string }> {
  const own = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  const ephemeral = textOf(await crypto.subtle.exportKey('raw', own.publicKey));
  const theirKey = await crypto.subtle.importKey('raw', bytesOf(theirs), CURVE, false, []);
  return { cipher: await cipherOf({ own: own.privateKey, theirs: theirKey, ephemeral, name }), ephemeral };
}

/** The cipher for the parts of a sealing that was made with the public half of this key. */
export async function openSealing(
  { private_key: key }: SealingPrivateKey,
  { ephemeral, name }: { readonly ephemeral: string; readonly name: string },
): Promise<Cipher> {
  const own = await crypto.subtle.importKey('pkcs8', bytesOf(key), CURVE, false, ['deriveBits']);
  const theirs = await crypto.subtle.importKey('raw', bytesOf(ephemeral), CURVE, false, []);
  return cipherOf({ own, theirs, ephemeral, name });
}

type Agreement = { own: CryptoKey; theirs: CryptoKey; ephemeral: string; name: string };

async function cipherOf({ own, theirs, ephemeral, name }: Agreement): Promise<Cipher> {
  const agreed = await crypto.subtle.deriveBits({ name: CURVE.name, public: theirs }, own, AGREED_BITS);
  const material = await crypto.subtle.importKey('raw', agreed, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(ephemeral), info: encoded(name) };
  const form = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(derivation, material, form, false, ['encrypt', 'decrypt']);
  // The IV is the number of the part. The key serves one sealing alone, so no IV repeats under it.
  const at = (part: number) => ({ name: 'AES-GCM', iv: ivOf(part), additionalData: encoded(name) });
  return {
    close: (part, bytes) => crypto.subtle.encrypt(at(part), key, bytes),
    open: (part, bytes) => crypto.subtle.decrypt(at(part), key, bytes),
  };
}

function ivOf(part: number): Uint8Array<ArrayBuffer> {
  const iv = new Uint8Array(IV_BYTES);
  new DataView(iv.buffer).setUint32(IV_BYTES - Uint32Array.BYTES_PER_ELEMENT, part);
  return iv;
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
