// A device that drains its outbox to a server through a network that counts and cuts: the real
// mirror, drain and client on one side, the real server on the other. Its clock runs with the bytes
// that pass, so that a slow link takes no time.

import { randomUUID } from 'node:crypto';
import { openTestMirror } from '../../builders/open-test-mirror.ts';
import { createLocks } from '../../fakes/locks.ts';
import type { FaultProxy } from '../../e2e/fault-proxy.ts';
import { buildCommand } from '../../builders/build-command.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { CommandPayloads, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { drain } from '#sync/drain.ts';
import type { DrainParts } from '#sync/parts.ts';
import type { SyncRuntime } from '#sync/runtime.ts';
import { syncParts } from '#sync/sync-parts.ts';
import type { TestClient } from './test-client.ts';
import type { Town } from './world.ts';

export type UploadingDevice = {
  readonly mirror: Mirror;
  readonly parts: DrainParts;
  /** Puts a creation with these files into the outbox. */
  readonly enqueue: (payload: CommandPayloads['create-document'], files: readonly Buffer[]) => Promise<OutboxCommand>;
  /**
   * Drains, and waits until something is due, until the outbox is empty or `drains` have run.
   * Returns how many have.
   */
  readonly drainAll: (drains?: number) => Promise<number>;
  readonly commandOf: (id: string) => Promise<OutboxCommand>;
};

/** A document for Bia of SEMED, in the free subject. */
export const planFor = ({ subjects, sectors, people }: Town): CommandPayloads['create-document'] => ({
  document_subject_id: subjects.free,
  type: 'general_document',
  organization_ids: [sectors.SEMED],
  user_ids: [people.bia.id],
  title: 'Plano de contingência',
  physical_document_number: 'Ofício nº 7/2026/SEMOB',
  limit_date: '2031-01-31',
  content: '<p>Segue o plano.</p>',
  tags: [],
  is_exception: false,
  exception_reason: null,
});

type Opening = {
  readonly proxy: FaultProxy;
  /** Speed of the link, by which the device's clock runs. */
  readonly bytesPerMs: number;
  /** The disk of a device that has died. Default: a new one. */
  readonly disk?: Mirror;
};

export async function openUploadingDevice(
  client: TestClient,
  { proxy, bytesPerMs, disk }: Opening,
): Promise<UploadingDevice> {
  const mirror = disk ?? (await openTestMirror());
  let waitedMs = Date.now();
  const passed = (): number => proxy.passages.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
  const clock = (): number => waitedMs + passed() / bytesPerMs;
  const runtime: SyncRuntime = {
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', client.headers()['cookie'] ?? '');
      return fetch(input, { ...init, headers });
    },
    clock,
    random: () => 0.5,
    newId: () => randomUUID(),
    locks: createLocks().of('tab'),
    owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
    // Nothing here waits for time but the lease, which no other sender wants.
    setTimer: () => () => undefined,
    seemsOnline: () => true,
    baseUrl: proxy.url,
    mirror,
    userId: client.userId,
    log: () => undefined,
    report: () => undefined,
  };
  const parts = syncParts(runtime, { announce: () => undefined, listen: () => () => undefined });
  return {
    mirror,
    parts,
    async enqueue(payload, contents) {
      const id = randomUUID();
      const owner = commandOwnerOf(id);
      const files = [];
      for (const [at, content] of contents.entries()) {
        const file = Object.assign(new Blob([new Uint8Array(content)]), { name: `anexo-${at}.pdf` });
        files.push(await keepFile(mirror, { id: randomUUID(), owner, file, nowMs: clock() }));
      }
      const command = buildCommand('create-document', {
        id,
        actorId: client.userId,
        loginId: null,
        documentKey: id,
        payload,
        performedAtMs: Date.now(),
        files: files.map(({ id: file, name, mime, size, sha256 }) => ({ id: file, name, mime, size, sha256 })),
      });
      await mirror.commands.put(command);
      return command;
    },
    async drainAll(drains = 50) {
      for (let count = 1; count <= drains; count += 1) {
        const { nextDueMs } = await drain(parts);
        if (nextDueMs === null) return count;
        waitedMs += Math.max(0, nextDueMs - clock());
      }
      return drains;
    },
    async commandOf(id) {
      const found = await mirror.commands.where('id').equals(id).first();
      if (found === undefined) throw new Error('the command has left the outbox');
      return found;
    },
  };
}
