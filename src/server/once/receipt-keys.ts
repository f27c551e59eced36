// The keys that sign receipts (S98): one Ed25519 pair per tenant, made when the tenant first needs it. The private half is
// stored encrypted (AES-256-GCM, for this tenant and key id) under a key derived from the server's secret, so that a copy of the
// database alone signs nothing. Where the stored key was encrypted under another secret, it is retired and a new one is made:
// a new SESSION_SECRET is the rotation. The public halves stay, so that older receipts can still be checked.

import type { ReceiptKey } from '#contract/receipt-key.ts';
import type { Signed } from '#contract/signed-receipt.ts';
import { KEY_ID, signedText } from '#contract/signed-receipt.ts';
import type { Receipt } from '#contract/writes.ts';
import { sql } from 'drizzle-orm';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';

/** What a receipt keeps for its signature. */
export type Signing = Omit<Signed, 'signature'>;

export type ReceiptKeys = {
  /** Id of the tenant's key in use; the first call makes it. */
  current(tenantId: number): Promise<string>;
  /**
   * The receipt with its signature. The bytes are the same each time, because Ed25519 has no chance in it. A receipt of a key
   * that this server can't decrypt stays unsigned: the key in use was made later, so its signature would not count.
   */
  signed(tenantId: number, kept: { readonly receipt: Receipt; readonly signing: Signing | null }): Promise<Receipt>;
  /** All public keys of the tenant, the one in use first. */
  publicKeys(tenantId: number): Promise<ReceiptKey[]>;
  /** A public key by its id, whoever's it is; null when there is none. */
  find(id: string): Promise<ReceiptKey | null>;
};

const Stored = v.object({
  id: v.string(),
  public_key: v.instance(Buffer),
  private_key: v.instance(Buffer),
  made_at: v.string(),
  retired_at: v.nullable(v.string()),
  acronym: v.string(),
  name: v.string(),
});
type Stored = v.InferOutput<typeof Stored>;

type Ring = {
  readonly readAtMs: number;
  readonly currentId: string;
  readonly secrets: ReadonlyMap<string, KeyObject>;
  readonly keys: readonly ReceiptKey[];
};

/** How long a server goes on with the keys it read, before it looks whether another server has made a new one. */
const READ_AGAIN_MS = 10 * 60_000;
/** A retired key counts this much longer: servers that have read it go on signing with it until they read again. */
const RETIRED_AFTER_MS = 60 * 60_000;

/** `secret` protects the private keys; it must be the same on every server. */
export function openReceiptKeys(parts: {
  readonly database: Database;
  readonly secret: string;
  readonly clock: () => number;
}): ReceiptKeys {
  const { database, clock } = parts;
  const sealing = Buffer.from(hkdfSync('sha256', parts.secret, '', 'malote receipt keys 1', 32));
  const rings = new Map<number, Ring>();
  const reading = new Map<number, Promise<Ring>>();

  async function ringOf(tenantId: number): Promise<Ring> {
    const known = rings.get(tenantId);
    if (known !== undefined && clock() - known.readAtMs < READ_AGAIN_MS) return known;
    const asked = reading.get(tenantId) ?? read(tenantId).finally(() => reading.delete(tenantId));
    reading.set(tenantId, asked);
    return asked;
  }

  async function read(tenantId: number): Promise<Ring> {
    const nowMs = clock();
    const ring = await database.inTenant(tenantId, async (tx) => {
      const stored = await storedKeys(tx, tenantId);
      const usable = ringFrom(stored, { tenantId, sealing, nowMs });
      if (usable !== null) return usable;
      await makeKey(tx, { tenantId, sealing, nowMs });
      return ringFrom(await storedKeys(tx, tenantId), { tenantId, sealing, nowMs });
    });
    if (ring === null) throw new Error(`tenant ${tenantId} has no receipt key that this server can use`);
    rings.set(tenantId, ring);
    return ring;
  }

  return {
    current: async (tenantId) => (await ringOf(tenantId)).currentId,
    async signed(tenantId, { receipt, signing }) {
      if (signing === null) return receipt;
      const secret = (await ringOf(tenantId)).secrets.get(signing.key);
      if (secret === undefined) return receipt;
      const facts = inOrder(signing);
      const signature = sign(null, Buffer.from(signedText(receipt, facts)), secret).toString('base64url');
      return { ...receipt, signed: { ...facts, signature } };
    },
    publicKeys: async (tenantId) => [...(await ringOf(tenantId)).keys],
    async find(id) {
      if (!KEY_ID.test(id)) return null;
      const rows = await database.onceAsSystem((tx) =>
        tx.rowsOf(
          v.omit(Stored, ['private_key']),
          sql`select k.key as id, k.public_key, ${TIMES}, t.acronym, t.name
            from receipt_keys k join tenants t on t.id = k.tenant_id where k.key = ${id}`,
        ),
      );
      return rows[0] === undefined ? null : publicOf(rows[0]);
    },
  };
}

