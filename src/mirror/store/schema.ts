// The IndexedDB copy, one database per person (src/sync/promises.md, Mirror). Only mirror/apply and
// the fold write `documents`, `bases`, `details` and reference data. src/commands changes
// `commands` through mirror/outbox/author-door, and the drain through mirror/outbox/sending.
// Receipts, sealing, and pages that replace a document change some of its rows too. Pull, drain and
// login write `meta`. Upgrades only ever add to the outbox's tables.

import type {
  AlertRow,
  DocumentSubjectRow,
  HolidayRow,
  ModelRow,
  OrganizationRow,
  RoleRow,
  UserRow,
} from '#contract/reference-data.ts';
import { type DBCore, type DBCoreTransaction, Dexie, type EntityTable, type PromiseExtended, type Table } from 'dexie';
import type { DraftRow } from './draft-row.ts';
import type { OutboxCommand } from './outbox-row.ts';
import { endedBySleep, PATIENCE_MS, whenAwake } from './page-sleep.ts';
import {
  type BaseRow,
  type ChunkRow,
  type DetailsRow,
  type FileRow,
  INK,
  keyOfServerId,
  type MetaRow,
  type MirrorDocument,
  type ReceiptRow,
  serverIdOfKey,
  type SliceHead,
  type SliceRow,
  type TombstoneRow,
  type WalkRow,
} from './rows.ts';
import { upcastCommand } from './upcast-command.ts';

export class Mirror extends Dexie {
  declare bases: EntityTable<BaseRow, 'key'>;
  declare details: EntityTable<DetailsRow, 'key'>;
  declare organizations: EntityTable<OrganizationRow, 'id'>;
  declare roles: EntityTable<RoleRow, 'id'>;
  declare users: EntityTable<UserRow, 'id'>;
  declare document_subjects: EntityTable<DocumentSubjectRow, 'id'>;
  declare models: EntityTable<ModelRow, 'id'>;
  declare alerts: EntityTable<AlertRow, 'id'>;
  declare holidays: EntityTable<HolidayRow, 'id'>;
  declare commands: Table<OutboxCommand, number, Omit<OutboxCommand, 'seq'>>;
  declare files: EntityTable<FileRow, 'id'>;
  declare chunks: Table<ChunkRow, [string, number]>;
  declare drafts: EntityTable<DraftRow, 'id'>;
  declare meta: EntityTable<MetaRow, 'name'>;
  declare walk: Table<WalkRow, [string, number]>;
  declare tombstones: Table<TombstoneRow, [string, number]>;
  declare slices: Table<SliceRow, number>;
  declare heads: Table<SliceHead, number>;
  declare receipts: EntityTable<ReceiptRow, 'key'>;

  /**
   * Deletes copies that can be fetched again, so that there is space for an author's work; returns
   * whether anything was deleted. Set by a context that has the code
   * (src/mirror/keep/make-space.ts).
   */
  makeSpace: () => Promise<boolean> = () => Promise.resolve(false);

  #documents: DocumentRows | undefined;

  #isSilent = false;

  /**
   * `name`: from profileName(). Durability is strict, so that "guardado" is said only of what
   * survives (I6, src/sync/promises.md, hazard 27). Dexie's cache of answers is off: repeated
   * queries are answered from src/mirror/engine/changes.ts.
   */
  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({
      documents: 'key, &serverId, created_at, command_id',
      bases: 'key',
      details: 'key, openedAtMs',
      organizations: 'id',
      roles: 'id',
      users: 'id',
      document_subjects: 'id',
      models: 'id',
      alerts: 'id',
      commands: '++seq, &id, state, documentKey',
      files: 'id, owner, usedAtMs',
      chunks: '[fileId+index], fileId',
      drafts: 'id',
      meta: 'name',
      walk: '[collection+id]',
      tombstones: '[collection+id]',
    });
    this.version(2).stores({ documents: 'key, &serverId', slices: 'upTo', heads: 'upTo' });
    this.version(3).stores({ receipts: 'key, documentId' });
    this.version(4).stores({ holidays: 'id' });
    this.commands.hook('reading', upcastCommand);
    this.use({
      stack: 'dbcore',
      name: 'watched',
      create: (core) => ({
        ...core,
        transaction: (...asked: Parameters<DBCore['transaction']>) =>
          endedBySleep(core.transaction(...asked) as IDBTransaction & DBCoreTransaction),
      }),
    });
  }

  /**
   * All rows of documents, in slices or not. The table `documents` alone has only those that are
   * not in slices.
   */
  get documents(): DocumentRows {
    this.#documents ??= new DocumentRows({
      records: this.table('documents'),
      slices: this.slices,
      reading: (work) => readTogether(this, { tables: ['documents', 'slices'], work }),
    });
    return this.#documents;
  }

  /**
   * Opens the database, and gives up when that takes longer than PATIENCE_MS. Dexie calls this too,
   * when a closed database is used.
   */
  override open(): PromiseExtended<Dexie> {
    const awake = whenAwake();
    return awake === null ? this.#openInTime() : Dexie.Promise.resolve(awake).then(() => this.#openInTime());
  }

  /** Whether the last opening was given up as late. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  #openInTime(): PromiseExtended<Dexie> {
    this.#isSilent = false;
    const timer = setTimeout(() => {
      if (this.isOpen()) return;
      this.#isSilent = true;
      this.close();
    }, PATIENCE_MS);
    return super.open().finally(() => clearTimeout(timer));
  }
}

/**
 * The name of a person's database: one per person and server; the server is the page's own origin.
 */
