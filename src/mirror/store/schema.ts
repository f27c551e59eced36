// The IndexedDB copy, one database per person (src/sync/promises.md, Mirror). Who writes what:
// `documents`, `bases`, `details` and reference data only mirror/apply and the fold; `commands`
// only mirror/outbox/author-door (src/commands adds, replaces and gives up), mirror/outbox/sending
// (the drain changes the state) and what brings a receipt; `meta` pull, drain and login. Upgrades
// only ever add to the outbox's tables.

import type {
  AlertRow,
  DocumentSubjectRow,
  ModelRow,
  OrganizationRow,
  RoleRow,
  UserRow,
} from '#contract/reference-data.ts';
import { type DBCore, type DBCoreTransaction, Dexie, type EntityTable, type PromiseExtended, type Table } from 'dexie';
import { DocumentRows } from './document-rows.ts';
import type { DraftRow } from './draft-row.ts';
import { endedBySleep, PATIENCE_MS, whenAwake } from './page-sleep.ts';
import type { OutboxCommand } from './outbox-row.ts';
import type {
  BaseRow,
  ChunkRow,
  DetailsRow,
  FileRow,
  MetaRow,
  ReceiptRow,
  SliceHead,
  SliceRow,
  TombstoneRow,
  WalkRow,
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
   * Rows of documents, however they are stored; the table of this name has those that are not in
   * slices.
   */
  get documents(): DocumentRows {
    this.#documents ??= new DocumentRows({
      records: this.table('documents'),
      slices: this.slices,
      reading: (work) => readTogether(this, { tables: ['documents', 'slices'], work }),
    });
    return this.#documents;
  }

  /** Dexie calls it too, when a closed database is used. An opening that is late is abandoned. */
  override open(): PromiseExtended<Dexie> {
    const awake = whenAwake();
    return awake === null ? this.#openInTime() : Dexie.Promise.resolve(awake).then(() => this.#openInTime());
  }

  /** Whether the last opening was abandoned because it was late. */
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
 * the last request of `work`, so the result is consistent when the transaction ends.
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
