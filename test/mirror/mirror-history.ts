// One random history of a mirror on a disk, seen from two tabs that each keep what they have read.

import type { DocumentRow } from '#contract/documents.ts';
import type { Change } from '#contract/sync.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { refold } from '#mirror/fold/refold.ts';
import { keepIndex } from '#mirror/engine/keep-for-start.ts';
import { noteErasure } from '#mirror/engine/changes.ts';
import { COLLECTIONS_KNOWN } from '#mirror/store/position.ts';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { StoredIndex } from '#mirror/store/index-columns.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { addDays } from '#domain/dates.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { STORED_STATUSES } from '#domain/status.ts';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../builders/build-page.ts';
import {
  buildOrganization,
  buildRoles,
  buildSession,
  buildSubject,
  buildUser,
  PEOPLE,
  SECTORS,
} from '../builders/build-people.ts';
import { minutesFromNow, NOW_MS, TODAY } from '../builders/moments.ts';
import type { Dice } from '../fakes/dice.ts';

/** The steps of a history, by how often they come. */
export const STEPS = {
  page: 8,
  deletion: 2,
  'great page': 1,
  'page cut': 1,
  walk: 1,
  command: 5,
  registered: 3,
  refused: 1,
  'other tab': 2,
  reload: 2,
  'notes forgotten': 1,
  'index kept': 3,
  'keeping cut': 1,
  'older index kept': 1,
  'older version': 0.4,
  erasure: 0.4,
} as const;

export const SECTOR_IDS = Object.values(SECTORS).map(({ id }) => id);
export const WORDS = 'Interdição reforma Água árvore ponte São João escola 2026 vacinação ação praça'.split(' ');

const MINUTES_OF_A_YEAR = 525_600;

export class History {
  #tabs: [Mirror, Mirror];
  #at = 0;
  #rev = 10;
  #seq = 0;
  #older: StoredIndex | undefined;
  readonly #dice: Dice;
  /** What the server has. */
  readonly #rows = new Map<number, DocumentRow>();

  private constructor(dice: Dice, name: string) {
    this.#dice = dice;
    this.#tabs = [new Mirror(name), new Mirror(name)];
  }

  static async begin(dice: Dice, name: string): Promise<History> {
    const history = new History(dice, name);
    await history.#enter();
    return history;
  }

  /** Of the database. */
  get name(): string {
    return this.tab().name;
  }

  /** The tab in which the person is. */
  tab(): Mirror {
    return this.#tabs[this.#at] as Mirror;
  }

  async end(): Promise<void> {
    const [first, second] = this.#tabs;
    second.close();
    await first.delete();
  }

  async page(): Promise<void> {
    const count = 1 + this.#dice.below(6);
    await this.#bring(Array.from({ length: count }, () => putDocument(this.#changed())));
  }

  async 'great page'(): Promise<void> {
    await this.#bring(Array.from({ length: 40 }, () => putDocument(this.#changed())));
  }

