// Receipts as a third party checks them (S98): with the public key and Node's own cryptography, not
// with ours.

import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { ReceiptKey } from '#contract/receipt-key.ts';
import { contentText, signedText, type SignedContent } from '#contract/signed-receipt.ts';
import { Receipt } from '#contract/writes.ts';
import { checkReceipt } from '#mirror/keep/receipts.ts';
import { openReceiptKeys, rotateReceiptKey } from '#server/signing/receipt-keys.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { TEST_SECRET, type TestServer } from '../harness/harness.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi, ana, bia } = town));

const DAY_MS = 86_400_000;

type SignedReceipt = Receipt & { readonly signed: SignedContent };

const toBia = () => ({ town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function signedOf(json: { receipt?: unknown }): SignedReceipt {
  const receipt = v.parse(Receipt, json.receipt);
  expect(receipt.signed).toBeDefined();
  return receipt as SignedReceipt;
}

function send(client: TestClient, document: { id: number }, payload: object, key: string = randomUUID()) {
  const url = `/api/documents/${document.id}`;
  return client.inject({ method: 'PATCH', url, payload, headers: { 'idempotency-key': key } });
}

async function keyOf(id: string): Promise<ReceiptKey> {
  const answer = await server.app.inject(`/api/receipt-keys/${id}`);
  expect(answer.statusCode).toBe(200);
  return v.parse(ReceiptKey, answer.json());
}

function isGood(receipt: SignedReceipt, key: ReceiptKey): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.public_key };
  const { signature, ...facts } = receipt.signed;
  return verify(
    null,
    Buffer.from(signedText(receipt, facts)),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
}

describe('signed receipts', () => {
  it('every act is signed for its author, its document and its content, and anyone can check it', async () => {
    const key = randomUUID();
    const created = await postDocument(ana, { ...toBia(), headers: { 'idempotency-key': key } });
    const { document } = created.json();
    const receipt = signedOf(created.json());
    const filesSha256 = document.files.map((file: { sha256: string }) => file.sha256);
    expect(filesSha256).toHaveLength(1);
    expect(receipt.signed).toMatchObject({
      format: 2,
      tenant: { id: pmvi.id, acronym: 'PMVI' },
      author: { id: ana.userId, email: 'ana@pmvi.example' },
      document_number: document.number,
      content_sha256: sha256(contentText({ text: document.content, filesSha256 })),
    });
    const publicKey = await keyOf(receipt.signed.key);
    expect(createHash('sha256').update(Buffer.from(publicKey.public_key, 'base64url')).digest('base64url')).toBe(
      publicKey.id,
    );
    expect(publicKey).toMatchObject({ tenant: { acronym: 'PMVI' }, until: null });
    expect(isGood(receipt, publicKey)).toBe(true);

    const content = 'Segue a <strong>resposta</strong>.';
    const replied = signedOf((await send(bia, document, { content })).json());
    expect(replied.signed.content_sha256).toBe(sha256(contentText({ text: content, filesSha256: [] })));
    expect(replied.signed.author.id).toBe(bia.userId);
    const completed = signedOf((await send(bia, document, { status: 'completed' })).json());
    expect(completed.signed.content_sha256).toBe(sha256(contentText({ text: '', filesSha256: [] })));
    const views = `/api/documents/${document.id}/views`;
    const headers = { 'idempotency-key': randomUUID() };
    const viewed = signedOf((await bia.inject({ method: 'POST', url: views, payload: {}, headers })).json());
    for (const one of [replied, completed, viewed]) {
      expect(one.signed.document_number).toBe(document.number);
      expect(isGood(one, publicKey)).toBe(true);
    }
  });

  it('a changed word of a receipt is not covered by its signature', async () => {
    const document = await createdDocument(ana, toBia());
    const receipt = signedOf((await send(bia, document, { content: 'Ciente.' })).json());
    const key = await keyOf(receipt.signed.key);
    const { signed } = receipt;
    const changed: SignedReceipt[] = [
      { ...receipt, type: 'complete-document' },
      { ...receipt, result: 'already_open' },
      { ...receipt, rev: receipt.rev + 1 },
      { ...receipt, key: randomUUID() },
      { ...receipt, at: new Date(Date.parse(receipt.at) + 1).toISOString() },
      { ...receipt, ids: { ...receipt.ids, document_id: document.id + 1 } },
      { ...receipt, ids: { document_id: document.id } },
      { ...receipt, note: { user_id: null, limit_date: '2026-12-01' } },
      { ...receipt, signed: { ...signed, author: { ...signed.author, name: 'Outra Pessoa' } } },
      { ...receipt, signed: { ...signed, tenant: { ...signed.tenant, name: 'Outra Prefeitura' } } },
      { ...receipt, signed: { ...signed, document_number: (signed.document_number ?? 0) + 1 } },
      { ...receipt, signed: { ...signed, content_sha256: sha256('outro texto') } },
    ];
    expect(isGood(receipt, key)).toBe(true);
    for (const one of changed) expect(isGood(one, key)).toBe(false);
  });

  it('a replay and the receipt asked later are the same bytes, also after its author was renamed', async () => {
    const document = await createdDocument(ana, toBia());
    const key = randomUUID();
    const first = JSON.stringify((await send(bia, document, { content: 'Uma vez.' }, key)).json().receipt);
    await world.query(`update users set last_name = 'Renomeada' where id = ${bia.userId}`);
    const second = await send(bia, document, { content: 'Uma vez.' }, key);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(JSON.stringify(second.json().receipt)).toBe(first);
    expect(JSON.stringify((await bia.get(`/api/sync/receipts/${key}`)).json())).toBe(first);
    const withdrawn = await bia.send('DELETE', `/api/sync/receipts/${key}?attempts=1`);
    expect(JSON.stringify(withdrawn.json().receipt)).toBe(first);
    const later = signedOf((await send(bia, document, { content: 'Outra vez.' })).json());
    expect(later.signed.author.name).toContain('Renomeada');
  });

  it('the session gives the public keys, and only those of its tenant', async () => {
    const user = (await ana.get('/api/user')).json();
    const stored = await world.query<{ id: string }>(`select key as id from receipt_keys where tenant_id = ${pmvi.id}`);
    expect(user.receipt_keys.map((key: ReceiptKey) => key.id)).toEqual(stored.map((row) => row.id));
    expect(JSON.stringify(user.receipt_keys)).not.toContain('private');
  });

  it('a receipt of an older version stays without a signature, and its replay is answered', async () => {
    const document = await createdDocument(ana, toBia());
    const key = randomUUID();
    await send(bia, document, { content: 'De antes.' }, key);
    await world.query(`update receipts set signing = null where key = '${key}'`);
    const replayed = await send(bia, document, { content: 'De antes.' }, key);
    expect(replayed.statusCode).toBe(200);
    expect(replayed.json().receipt.signed).toBeUndefined();
  });

  it('no private key is stored in the clear', async () => {
    const [row] = await world.query<{ private_key: Buffer }>(
      `select private_key from receipt_keys where tenant_id = ${pmvi.id}`,
    );
    const der = Buffer.from('302e020100300506032b6570', 'hex');
    expect(row?.private_key.includes(der)).toBe(false);
  });
});

/** A receipt as it is kept, to be signed by this key. */
async function unsignedReceipt(key: string) {
  const document = await createdDocument(ana, toBia());
  const { signed, ...receipt } = signedOf((await send(bia, document, { content: 'Ciente.' })).json());
  const { signature: _signature, ...signing } = signed;
  return { receipt, signing: { ...signing, key } };
}

describe('another key', () => {
  it('is made by a command, used by all servers after a while, and what the one before it signed stays good', async () => {
    const { database, services } = server;
    const document = await createdDocument(ana, toBia());
    const old = signedOf((await send(bia, document, { content: 'Com a chave de antes.' })).json());
    const at = { nowMs: services.clock() };
    const open = () => openReceiptKeys({ database, secret: TEST_SECRET, clock: () => at.nowMs });
    const [one, two] = [open(), open()];
    expect([await one.current(pmvi.id), await two.current(pmvi.id)]).toEqual([old.signed.key, old.signed.key]);
    const rotation = { tenantId: pmvi.id, secret: TEST_SECRET, nowMs: at.nowMs };
    await expect(rotateReceiptKey(database, { ...rotation, secret: 'another' })).rejects.toThrow('SESSION_SECRET');
    const made = await rotateReceiptKey(database, rotation);
    // A server that has read the keys goes on with the old one until it reads them again; both
    // count meanwhile.
    at.nowMs += 9 * 60_000;
    expect(await one.current(pmvi.id)).toBe(old.signed.key);
    const meanwhile = await unsignedReceipt(old.signed.key);
    const byOld = await one.signed(pmvi.id, {
      ...meanwhile,
      receipt: { ...meanwhile.receipt, at: new Date(at.nowMs).toISOString() },
    });
    at.nowMs += 2 * 60_000;
    expect([await one.current(pmvi.id), await two.current(pmvi.id)]).toEqual([made, made]);
    const keys = await two.publicKeys(pmvi.id);
    expect(keys[0]).toMatchObject({ id: made, until: null });
    expect(keys.find(({ id }) => id === old.signed.key)?.until).not.toBeNull();
    expect(await checkReceipt(old, keys)).toBe('valid');
    expect(await checkReceipt(byOld, keys)).toBe('valid');
    // A device that has only the keys from before asks for the new one by its id.
    const { receipt, signing } = await unsignedReceipt(made);
    const byNew = await two.signed(pmvi.id, { receipt: { ...receipt, at: new Date(at.nowMs).toISOString() }, signing });
    expect(await checkReceipt(byNew, keys.slice(1))).toBe('unknown-key');
    expect(await checkReceipt(byNew, [await keyOf(made)])).toBe('valid');
    // Long after, the old key counts for nothing new.
    const late = await one.signed(pmvi.id, {
      receipt: { ...meanwhile.receipt, at: new Date(at.nowMs + DAY_MS).toISOString() },
      signing: meanwhile.signing,
    });
    expect(await checkReceipt(late, keys)).toBe('invalid');
  });
});

describe('another secret', () => {
  it('makes a new key, and receipts of the old one can still be checked', async () => {
    const document = await createdDocument(ana, toBia());
    const key = randomUUID();
    const old = signedOf((await send(bia, document, { content: 'Antes da troca.' }, key)).json());
    const { database, services } = server;
    // Long after the receipt, so that no tolerance makes the new key count for it.
    const clock = () => services.clock() + DAY_MS;
    const rotated = openReceiptKeys({ database, secret: `${TEST_SECRET}, changed`, clock });
    const [inUse, ...before] = await rotated.publicKeys(pmvi.id);
    expect(inUse?.id).not.toBe(old.signed.key);
    expect(inUse?.until).toBeNull();
    const retired = before.find((one) => one.id === old.signed.key);
    expect(Date.parse(String(retired?.until))).toBeGreaterThan(Date.parse(old.at));
    const keys = await rotated.publicKeys(pmvi.id);
    expect(await checkReceipt(old, keys)).toBe('valid');
    // A replay never looks forged: it is answered without a signature where the key can't be used
    // any more.
    const { signature: _old, ...signing } = old.signed;
    const { signed: _signed, ...receipt } = old;
    const again = await rotated.signed(pmvi.id, { receipt, signing });
    expect([await checkReceipt(again, keys), again]).toEqual(['unsigned', receipt]);
    // What is registered from now on is signed by the new key.
    const later = { ...receipt, at: new Date(clock()).toISOString() };
    const signedLater = await rotated.signed(pmvi.id, {
      receipt: later,
      signing: { ...signing, key: inUse?.id ?? '' },
    });
    expect(await checkReceipt(signedLater, keys)).toBe('valid');
  });

  it('two servers with different secrets do not retire the keys of each other for ever', async () => {
    const { database, services } = server;
    const minutes = (count: number) => () => services.clock() + 2 * DAY_MS + count * 60_000;
    const at = { now: minutes(0) };
    const clock = () => at.now();
    const other: number[] = [];
    const onOtherSecret = (tenantId: number) => void other.push(tenantId);
    const open = (secret: string) => openReceiptKeys({ database, secret, clock, onOtherSecret });
    const first = open('the first secret');
    const key = await first.current(pmvi.id);
    at.now = minutes(1);
    const second = open('the second secret');
    const later = await second.current(pmvi.id);
    expect([other, later === key]).toEqual([[], false]);
    for (const count of [20, 40, 60]) {
      at.now = minutes(count);
      expect([await first.current(pmvi.id), await second.current(pmvi.id)]).toEqual([later, later]);
    }
    expect(other).toEqual([pmvi.id, pmvi.id, pmvi.id]);
    // The one that has another secret signs nothing, so nothing of it looks forged.
    const { receipt, signing } = await unsignedReceipt(later);
    expect((await first.signed(pmvi.id, { receipt, signing })).signed).toBeUndefined();
    expect((await second.signed(pmvi.id, { receipt, signing })).signed).toBeDefined();
  });

  it('servers that start at the same time make one key', async () => {
    await world.query(`update receipt_keys set retired_at = now() where retired_at is null`);
    const open = () =>
      openReceiptKeys({ database: server.database, secret: TEST_SECRET, clock: () => server.services.clock() });
    const ids = await Promise.all([open(), open(), open()].map((keys) => keys.current(pmvi.id)));
    expect(new Set(ids).size).toBe(1);
    const [row] = await world.query<{ total: string }>(
      `select count(*) as total from receipt_keys where tenant_id = ${pmvi.id} and retired_at is null`,
    );
    expect(Number(row?.total)).toBe(1);
  });
});
