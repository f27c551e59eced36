import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../../test/builders/build-command.ts';
import { buildReply } from '../../test/builders/build-reply.ts';
import { newKey, signedBy } from '../../test/builders/build-signed.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { pinReceiptKeys, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { fetchReceipts } from './tidy-done.ts';
import type { Answer } from './reading.ts';
import type { SyncRuntime } from './runtime.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await updateDeviceFacts({ receiptKeys: [] });
});
afterEach(() => mirror.delete());

const PAIR = newKey();
const id = uuid(1);

/** Fetches from a server with these answers; returns the addresses that were asked. */
async function fetched(answers: Readonly<Record<string, Answer>>): Promise<string[]> {
  const asked: string[] = [];
  const request = async ({ path }: { path: string }): Promise<Answer> => {
    asked.push(path);
    return answers[path] ?? { kind: 'failure', sent: false, reason: 'network' };
  };
  await fetchReceipts({ mirror } as SyncRuntime, { request, probe: async () => 'ok' });
  return asked;
}

describe('receipts of acts whose answer was lost', () => {
  const path = `/api/sync/receipts/${id}`;
  const keyPath = `/api/receipt-keys/${PAIR.key.id}`;
  const receipt = signedBy(PAIR, { key: id });

  it('are asked for once, checked with a key that is asked for too, and kept', async () => {
    await pinReceiptKeys([newKey().key]);
    await mirror.commands.bulkPut([
      buildCommand('respond', { seq: 1, id, state: 'done', receipt: buildReceipt({ key: id }) }),
      buildCommand('record-view', { seq: 2, id: uuid(2), state: 'done' }),
      buildCommand('respond', { seq: 3, id: uuid(3), state: 'queued' }),
    ]);
    expect(await fetched({ [path]: buildReply(200, receipt), [keyPath]: buildReply(200, PAIR.key) })).toEqual([
      path,
      keyPath,
    ]);
    expect(await mirror.receipts.toArray()).toEqual([{ key: id, documentId: 1, receipt, check: 'valid' }]);
    expect((await readDeviceFacts()).receiptKeys).toHaveLength(2);
    expect(await fetched({})).toEqual([]);
  });

  it('are not asked of a server that never signed here, and a trouble of the network ends the asking', async () => {
    const done = [1, 2].map((at) => buildCommand('respond', { seq: at, id: uuid(at), state: 'done' }));
    await mirror.commands.bulkPut(done);
    expect(await fetched({})).toEqual([]);
    await pinReceiptKeys([PAIR.key]);
    expect(await fetched({})).toHaveLength(1);
    const missing = buildReply(404, { message: 'Não encontrado.', type: 'not_found' });
    expect(await fetched({ [path]: missing })).toHaveLength(2);
    expect(await mirror.receipts.count()).toBe(0);
  });
});
