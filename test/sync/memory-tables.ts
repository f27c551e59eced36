// Tables in memory with the part of Dexie's interface that the mirror's own code uses. Only the
// storage differs: the keys, the indexes and the order of rows are those of the real schema
// (memory-mirror.ts).

import { compare, type Key, type MemoryData, type StoredRow } from './memory-data.ts';

type Row = StoredRow;

/** Runs before each operation on a table, and throws where the device dies or fails. */
export type Guard = () => void;

/**
 * A table as one context sees it. Rows are never changed in place, so they are handed out as they
 * are.
 */
export class MemoryTable {
  readonly #data: MemoryData;
  readonly #guard: Guard;

  constructor(data: MemoryData, guard: Guard) {
    this.#data = data;
    this.#guard = guard;
  }

  get name(): string {
    return this.#data.name;
  }

  get(key: Key | Readonly<Record<string, unknown>>): Promise<Row | undefined> {
    return this.#ask(() => {
      if (typeof key !== 'object' || Array.isArray(key)) return this.#data.get(key as Key);
      const wanted = Object.entries(key);
      return this.#data.all().find((row) => wanted.every(([name, value]) => row[name] === value));
    });
  }

  bulkGet(keys: readonly Key[]): Promise<(Row | undefined)[]> {
    return this.#ask(() => keys.map((key) => this.#data.get(key)));
  }

  put(row: Row): Promise<unknown> {
    return this.#ask(() => this.#data.put(row));
  }

  bulkPut(rows: readonly Row[]): Promise<void> {
    return this.#ask(() => {
      for (const row of rows) this.#data.put(row);
    });
  }

  add(row: Row): Promise<unknown> {
    return this.#ask(() => this.#data.add(row));
  }

  bulkAdd(rows: readonly Row[]): Promise<void> {
    return this.#ask(() => {
      for (const row of rows) this.#data.add(row);
    });
  }

  update(key: Key, changes: Readonly<Record<string, unknown>>): Promise<number> {
    return this.#ask(() => {
      const stored = this.#data.raw(key);
      if (stored === undefined) return 0;
      this.#data.put(changed(stored, changes));
      return 1;
    });
  }

  delete(key: Key): Promise<void> {
    return this.#ask(() => this.#data.delete(key));
  }

  bulkDelete(keys: readonly Key[]): Promise<void> {
    return this.#ask(() => {
      for (const key of keys) this.#data.delete(key);
    });
  }

  clear(): Promise<void> {
    return this.#ask(() => this.#data.clear());
  }

  count(): Promise<number> {
    return this.#ask(() => this.#data.all().length);
  }

  toArray(): Promise<Row[]> {
    return this.#ask(() => [...this.#data.all()]);
  }

  each(work: (row: Row) => void): Promise<void> {
    return this.toCollection().each(work);
  }

  limit(count: number): MemoryCollection {
    return this.toCollection().limit(count);
  }

  toCollection(): MemoryCollection {
    return this.#found(':id', () => true);
  }

  orderBy(index: string): MemoryCollection {
    return this.#found(index, (value) => value !== undefined && value !== null);
  }

  where(index: string): MemoryWhere {
    return new MemoryWhere((fits) => this.#found(index, fits));
  }

  #found(index: string, fits: (value: unknown) => boolean): MemoryCollection {
    return new MemoryCollection(this.#data, { index, fits, ask: (work) => this.#ask(work) });
  }

  /** One operation. An error of the device, or of the work itself, rejects the result. */
  #ask<Result>(work: () => Result): Promise<Result> {
    try {
      this.#guard();
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }
}

/** A bound on the values of an index. */
class MemoryWhere {
  readonly #found: (fits: (value: unknown) => boolean) => MemoryCollection;

  constructor(found: (fits: (value: unknown) => boolean) => MemoryCollection) {
    this.#found = found;
  }

  equals(wanted: Key): MemoryCollection {
    return this.#found((value) => order(value, wanted) === 0);
  }

  notEqual(wanted: Key): MemoryCollection {
    return this.#found((value) => value !== undefined && order(value, wanted) !== 0);
  }

  anyOf(...wanted: readonly unknown[]): MemoryCollection {
    const all = wanted.flat();
    return this.#found((value) => all.includes(value));
  }