  /** The page ends before the transaction does; the changes come again later. */
  async 'page cut'(): Promise<void> {
    const mirror = this.tab();
    const [row] = this.#rows.values();
    if (row === undefined) return;
    const cut = mirror.transaction('rw', mirror.tables, async () => {
      await applyPage(mirror, buildPage([putDocument({ ...row, rev: this.#rev + 1, title: 'Nunca chegou' })]));
      throw new Error('cut');
    });
    await cut.catch(() => undefined);
  }

  async deletion(): Promise<void> {
    const ids = [...this.#rows.keys()].filter(() => this.#dice.chance(0.2));
    for (const id of ids) this.#rows.delete(id);
    await this.#bring(ids.map((id) => deleteDocument(id, (this.#rev += 1))));
  }

  /** The person sees other documents from now on. */
  async walk(): Promise<void> {
    for (const id of this.#rows.keys()) if (this.#dice.chance(0.3)) this.#rows.delete(id);
    await this.#bring([], { scope_epoch: `e${(this.#rev += 1)}` });
    const all = this.#everything();
    const half = Math.floor(all.length / 2);
    const scope_epoch = `e${this.#rev}`;
    await this.#bring(all.slice(0, half), { scope_epoch, snapshot: true, has_more: true });
    if (this.#dice.chance(0.3)) await this.reload();
    await this.#bring(all.slice(half), { scope_epoch, snapshot: true });
  }

  async command(): Promise<void> {
    const id = this.#dice.uuid();
    const seq = (this.#seq += 1);
    const known = [...this.#rows.keys()];
    const kind = this.#dice.pick(['create-document', 'respond', 'complete-document', 'reopen-document'] as const);
    if (kind !== 'create-document' && known.length === 0) return;
    const key = kind === 'create-document' ? id : keyOfServerId(this.#dice.pick(known));
    await this.#store({ ...(buildCommand(kind) as OutboxCommand), id, seq, documentKey: key });
  }

  /** The server has done a command, and its row comes with the effect. */
  async registered(): Promise<void> {
    const command = await this.#waiting();
    if (command === null) return;
    const isNew = command.type === 'create-document';
    const row = isNew
      ? this.#made({ command_id: command.id, title: this.#title() })
      : this.#rows.get(Number(command.documentKey.slice(2)));
    if (row === undefined) return;
    const answered = { ...row, rev: (this.#rev += 1), stored_status: this.#dice.pick(STORED_STATUSES) };
    this.#rows.set(row.id, answered);
    const receipt = { key: command.id, type: command.type, result: 'applied' as const, ids: {} };
    const done = { state: 'done' as const, doneAtMs: NOW_MS };
    if (!isNew && this.#dice.chance(0.5)) {
      await this.#store({ ...command, ...done, receipt: { ...receipt, rev: answered.rev, at: answered.created_at } });
    }
    await this.#bring([putDocument(answered)]);
  }

  async refused(): Promise<void> {
    const command = await this.#waiting();
    if (command !== null) await this.#store({ ...command, state: 'refused' });
  }

  async 'other tab'(): Promise<void> {
    this.#at = 1 - this.#at;
  }

  /** The page is closed and opened again: what it kept in memory is gone. */
  async reload(): Promise<Mirror> {
    const { name } = this.tab();
    this.tab().close();
    this.#tabs[this.#at] = new Mirror(name);
    return this.tab();
  }

  /** More has changed than the notes hold. */
  async 'notes forgotten'(): Promise<void> {
    const mirror = this.tab();
    const changes = await readMeta(mirror, 'documentChanges');
    if (changes !== undefined) await writeMeta(mirror, { name: 'documentChanges', value: { ...changes, recent: [] } });
    await mirror.meta.delete('documentChangesEarlier');
  }

  async 'index kept'(): Promise<void> {
    await keepIndex(this.tab(), 1);
    this.#older ??= await readMeta(this.tab(), 'documentIndex');
  }

  /** The page ends before the transaction does. */
  async 'keeping cut'(): Promise<void> {
    const mirror = this.tab();
    const cut = mirror.transaction('rw', mirror.tables, async () => {
      await keepIndex(mirror, 1);
      throw new Error('cut');
    });
    await cut.catch(() => undefined);
  }

  /** Another tab was slower, and stores what it knew earlier. */
  async 'older index kept'(): Promise<void> {
    if (this.#older !== undefined) await writeMeta(this.tab(), { name: 'documentIndex', value: this.#older });
    this.#older = undefined;
  }

  /** An older version of the application, which does not know slices, has moved the position. */
  async 'older version'(): Promise<void> {
    const cursor = await readMeta(this.tab(), 'cursor');
    if (cursor === undefined) return;
    const scopeEpoch = cursor.scopeEpoch.replace('sliced ', '');
    await writeMeta(this.tab(), { name: 'cursor', value: { ...cursor, scopeEpoch } });
  }

  /** The person leaves and enters again; the documents come anew. */
  async erasure(): Promise<void> {
    const mirror = this.tab();
    await mirror.transaction('rw', mirror.tables, async () =>
      noteErasure(mirror, async () => {
        for (const table of mirror.tables) await table.clear();
      }),
    );
    await this.#enter();
    if (this.#dice.chance(0.5)) return this.#fill();
    const some = [...this.#rows.values()].filter(() => this.#dice.chance(0.5));
    await this.#bring(some.map(putDocument));
  }

  /** The first walk over everything, in two pages. */
  async #fill(): Promise<void> {
    const mirror = this.tab();
    for (const table of [mirror.users, mirror.organizations, mirror.document_subjects]) await table.clear();
    await mirror.meta.delete('cursor');
    const all = this.#everything();
    const scope_epoch = `e${(this.#rev += 1)}`;
    await this.#bring(all.slice(0, 10), { scope_epoch, snapshot: true, has_more: true });
    if (this.#dice.chance(0.3)) await this.deletion();
    await this.#bring(all.slice(10), { scope_epoch, snapshot: true });
  }

  #everything(): Change[] {
    const people = Object.values(PEOPLE).map((person): Change => {
      const row = buildUser(person);
      return { collection: 'users', op: 'put', id: row.id, rev: row.rev, row };
    });
    return [...people, ...[...this.#rows.values()].map(putDocument)];
  }

  async #enter(): Promise<void> {
    const mirror = this.tab();
    const role = this.#dice.chance(0.3) ? SUPER_ADMIN : 'Servidor';
    const session = buildSession({ roles: buildRoles(role, ['read_documents']) });
    await writeMeta(mirror, { name: 'session', value: session });
    await mirror.users.bulkPut(Object.values(PEOPLE).map((person) => buildUser(person)));
    await mirror.organizations.bulkPut(Object.values(SECTORS).map((sector) => buildOrganization(sector)));
    await mirror.document_subjects.put(buildSubject());
    const scopeEpoch = session.scope_epoch;
    const cursor = { value: 'c0', scopeEpoch, snapshotDone: true, collections: COLLECTIONS_KNOWN };
    await writeMeta(mirror, { name: 'cursor', value: cursor });
  }

  async #bring(changes: readonly Change[], page: Parameters<typeof buildPage>[1] = {}): Promise<void> {
    const stored = (await readMeta(this.tab(), 'cursor'))?.scopeEpoch;
    const scope_epoch = stored?.split(' ').at(-1) ?? `e${this.#rev}`;
    await applyPage(this.tab(), buildPage(changes, { scope_epoch, next_cursor: `c${(this.#rev += 1)}`, ...page }));
  }

  async #store(command: OutboxCommand): Promise<void> {
    const mirror = this.tab();
    await mirror.transaction('rw', mirror.tables, async () => {
      await mirror.commands.put(command);
      await refold(mirror, command.documentKey);
    });
  }

  async #waiting(): Promise<OutboxCommand | null> {
    const queued = await this.tab().commands.where('state').equals('queued').toArray();
    return queued.length === 0 ? null : this.#dice.pick(queued);
  }

  /** A new document, or a known one that has changed. */
  #changed(): DocumentRow {
    const known = [...this.#rows.keys()];
    const id = known.length > 0 && this.#dice.chance(0.4) ? this.#dice.pick(known) : undefined;
    return this.#made(id === undefined ? {} : { id, number: id });
  }

  #made(overrides: Partial<DocumentRow>): DocumentRow {
    const dice = this.#dice;
    const rev = (this.#rev += 1);
    const id = overrides.id ?? rev;
    const people = Object.values(PEOPLE).filter(() => dice.chance(0.4));
    const created_at = minutesFromNow(-dice.below(dice.chance(0.5) ? 5 : MINUTES_OF_A_YEAR));
    const row = buildDocumentRow({
      id,
      rev,
      number: id,
      stored_status: dice.pick(STORED_STATUSES),
      is_exception: dice.chance(0.2),
      title: this.#title(),
      created_at,
      limit_date: addDays(TODAY, dice.below(30) - 12),
      last_activity_at: created_at,
      created_by: dice.pick(Object.values(PEOPLE)).id,
      subject: { id: 1 + dice.below(3), name: dice.pick(WORDS) },
      responsibles: people,
      organizations: Object.values(SECTORS).filter(() => dice.chance(0.4)),
      facts: {
        responsible_ids_ever: Object.values(PEOPLE).flatMap(({ id: one }) => (dice.chance(0.3) ? [one] : [])),
        completed_by: null,
        seen_by_responsible: dice.chance(0.5),
        arrived_at: Object.fromEntries(
          people.flatMap(({ id: one }) =>
            dice.chance(0.7) ? [[String(one), minutesFromNow(-dice.below(100_000))]] : [],
          ),
        ),
      },
      ...overrides,
    });
    this.#rows.set(id, row);
    return row;
  }

  #title(): string {
    return Array.from({ length: 3 }, () => this.#dice.pick(WORDS)).join(' ');
  }
}
