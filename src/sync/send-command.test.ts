import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildCommand, uuid } from '../../test/builders/build-command.ts';
import { buildReply } from '../../test/builders/build-reply.ts';
import { newKey, signedBy } from '../../test/builders/build-signed.ts';
import { NOW_MS } from '../../test/builders/moments.ts';
import { assertFolded, openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createConnection } from './connection.ts';
import { drain } from './drain.ts';
import type { DrainParts, PullParts } from './parts.ts';
import { withSending } from './mirror-outbox.ts';
import type { Answer } from './reading.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await updateDeviceFacts({ receiptKeys: [] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await assertFolded(mirror);
  await mirror.delete();
});

/**
 * Drains the outbox of a device without a row of any document; returns the addresses that were
 * written to, how long an answer was waited for, and the command. `answer`: to the command, or what
 * gives it for the command's form.
 */
async function sent(
  command: OutboxCommand,
  answer: Answer | ((form: FormData) => Answer),
  parts: Answer = buildReply(200, { received: 0, registered: true }),
): Promise<{ written: string[]; patience: (number | undefined)[]; after: OutboxCommand }> {
  await mirror.commands.put(command);
  const written: string[] = [];
  const patience: (number | undefined)[] = [];
  const client: DrainParts['client'] = {
    async request({ method, path, timeoutMs, body }) {
      // Every file that goes ahead is there already.
      if (method === 'PUT') return parts;
      if (method !== 'POST') return { kind: 'failure', sent: false, reason: 'network' };
      written.push(path);
      patience.push(timeoutMs);
      return typeof answer === 'function' ? answer(body as FormData) : answer;
    },
    probe: async () => 'ok',
  };
  const runtime = {
    mirror,
    userId: command.actorId,
    clock: () => NOW_MS,
    newId: () => 'token',
    random: () => 0,
    locks: createLocks().of('tab'),
    setTimer: () => () => undefined,
    seemsOnline: () => true,
    log: () => undefined,
    report: () => undefined,
  };
  const pulling = { runtime, client, connection: createConnection(mirror) } as unknown as PullParts;
  await drain(withSending(pulling, { announce: () => undefined, listen: () => () => undefined }));
  const after = await mirror.commands.get(command.seq);
  if (after === undefined) throw new Error('the command has left the outbox');
  return { written, patience, after };
}

describe('a command on a document that is no longer on the device', () => {
  test.each([
    [403, 'forbidden', 'permission'],
    [404, 'not_found', 'gone'],
  ])('is sent, and the refusal %i is told', async (status, type, errorClass) => {
    const refusal = buildReply(status, { message: 'Não foi possível.', type });
    const { written, after } = await sent(buildCommand('respond', { documentKey: 's:5' }), refusal);
    expect(written).toEqual(['/api/documents/5']);
    expect(after).toMatchObject({ state: 'refused', lastError: { class: errorClass } });
  });

  test('is not sent when the document was made here and has no number of the server yet', async () => {
    const { written, after } = await sent(buildCommand('respond', { documentKey: 'made-here' }), buildReply(200, {}));
    expect(written).toEqual([]);
    expect(after.state).toBe('backoff');
  });
});

test('a command that is registered is done, although the device can neither read nor store keys of receipts', async () => {
  const command = buildCommand('respond', { documentKey: 's:1' });
  const receipt = signedBy(newKey(), { key: command.id });
  const open = indexedDB.open.bind(indexedDB);
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'malote-device') throw new DOMException('full', 'QuotaExceededError');
    return open(name, version);
  });
  const { after } = await sent(command, buildReply(200, { receipt }));
  expect(broken).toHaveBeenCalled();
  expect(after).toMatchObject({ state: 'done', receipt, lease: null });
  expect(await mirror.receipts.get(command.id)).toMatchObject({ receipt, check: 'unknown-key' });
});

async function withFile(size: number) {
  const file = Object.assign(new Blob([new Uint8Array(size)]), { name: 'laudo.pdf' });
  const kept = await keepFile(mirror, { id: uuid(50), owner: commandOwnerOf(uuid(1)), file, nowMs: NOW_MS });
  return { documentKey: 's:5', files: [kept] };
}

describe('a command whose form a proxy finds too large', () => {
  const tooLarge = buildReply(413, undefined);
  const proxy = (taken: Answer) => (form: FormData) => (form.has('files[]') ? tooLarge : taken);

  test.each([
    ['of a large command, after failures', 20_000_000, 3],
    ['of a small one', 900_000, 0],
  ])('%s, is sent in parts', async (_which, size, failures) => {
    const command = buildCommand('respond', { ...(await withFile(size)), failures });
    const receipt = signedBy(newKey(), { key: command.id });
    const { written, after } = await sent(command, proxy(buildReply(200, { receipt })));
    expect(written).toEqual(['/api/documents/5', '/api/documents/5']);
    expect(after).toMatchObject({ state: 'done', receipt });
  });

  test('waits, where the parts fail', async () => {
    const command = buildCommand('respond', { ...(await withFile(20_000_000)), failures: 3 });
    const { after } = await sent(command, proxy(buildReply(200, {})), buildReply(502, undefined));
    expect(after).toMatchObject({ state: 'backoff', failures: 4, answerLost: false });
  });

  test.each([
    ['it has no files', 0],
    ['the server takes no parts', 900_000],
  ])('is refused, where %s', async (_why, size) => {
    const files = size === 0 ? { documentKey: 's:5' } : await withFile(size);
    const { after } = await sent(buildCommand('respond', files), tooLarge, buildReply(404, { message: 'Não há.' }));
    expect(after).toMatchObject({ state: 'refused', lastError: { class: 'too_large' } });
  });
});

test.each([
  ['without files', 0, 30_000],
  ['with 1 MB in its form, at 16 kB a second', 1_000_000, 92_500],
  ['with 20 MB that went ahead, at the speed at which the server joins them', 20_000_000, 136_952],
])('an answer to a command %s is waited for', async (_what, size, ms) => {
  const command = buildCommand('respond', size === 0 ? { documentKey: 's:5' } : await withFile(size));
  const { patience } = await sent(command, buildReply(404, { message: 'Não há.', type: 'not_found' }));
  expect(patience).toEqual([ms]);
});