  noneOf(wanted: readonly unknown[]): MemoryCollection {
    return this.#found((value) => value !== undefined && !wanted.includes(value));
  }

  above(bound: Key): MemoryCollection {
    return this.#found((value) => order(value, bound) > 0);
  }

  aboveOrEqual(bound: Key): MemoryCollection {
    return this.#found((value) => order(value, bound) >= 0);
  }

  below(bound: Key): MemoryCollection {
    return this.#found((value) => value !== undefined && order(value, bound) < 0);
  }

  between(lower: Key, upper: Key, withLower = true, withUpper = false): MemoryCollection {
    return this.#found((value) => {
      const [least, most] = [order(value, lower), order(value, upper)];
      return (withLower ? least >= 0 : least > 0) && (withUpper ? most <= 0 : most < 0);
    });
  }

  startsWith(prefix: string): MemoryCollection {
    return this.#found((value) => typeof value === 'string' && value.startsWith(prefix));
  }
}

type IndexQuery = {
  readonly index: string;
  readonly fits: (value: unknown) => boolean;
  readonly ask: <Result>(work: () => Result) => Promise<Result>;
};

/** The rows of a query, in the order of its index. */
class MemoryCollection {
  readonly #data: MemoryData;
  readonly #asked: IndexQuery;
  #filters: ((row: Row) => boolean)[] = [];
  #most = Infinity;
  #isReversed = false;
  #isRaw = false;

  constructor(data: MemoryData, asked: IndexQuery) {
    this.#data = data;
    this.#asked = asked;
  }

  filter(fits: (row: Row) => boolean): this {
    this.#filters.push(fits);
    return this;
  }

  limit(count: number): this {
    this.#most = count;
    return this;
  }

  reverse(): this {
    this.#isReversed = !this.#isReversed;
    return this;
  }

  raw(): this {
    this.#isRaw = true;
    return this;
  }

  toArray(): Promise<Row[]> {
    return this.#asked.ask(() => this.#rows());
  }

  first(): Promise<Row | undefined> {
    return this.#asked.ask(() => this.#rows()[0]);
  }

  count(): Promise<number> {
    return this.#asked.ask(() => this.#rows().length);
  }

  sortBy(field: string): Promise<Row[]> {
    return this.#asked.ask(() => this.#rows().sort((left, right) => compare(left[field] as Key, right[field] as Key)));
  }

  primaryKeys(): Promise<Key[]> {
    return this.#asked.ask(() => this.#rows().map((row) => this.#data.keyOf(row)));
  }

  keys(): Promise<unknown[]> {
    return this.#asked.ask(() => this.#rows().map((row) => this.#data.valueOf(row, this.#asked.index)));
  }

  uniqueKeys(): Promise<unknown[]> {
    return this.#asked.ask(() => [...new Set(this.#rows().map((row) => this.#data.valueOf(row, this.#asked.index)))]);
  }

  each(work: (row: Row) => void): Promise<void> {
    return this.#asked.ask(() => {
      for (const row of this.#rows()) work(row);
    });
  }

  modify(changes: Readonly<Record<string, unknown>>): Promise<number> {
    return this.#asked.ask(() => {
      const keys = this.#rows().map((row) => this.#data.keyOf(row));
      for (const key of keys) this.#data.put(changed(this.#data.raw(key) ?? {}, changes));
      return keys.length;
    });
  }

  delete(): Promise<number> {
    return this.#asked.ask(() => {
      const keys = this.#rows().map((row) => this.#data.keyOf(row));
      for (const key of keys) this.#data.delete(key);
      return keys.length;
    });
  }

  #rows(): Row[] {
    const { index, fits } = this.#asked;
    const all = this.#isRaw ? this.#data.allRaw() : this.#data.all();
    let rows = all.filter((row) => fits(this.#data.valueOf(row, index)));
    for (const filter of this.#filters) rows = rows.filter(filter);
    if (!this.#data.isPrimary(index)) rows.sort((left, right) => this.#data.inOrderOf(index, [left, right]));
    if (this.#isReversed) rows.reverse();
    return this.#most === Infinity ? rows : rows.slice(0, this.#most);
  }
}

function changed(row: Row, changes: Readonly<Record<string, unknown>>): Row {
  const next: Record<string, unknown> = { ...row, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete next[name];
  return next;
}

const order = (left: unknown, right: unknown): number => compare(left as Key, right as Key);