export function profileName(userId: number): string {
  return `malote-${userId}`;
}

/**
 * Reads in the caller's transaction, or in a new one over these tables. The promise resolves with
 * the last request of `work`, before a new transaction ends.
 */
export function readTogether<Answer>(
  database: Dexie,
  { tables, work }: { tables: readonly string[]; work: () => PromiseExtended<Answer> },
): PromiseExtended<Answer> {
  if (Dexie.currentTransaction !== null) return work();
  return new Dexie.Promise<Answer>((resolve, reject) => {
    database.transaction('r', tables, () => work().then(resolve)).catch(reject);
  });
}

// The rows of documents, one for each key, as the rest of the mirror queries them. They are
// stored in two ways, because the time and the space that IndexedDB takes depend on the number
// of records more than on their bytes. Rows that arrive many at once are stored in slices of
// about twenty. Rows that arrive alone, have commands or were made here are records of their
// own. A record takes precedence over the row of the same key in a slice, which is then old.
// Slices are ordered by server id without overlaps: each holds the documents above the last id
// of the slice before it. So one request finds the slice of any id, however scattered the ids of
// a town are, and a slice that has grown is divided.

/**
 * Documents in a slice. Reading one document reads its slice, so longer slices would make lists
 * slower.
 */
export const SLICE = 20;
/** The document with this id, which the slice holds. */
function rowIn(slice: SliceRow, id: number): MirrorDocument {
  const row = JSON.parse(slice.rows[slice.ids.indexOf(id)] ?? '') as Omit<
    SliceDocument,
    'key' | 'serverId' | 'localCode' | 'pencil'
  >;
  return { ...row, key: keyOfServerId(id), serverId: id, localCode: null, pencil: INK };
}

/** A document as a slice can hold it: registered, under the server's key, all in ink. */
export type SliceDocument = MirrorDocument & { readonly serverId: number };

/**
 * Whether the id is in the range of one of these slices, which then holds the document if any slice
 * does.
 */
function isWithin(slices: readonly SliceRow[], id: number): boolean {
  return slices.some((slice) => id >= (slice.ids[0] ?? Infinity) && id <= slice.upTo);
}

/**
 * An id this close to another one is probably in its slice, so it is not requested beside it. The
 * bound is small, because requesting a slice twice costs less than a second round of requests.
 */
const NEAR = SLICE / 4;
/**
 * From this many ids on, ids count as close within a whole SLICE, or most slices would be requested
 * several times.
 */
const MANY = 100;

/** The sorted ids without those that are close to the one before. */
function withoutNeighbours(ids: readonly number[]): number[] {
  const near = ids.length > MANY ? SLICE : NEAR;
  let last = -Infinity;
  return ids.filter((id) => {
    if (id < last + near) return false;
    last = id;
    return true;
  });
}

type Tables = {
  readonly records: Table<MirrorDocument, string>;
  readonly slices: Table<SliceRow, number>;
  /**
   * Runs requests in one transaction, the caller's where there is one: between two transactions
   * slices may change.
   */
  readonly reading: <Answer>(work: () => PromiseExtended<Answer>) => PromiseExtended<Answer>;
};

/**
 * Reads documents. Requests are chained and never awaited: in a live query an `await` may leave the
 * transaction. Each read is as of one moment, also where its caller has no transaction.
 */
export class DocumentRows {
  readonly #records: Tables['records'];
  readonly #slices: Tables['slices'];
  readonly #reading: Tables['reading'];

  constructor({ records, slices, reading }: Tables) {
    this.#records = records;
    this.#slices = slices;
    this.#reading = reading;
  }

