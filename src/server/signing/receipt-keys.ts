// The keys that sign receipts (S98): one Ed25519 pair per tenant, made when the tenant first needs
// it. The private half is stored encrypted (AES-256-GCM, for this tenant and key id) under a key
// derived from the server's secret, so that a copy of the database alone signs nothing. A server
// that starts and can't decrypt the key in use retires it and makes a new one. So a new
// SESSION_SECRET replaces the key, and so does `npm run receipt-key:rotate`. The public halves
// stay, so that older receipts can still be checked.

import type { ReceiptKey } from '#contract/receipt-key.ts';
import type { SignedContent } from '#contract/signed-receipt.ts';
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

/** What is stored with a receipt so that it can be signed when it is answered (S98). */
export type Signing = Omit<SignedContent, 'signature'>;

export type ReceiptKeys = {
  /** Id of the tenant's key in use; the first call makes it. */
  current(tenantId: number): Promise<string>;
  /**
   * The receipt with its signature. Ed25519 is deterministic, so the bytes are the same each time.
   * A receipt whose key this server can't decrypt stays unsigned. A signature with the key in use
   * would not count, because that key was made later.
   */
  signed(tenantId: number, kept: { readonly receipt: Receipt; readonly signing: Signing | null }): Promise<Receipt>;
  /** All public keys of the tenant, the one in use first. */
  publicKeys(tenantId: number): Promise<ReceiptKey[]>;
  /** A public key by its id, of any tenant, a deleted one too; null when there is none. */
  find(id: string): Promise<ReceiptKey | null>;
};

const StoredKey = v.object({
  id: v.string(),
  public_key: v.instance(Buffer),
  private_key: v.instance(Buffer),
  made_at: v.string(),
  retired_at: v.nullable(v.string()),
  acronym: v.string(),
  name: v.string(),
});
type StoredKey = v.InferOutput<typeof StoredKey>;

type Ring = {
  readonly readAtMs: number;
  readonly currentId: string;
  /** When the key in use was made, as an instant. */
  readonly madeAt: string;
  readonly secrets: ReadonlyMap<string, KeyObject>;
  readonly keys: readonly ReceiptKey[];
};

/**
 * How long a server uses the keys that it has read. Then it reads them again, because another
 * server may have made a new key.
 */
const READ_AGAIN_MS = 10 * 60_000;
/**
 * How long a retired key still counts: a server that has read it signs with it until it reads the
 * keys again.
 */
const RETIRED_AFTER_MS = 60 * 60_000;

/** The AES key under which the private keys are encrypted. */
const sealingOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'malote receipt keys 1', 32));

/**
 * `secret` protects the private keys and must be the same on every server. `onOtherSecret` is
 * called when a server that has another secret and started later has made the key in use. That key
 * stays in use, and this server leaves its receipts unsigned. Otherwise the two servers would
 * retire each other's keys for ever.
 */
export function openReceiptKeys(parts: {
  readonly database: Database;
  readonly secret: string;
  readonly clock: () => number;
  readonly onOtherSecret?: (tenantId: number) => void;
}): ReceiptKeys {
  const { database, clock, onOtherSecret } = parts;
  const sealing = sealingOf(parts.secret);
  const startedMs = clock();
  const rings = new Map<number, Ring>();
  const reading = new Map<number, Promise<Ring>>();

  async function ringOf(tenantId: number): Promise<Ring> {
    const known = rings.get(tenantId);
    if (known !== undefined && Math.abs(clock() - known.readAtMs) < READ_AGAIN_MS) return known;
    const asked = reading.get(tenantId) ?? read(tenantId).finally(() => reading.delete(tenantId));
    reading.set(tenantId, asked);
    return asked;
  }

  async function read(tenantId: number): Promise<Ring> {
    const nowMs = clock();
    const at = { tenantId, sealing, nowMs };
    const ring = await database.inTenant(tenantId, async (tx) => {
      const known = ringFrom(await storedKeys(tx, tenantId), at);
      if (known !== null && isUsable(known)) return known;
      await oneMaker(tx, tenantId);
      const found = ringFrom(await storedKeys(tx, tenantId), at);
      if (found !== null && (isUsable(found) || Date.parse(found.madeAt) > startedMs)) return found;
      await replaceKey(tx, at);
      return ringFrom(await storedKeys(tx, tenantId), at);
    });
    if (ring === null) throw new Error(`tenant ${tenantId} has no receipt key`);
    if (!isUsable(ring)) onOtherSecret?.(tenantId);
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
          v.omit(StoredKey, ['private_key']),
          sql`select k.key as id, k.public_key, ${TIMES}, t.acronym, t.name
            from receipt_keys k join tenants t on t.id = k.tenant_id where k.key = ${id}
            union all
            select k.key, k.public_key, ${TIMES}, k.acronym, k.name from former_receipt_keys k where k.key = ${id}`,
        ),
      );
      return rows[0] === undefined ? null : publicOf(rows[0]);
    },
  };
}

