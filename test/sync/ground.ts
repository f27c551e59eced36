// The storage below the devices of a history: the real mirror on a database that dies and fails, or
// the same code on tables in memory.

import { createConnection } from '#sync/connection.ts';
import { clientOver, type Carry } from '#sync/client.ts';
import type { DrainParts, PullParts } from '#sync/parts.ts';
import { olderRows } from '#mirror/apply/older-rows.ts';
import { mirrorStore } from '#sync/mirror-store.ts';
import type { SyncRuntime } from '#sync/runtime.ts';
import type { SessionSignals } from '#sync/session-gate.ts';
import { loadPlainServer } from '#sync/load-plain-server.ts';
import { withSending } from '#sync/mirror-outbox.ts';
import { syncParts } from '#sync/sync-parts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { noteUndone, openFaultyMirror, type Life } from './faulty-mirror.ts';
import { joining, MemoryDisk, openMemoryMirror } from './memory-mirror.ts';

export type Parts = DrainParts & PullParts;

export type Ground = {
  /** Opens the mirror of that name for one life of a device. */
  open(name: string, life: Life): Mirror;
  /** The mirror as gestures use it. */
  actingOn(mirror: Mirror): Mirror;
  /** `carry`: the network of the device below the client. */
  partsOf(given: { runtime: SyncRuntime; signals: SessionSignals; carry: Carry }): Parts;
};

export const MIRROR_GROUND: Ground = {
  open: openFaultyMirror,
  actingOn: (mirror) => mirror,
  partsOf: ({ runtime, signals }) => syncParts(runtime, signals),
};

export type Disks = Map<string, MemoryDisk>;

/** `disks`: those of one history, by the name of the mirror. `before`: their initial content. */
export function memoryGround(disks: Disks, before?: Disks): Ground {
  return {
    open(name, life) {
      const known = disks.get(name);
      const noted = (table: string, change: Parameters<typeof noteUndone>[1]) => {
        if (table === 'commands') noteUndone(life, change);
      };
      const disk = known ?? new MemoryDisk(noted, before?.get(name));
      disks.set(name, disk);
      return openMemoryMirror(disk, { name, life });
    },
    actingOn: joining,
    partsOf({ runtime, signals, carry }) {
      const { mirror } = runtime;
      const store = { ...mirrorStore(runtime), staleDetails: staleIn(mirror) };
      const pulling = { runtime, client: clientOver(carry), connection: createConnection(mirror), store };
      return withSending({ ...pulling, plain: loadPlainServer }, signals);
    },
  };
}

/**
 * All documents whose details are missing or older than their row. Only the real mirror orders
 * them.
 */
function staleIn(mirror: Mirror): PullParts['store']['staleDetails'] {
  return async ({ limit, skip }) => {
    const kept = new Map((await mirror.details.toArray()).map((details) => [details.id, details.rev]));
    const documents = await mirror.documents.toArray();
    const unverified = [...(await olderRows(mirror)).unverified].filter((id) => !skip.has(id));
    if (unverified.length > 0) return { ids: unverified.slice(0, limit), rows: 'full' };
    const stale = documents.flatMap(({ serverId, rev }) =>
      serverId === null || skip.has(serverId) || (kept.get(serverId) ?? -1) >= rev ? [] : [serverId],
    );
    return { ids: stale.slice(0, limit) };
  };
}
