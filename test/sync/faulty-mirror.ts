// The real mirror on a database that can die or fail at any of its operations: "crash at every
// await", by counting.

import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { Dexie, type DBCore, type DBCoreTransaction } from 'dexie';

/**
 * Input and output of one life of a device: operations on database and network, counted until its
 * death.
 */
export type Life = {
  /** Number of operations so far. */
  used: number;
  /** Operations until the device dies; null when it survives. */
  left: number | null;
  /** Operations until one of them fails; null when none does. */
  stumble: number | null;
  /** How many operations in a row fail then. */
  stumbles: number;
  dead: boolean;
  /**
   * Ids of commands that were done and then changed to another state, in this life or an earlier
   * one.
   */
  readonly undone: string[];
};

export function newLife(undone: string[] = []): Life {
  return { used: 0, left: null, stumble: null, stumbles: 1, dead: false, undone };
}

export class Crash extends Error {
  constructor() {
    super('the device is gone');
    this.name = 'Crash';
  }
}

/** Counts one operation. Throws when the device dies with it or has died before. */
export function live(life: Life): void {
  life.used += 1;
  if (life.left !== null) {
    life.left -= 1;
    if (life.left < 0) life.dead = true;
  }
  if (life.dead) throw new Crash();
}

/** Opens the mirror of that name for one life of a device. */
export function openFaultyMirror(name: string, life: Life): Mirror {
  const mirror = new Mirror(name);
  mirror.use({ stack: 'dbcore', name: 'faults', level: 0, create: (core) => faulty(core, life) });
  mirror.commands.hook('updating', (changes, _seq, command) => noteUndone(life, { before: command, after: changes }));
  return mirror;
}

/** Counts an operation on a database that fails or dies there, by throwing. */
export function guardOf(life: Life): () => void {
  return () => {
    live(life);
    if (life.stumble === null) return;
    life.stumble -= 1;
    if (life.stumble >= 0) return;
    life.stumbles -= 1;
    if (life.stumbles <= 0) life.stumble = null;
    throw new DOMException('Internal error', 'UnknownError');
  };
}

/** Records commands that change after they were done. */
export function noteUndone(life: Life, { before, after }: Record<'before' | 'after', Partial<OutboxCommand>>): void {
  if (before.state === 'done' && (after.state ?? 'done') !== 'done') life.undone.push(before.id ?? '');
}

function faulty(core: DBCore, life: Life): DBCore {
  const guard = guardOf(life);
  const guarded = (transaction: DBCoreTransaction) => failed(guard, transaction);
  return {
    ...core,
    transaction(...args) {
      if (life.dead) throw new Crash();
      return core.transaction(...args);
    },
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => guarded(request.trans) ?? table.mutate(request),
        get: (request) => guarded(request.trans) ?? table.get(request),
        getMany: (request) => guarded(request.trans) ?? table.getMany(request),
        query: (request) => guarded(request.trans) ?? table.query(request),
        openCursor: (request) => guarded(request.trans) ?? table.openCursor(request),
        count: (request) => guarded(request.trans) ?? table.count(request),
      };
    },
  };
}

/**
 * Null when the operation may go on; otherwise its failure, with the transaction rolled back as a
 * death would leave it.
 */
function failed(guard: () => void, transaction: DBCoreTransaction): Promise<never> | null {
  try {
    guard();
    return null;
  } catch (error) {
    abort(transaction);
    return Dexie.Promise.reject(error) as unknown as Promise<never>;
  }
}

function abort(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction is already over.
  }
}
