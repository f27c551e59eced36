// A mirror whose database is in memory. All code of src/mirror, src/commands and src/sync runs on
// it unchanged. Only the tables and their transactions differ: no IndexedDB, no copies of rows, and
// no waiting. A read outside of a transaction may see an unfinished one; code that decides reads
// inside its own transaction.

import { setImmediate } from 'node:timers/promises';
import { DocumentRows, Mirror } from '#mirror/store/schema.ts';
import { upcastCommand } from '#mirror/store/upcast-command.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { Crash, guardOf, type Life } from './faulty-mirror.ts';
import { MemoryData, type Shape, type StoredRow } from './memory-data.ts';
import { MemoryTable } from './memory-tables.ts';

/** The tables of the real schema. */
const SHAPES: readonly Shape[] = new Mirror('shape').tables.map(({ name, schema }) => ({
  name,
  keyPath: schema.primKey.keyPath as string | string[],
  isCounted: schema.primKey.auto === true,
  unique: schema.indexes.filter((index) => index.unique === true).map((index) => index.keyPath as string),
  ...(name === 'commands' ? { read: (row: StoredRow) => upcastCommand(row as unknown as OutboxCommand) } : {}),
}));

type Turn = { readonly life: Life; readonly undo: (() => void)[] };

/** The disk of one person on one device: it outlives the lives of the device. */
export class MemoryDisk {
  readonly tables: ReadonlyMap<string, MemoryData>;
  /** The running transaction. */
  #turn: Turn | null = null;
  readonly #waiting: (() => void)[] = [];

  /** `from`: the disk whose content it starts with. */
  constructor(onChange: (table: string, change: { before: StoredRow; after: StoredRow }) => void, from?: MemoryDisk) {
    const journal = { note: (undo: () => void) => void this.#turn?.undo.push(undo) };
    this.tables = new Map(
      SHAPES.map((shape) => {
        const told = {
          ...shape,
          onChange: (before: StoredRow, after: StoredRow) => onChange(shape.name, { before, after }),
        };
        return [shape.name, new MemoryData(told, journal)];
      }),
    );
    for (const [name, data] of from?.tables ?? []) this.tables.get(name)?.copyFrom(data);
  }

  /** Runs `work` when no other transaction runs. A failure undoes all its writes. */
  async transact<Result>(life: Life, work: () => Promise<Result>): Promise<Result> {
    while (this.#turn !== null) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (life.dead) {
      this.#next();
      throw new Crash();
    }
    const turn: Turn = { life, undo: [] };
    this.#turn = turn;
    try {
      const result = await work();
      if (this.#turn !== turn) throw new Crash();
      this.#end(turn);
      return result;
    } catch (error) {
      // Operations that the work started beside the failing one go on writing, and wait for nothing
      // but themselves.
      await setImmediate();
      this.#takeBack(turn);
      throw error;
    }
  }

  /** A device has died: its uncommitted writes are gone. */
  abandon(life: Life): void {
    if (this.#turn?.life === life) this.#takeBack(this.#turn);
  }

  #takeBack(turn: Turn): void {
    if (this.#turn !== turn) return;
    this.#turn = null;
    for (const undo of turn.undo.reverse()) undo();
    this.#next();
  }

  #end(turn: Turn): void {
    if (this.#turn === turn) this.#turn = null;
    this.#next();
  }

  #next(): void {
    if (this.#turn === null) this.#waiting.shift()?.();
  }
}

/** The mirror of that disk for one life of a device. */
export function openMemoryMirror(disk: MemoryDisk, { name, life }: { name: string; life: Life }): Mirror {
  const guard = guardOf(life);
  const tables = new Map([...disk.tables].map(([table, data]) => [table, new MemoryTable(data, guard)]));
  const table = (wanted: string) => {
    const found = tables.get(wanted);
    if (found === undefined) throw new Error(`no table ${wanted}`);
    return found;
  };
  const reading = (work: () => unknown) => work();
  const documents = new DocumentRows({ records: table('documents'), slices: table('slices'), reading } as never);
  const mirror = {
    ...Object.fromEntries(tables),
    name,
    documents,
    tables: [...tables.values()],
    table,
    transaction: (_mode: string, _tables: unknown, work: () => Promise<unknown>) =>
      disk.transact(life, async () => work()),
    makeSpace: async () => false,
    open: async () => undefined,
    close: () => {
      if (life.dead) disk.abandon(life);
    },
    delete: async () => {
      for (const data of disk.tables.values()) data.clear();
    },
  };
  return mirror as unknown as Mirror;
}

/**
 * The mirror for what its person does. A gesture may be part of a larger one, and joins its
 * transaction; nothing tells that from a transaction of another gesture, but a person does one
 * thing at a time.
 */
export function joining(mirror: Mirror): Mirror {
  let depth = 0;
  const transaction = async (mode: 'rw', tables: readonly string[], work: () => Promise<unknown>) => {
    if (depth > 0) return work();
    return mirror.transaction(mode, tables, async () => {
      depth += 1;
      return work().finally(() => (depth -= 1));
    });
  };
  return Object.assign(Object.create(mirror) as Mirror, { transaction });
}