const TIMES = sql`${instantJson('k.made_at')} as made_at, ${instantJson('k.retired_at')} as retired_at`;

function storedKeys(tx: Transaction, tenantId: number): Promise<StoredKey[]> {
  return tx.rowsOf(
    StoredKey,
    sql`select k.key as id, k.public_key, k.private_key, ${TIMES}, t.acronym, t.name
      from receipt_keys k join tenants t on t.id = k.tenant_id where k.tenant_id = ${tenantId}
      order by k.retired_at desc nulls first, k.key`,
  );
}

type KeyContext = { readonly tenantId: number; readonly sealing: Buffer; readonly nowMs: number };

/** The keys as a server uses them; null when none of them is in use. */
function ringFrom(stored: readonly StoredKey[], { tenantId, sealing, nowMs }: KeyContext): Ring | null {
  const secrets = new Map<string, KeyObject>();
  for (const { id, private_key: sealed } of stored) {
    const secret = unsealed(sealed, { sealing, label: labelOf(tenantId, id) });
    if (secret !== null) secrets.set(id, secret);
  }
  const current = stored.find((key) => key.retired_at === null);
  if (current === undefined) return null;
  const { id: currentId, made_at: madeAt } = current;
  return { readAtMs: nowMs, currentId, madeAt, secrets, keys: stored.map(publicOf) };
}

/** Whether the key in use can be decrypted. */
function isUsable({ secrets, currentId }: Ring): boolean {
  return secrets.has(currentId);
}

/**
 * Takes a lock, so that one transaction at a time makes a key for a tenant. A second one waits here
 * and then finds a key in use.
 */
async function oneMaker(tx: Transaction, tenantId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`receipt-keys:${tenantId}`}, 0))`);
}

/**
 * Makes a new key for a tenant and retires the one in use. Servers sign with the new key once they
 * read the keys again. Resolves to its id. Throws a Portuguese sentence where `secret` is not that
 * of the servers.
 */
export async function rotateReceiptKey(
  database: Database,
  { tenantId, secret, nowMs }: { tenantId: number; secret: string; nowMs: number },
): Promise<string> {
  const at = { tenantId, sealing: sealingOf(secret), nowMs };
  return database.inTenant(tenantId, async (tx) => {
    await oneMaker(tx, tenantId);
    const before = ringFrom(await storedKeys(tx, tenantId), at);
    if (before !== null && !isUsable(before))
      throw new Error('a chave em uso é de outro SESSION_SECRET: rode o comando com o mesmo dos servidores');
    return replaceKey(tx, at);
  });
}

/** Retires the key in use and makes a new one. The caller holds the lock of `oneMaker`. */
async function replaceKey(tx: Transaction, { tenantId, sealing, nowMs }: KeyContext): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
  const id = createHash('sha256').update(raw).digest('base64url');
  const sealed = sealedKey(privateKey, { sealing, label: labelOf(tenantId, id) });
  const at = new Date(nowMs).toISOString();
  await tx.execute(
    sql`update receipt_keys set retired_at = ${at} where tenant_id = ${tenantId} and retired_at is null`,
  );
  await tx.execute(sql`insert into receipt_keys (tenant_id, key, public_key, private_key, made_at)
    values (${tenantId}, ${id}, ${raw}, ${sealed}, ${at})`);
  return id;
}

function publicOf(key: Omit<StoredKey, 'private_key'>): ReceiptKey {
  const { retired_at: retiredAt } = key;
  return {
    id: key.id,
    tenant: { acronym: key.acronym, name: key.name },
    public_key: key.public_key.toString('base64url'),
    from: key.made_at,
    until: retiredAt === null ? null : new Date(Date.parse(retiredAt) + RETIRED_AFTER_MS).toISOString(),
  };
}

/**
 * Puts the fields into one fixed order, because PostgreSQL stores JSON with its own order of names.
 * So every replay of a receipt has the same bytes.
 */
function inOrder({ format, key, tenant, author, document_number, content_sha256 }: Signing): Signing {
  return {
    format,
    key,
    tenant: { id: tenant.id, acronym: tenant.acronym, name: tenant.name },
    author: { id: author.id, name: author.name, ...(author.email === undefined ? {} : { email: author.email }) },
    document_number,
    content_sha256,
  };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Sealing = { readonly sealing: Buffer; readonly label: Buffer };

/**
 * The tenant and the key id, as associated data of the encryption. A row that was moved to another
 * tenant or id can't be decrypted.
 */
function labelOf(tenantId: number, id: string): Buffer {
  return Buffer.from(`${tenantId}:${id}`);
}

function sealedKey(key: KeyObject, { sealing, label }: Sealing): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealing, iv).setAAD(label);
  const bytes = Buffer.concat([cipher.update(key.export({ type: 'pkcs8', format: 'der' })), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]);
}

/**
 * The private key, decrypted; null when it was encrypted under another secret or for another row.
 */
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