  get(key: string): PromiseExtended<MirrorDocument | undefined> {
    return this.bulkGet([key]).then(([row]) => row);
  }

  /** The rows of these keys, in the order of the keys; undefined for a key without a row. */
  bulkGet(keys: readonly string[]): PromiseExtended<(MirrorDocument | undefined)[]> {
    const ids = keys.flatMap((key) => serverIdOfKey(key) ?? []);
    return this.#reading(() =>
      // Requested in parallel: the answers of one transaction come together.
      Dexie.Promise.all([this.#records.bulkGet([...keys]), this.#sliced(ids)] as const).then(([records, sliced]) =>
        inOrder(keys, { records, sliced }),
      ),
    );
  }

  /**
   * Like `bulkGet`, for rows that have just changed: most are records, so few slices are requested.
   */
  changed(keys: readonly string[]): PromiseExtended<(MirrorDocument | undefined)[]> {
    return this.#reading(() =>
      this.#records.bulkGet([...keys]).then((records) => {
        const missing = keys.flatMap((key, at) => (records[at] === undefined ? (serverIdOfKey(key) ?? []) : []));
        return this.#sliced(missing).then((sliced) => inOrder(keys, { records, sliced }));
      }),
    );
  }

  /** The row with this id, whatever its key. */
  withServerId(id: number): PromiseExtended<MirrorDocument | undefined> {
    return this.withServerIds([id]).then(([row]) => row);
  }

  /** The rows with these ids, in no order. */
  withServerIds(ids: readonly number[]): PromiseExtended<MirrorDocument[]> {
    return this.#reading(() => {
      const own = this.#records
        .where('serverId')
        .anyOf([...ids])
        .toArray();
      return Dexie.Promise.all([own, this.#sliced(ids)] as const).then(([records, sliced]) => {
        for (const { serverId } of records) sliced.delete(serverId ?? Number.NaN);
        return [...records, ...sliced.values()];
      });
    });
  }

  /** Counts the rows by reading all of them. */
  count(): PromiseExtended<number> {
    return this.toArray().then((rows) => rows.length);
  }

  /** All rows, in no order. */
  toArray(): PromiseExtended<MirrorDocument[]> {
    return this.#reading(() =>
      this.#records.toArray().then((records) =>
        this.#slices.toArray().then((slices) => {
          const keys = new Set(records.map((row) => row.key));
          const isOld = (id: number) => keys.has(keyOfServerId(id));
          return [
            ...records,
            ...slices.flatMap((slice) => slice.ids.flatMap((id) => (isOld(id) ? [] : rowIn(slice, id)))),
          ];
        }),
      ),
    );
  }

  /**
   * The rows of these ids that are in slices. Close ids are mostly in one slice, so one of them is
   * requested first.
   */
  #sliced(ids: readonly number[]): PromiseExtended<Map<number, MirrorDocument>> {
    const found = new Map<number, MirrorDocument>();
    const wanted = new Set(ids);
    const round = (left: readonly number[]): PromiseExtended<Map<number, MirrorDocument>> => {
      const asked = withoutNeighbours(left);
      return firstUpTo(this.#slices, asked).then((slices) => {
        for (const slice of slices) {
          for (const id of slice.ids) if (wanted.has(id)) found.set(id, rowIn(slice, id));
        }
        const answered = new Set(asked);
        const rest = left.filter((id) => !answered.has(id) && !found.has(id) && !isWithin(slices, id));
        return rest.length === 0 ? found : round(rest);
      });
    };
    return wanted.size === 0 ? Dexie.Promise.resolve(found) : round([...wanted].sort((left, right) => left - right));
  }
}

type ReadResult = {
  readonly records: readonly (MirrorDocument | undefined)[];
  readonly sliced: ReadonlyMap<number, MirrorDocument>;
};

function inOrder(keys: readonly string[], { records, sliced }: ReadResult): (MirrorDocument | undefined)[] {
  return keys.map((key, at) => records[at] ?? sliced.get(serverIdOfKey(key) ?? Number.NaN));
}

/** For each id the first row of the table whose `upTo` reaches it; each row once, ascending. */
export function firstUpTo<Row extends { readonly upTo: number }>(
  table: Table<Row, number>,
  ids: readonly number[],
): PromiseExtended<Row[]> {
  const asked = ids.map((id) => table.where(':id').aboveOrEqual(id).first());
  return Dexie.Promise.all(asked).then((rows) => {
    const found = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.upTo, row]])));
    return [...found.values()].sort((left, right) => left.upTo - right.upTo);
  });
}
