// The content of a database in memory: the rows of one table in the order of their keys, and the
// undo log of a transaction.

export type Key = number | string | readonly (number | string)[];
export type StoredRow = Readonly<Record<string, unknown>>;

export type Shape = {
  readonly name: string;
  readonly keyPath: string | readonly string[];
  readonly isCounted: boolean;
  /** Fields with unique values. */
  readonly unique: readonly string[];
  /** Converts a row on reading; most tables return it unchanged. */
  readonly read?: (row: StoredRow) => StoredRow;
  /** Called for each row that replaces another. */
  readonly onChange?: (before: StoredRow, after: StoredRow) => void;
};

type Entry = { readonly raw: StoredRow; readonly row: StoredRow };

/** Records how to undo a change. */
export type Journal = { note: (undo: () => void) => void };

export class MemoryData {
  readonly #shape: Shape;
  readonly #journal: Journal;
  readonly #entries = new Map<number | string, Entry>();
  #inOrder: readonly StoredRow[] | null = null;
  #last = 0;

  constructor(shape: Shape, journal: Journal) {
    this.#shape = shape;
    this.#journal = journal;
  }

  get name(): string {
    return this.#shape.name;
  }

  /** Takes over what another table of the same shape holds. */
  copyFrom(other: MemoryData): void {
    for (const [name, entry] of other.#entries) this.#entries.set(name, entry);
    this.#inOrder = other.#inOrder;
    this.#last = other.#last;
  }

  isPrimary(index: string): boolean {
    return index === ':id' || index === this.#shape.keyPath;
  }

  /** The value of an index of a row: of a field, of several (`[a+b]`), or of the key (`:id`). */
  valueOf(row: StoredRow, index: string): unknown {
    if (index === ':id') return this.keyOf(row);
    if (!index.startsWith('[')) return row[index];
    return index
      .slice(1, -1)
      .split('+')
      .map((field) => row[field]);
  }

  keyOf(row: StoredRow): Key {
    const { keyPath } = this.#shape;
    return typeof keyPath === 'string' ? (row[keyPath] as Key) : keyPath.map((field) => row[field] as string);
  }

  inOrderOf(index: string, [left, right]: readonly [StoredRow, StoredRow]): number {
    const order = compare(this.valueOf(left, index) as Key, this.valueOf(right, index) as Key);
    return order === 0 ? compare(this.keyOf(left), this.keyOf(right)) : order;
  }

  get(key: Key): StoredRow | undefined {
    return this.#entries.get(nameOf(key))?.row;
  }

  raw(key: Key): StoredRow | undefined {
    return this.#entries.get(nameOf(key))?.raw;
  }

  /** In the order of their keys. */
  all(): readonly StoredRow[] {
    this.#inOrder ??= [...this.#entries.values()]
      .map((entry) => entry.row)
      .sort((left, right) => compare(this.keyOf(left), this.keyOf(right)));
    return this.#inOrder;
  }

  allRaw(): readonly StoredRow[] {
    return this.all().map((row) => this.raw(this.keyOf(row)) ?? row);
  }

  add(row: StoredRow): Key {
    const given = this.#counted(row);
    const key = this.keyOf(given);
    if (this.#entries.has(nameOf(key))) throw new DOMException(`${this.name} has ${nameOf(key)}`, 'ConstraintError');
    return this.put(given);
  }

  put(row: StoredRow): Key {
    const raw = this.#counted(row);
    const key = this.keyOf(raw);
    const name = nameOf(key);
    const before = this.#entries.get(name);
    for (const field of this.#shape.unique) this.#checkUnique(field, { raw, name });
    const entry = { raw, row: this.#shape.read?.(raw) ?? raw };
    if (before !== undefined) this.#shape.onChange?.(before.raw, raw);
    this.#set(name, entry);
    this.#journal.note(() => this.#set(name, before));
    return key;
  }

  delete(key: Key): void {
    const name = nameOf(key);
    const before = this.#entries.get(name);
    if (before === undefined) return;
    this.#set(name, undefined);
    this.#journal.note(() => this.#set(name, before));
  }

  clear(): void {
    for (const row of this.all()) this.delete(this.keyOf(row));
  }

  #set(name: number | string, entry: Entry | undefined): void {
    if (entry === undefined) this.#entries.delete(name);
    else this.#entries.set(name, entry);
    this.#inOrder = null;
  }

  /** Assigns the table's next number to a row without one. */
  #counted(row: StoredRow): StoredRow {
    const { isCounted, keyPath } = this.#shape;
    if (!isCounted || typeof keyPath !== 'string') return row;
    const given = row[keyPath];
    this.#last = given === undefined ? this.#last + 1 : Math.max(this.#last, Math.floor(given as number));
    return given === undefined ? { ...row, [keyPath]: this.#last } : row;
  }

  #checkUnique(field: string, { raw, name }: { raw: StoredRow; name: number | string }): void {
    const value = raw[field];
    if (value === null || value === undefined) return;
    for (const [other, entry] of this.#entries) {
      if (other !== name && entry.raw[field] === value)
        throw new DOMException(`${this.name} has this ${field} already`, 'ConstraintError');
    }
  }
}

function nameOf(key: Key): number | string {
  return typeof key === 'object' ? key.join('|') : key;
}

/** The order of IndexedDB: numbers, then texts, then lists of these. */
export function compare(left: Key, right: Key): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [at, part] of left.entries()) {
      const order = compare(part as Key, right[at] as Key);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }
  return rankOf(left) - rankOf(right);
}

function rankOf(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return 2;
  return Array.isArray(value) ? 3 : 0;
}