const TIMES = sql`${instantJson('k.made_at')} as made_at, ${instantJson('k.retired_at')} as retired_at`;

function storedKeys(tx: Transaction, tenantId: number): Promise<Stored[]> {
  return tx.rowsOf(
    Stored,
    sql`select k.key as id, k.public_key, k.private_key, ${TIMES}, t.acronym, t.name
      from receipt_keys k join tenants t on t.id = k.tenant_id where k.tenant_id = ${tenantId}
      order by k.retired_at desc nulls first, k.key`,
  );
}

/** The keys as a server uses them; null when none of them is in use and can be decrypted. */
function ringFrom(
  stored: readonly Stored[],
  { tenantId, sealing, nowMs }: { tenantId: number; sealing: Buffer; nowMs: number },
): Ring | null {
  const secrets = new Map<string, KeyObject>();
  for (const { id, private_key: sealed } of stored) {
    const secret = unsealed(sealed, { sealing, label: labelOf(tenantId, id) });
    if (secret !== null) secrets.set(id, secret);
  }
  const current = stored.find((key) => key.retired_at === null && secrets.has(key.id));
  if (current === undefined) return null;
  return { readAtMs: nowMs, currentId: current.id, secrets, keys: stored.map(publicOf) };
}

/** Retires a key that can't be decrypted, and makes a new one, unless another server does so at the same moment. */
async function makeKey(
  tx: Transaction,
  { tenantId, sealing, nowMs }: { tenantId: number; sealing: Buffer; nowMs: number },
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
  const id = createHash('sha256').update(raw).digest('base64url');
  const sealed = sealedKey(privateKey, { sealing, label: labelOf(tenantId, id) });
  const at = new Date(nowMs).toISOString();
  // One maker at a time: the second one waits here, and then finds a key in use.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`receipt-keys:${tenantId}`}, 0))`);
  const usable = ringFrom(await storedKeys(tx, tenantId), { tenantId, sealing, nowMs });
  if (usable !== null) return;
  await tx.execute(
    sql`update receipt_keys set retired_at = ${at} where tenant_id = ${tenantId} and retired_at is null`,
  );
  await tx.execute(sql`insert into receipt_keys (tenant_id, key, public_key, private_key, made_at)
    values (${tenantId}, ${id}, ${raw}, ${sealed}, ${at})`);
}

function publicOf(key: Omit<Stored, 'private_key'>): ReceiptKey {
  const { retired_at: retiredAt } = key;
  return {
    id: key.id,
    tenant: { acronym: key.acronym, name: key.name },
    public_key: key.public_key.toString('base64url'),
    from: key.made_at,
    until: retiredAt === null ? null : new Date(Date.parse(retiredAt) + RETIRED_AFTER_MS).toISOString(),
  };
}

/** PostgreSQL orders the names of JSON in its own way; an answer always has them in this one, so that replays are the same bytes. */
function inOrder({ format, key, tenant, author, document_number, content_sha256 }: Signing): Signing {
  return {
    format,
    key,
    tenant: { id: tenant.id, acronym: tenant.acronym, name: tenant.name },
    author: { id: author.id, name: author.name },
    document_number,
    content_sha256,
  };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Sealing = { readonly sealing: Buffer; readonly label: Buffer };

/** What the encrypted bytes belong to, so that a row that was moved to another tenant or id can't be decrypted. */
function labelOf(tenantId: number, id: string): Buffer {
  return Buffer.from(`${tenantId}:${id}`);
}

function sealedKey(key: KeyObject, { sealing, label }: Sealing): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, iv).setAAD(label);
  const bytes = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]);
}

/** null when the bytes were encrypted under another secret, or for another row. */
function unsealed(sealed: Buffer, { sealing, label }: Sealing): KeyObject | null {
  try {
    const decipher = createDecipheriv(CIPHER, sealing, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(label).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const der = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}
