// Whether a server that ignores Idempotency-Key shows the effect of a command (S106). Author,
// content and time are compared. The answer is "unsure" where the server shows too little to
// decide. Pure.

import type { ListedDocument } from '#contract/listed.ts';
import { editOf, type AnyRow, type RowCollection } from '#contract/row-writes.ts';
import type { Receipt } from '#contract/writes.ts';
import { plainTextOf } from '#domain/plain-text.ts';
import type { CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';

export type Effect =
  | {
      readonly kind: 'found';
      readonly result: Receipt['result'];
      readonly note?: Receipt['note'];
      /** Id of the reply that the command wrote. */
      readonly interactionId?: number;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unsure' };

/**
 * What tells a command's effect from other acts: who its author is, and which acts are older or
 * belong to other commands.
 */
export type Looking = {
  readonly me: { readonly id: number; readonly name: string; readonly last_name: string };
  /**
   * Acts before this instant do not belong to the command: the time of the gesture, minus the
   * difference that clocks may have.
   */
  readonly since: string;
  /** The server has just accepted the command: an effect without a date belongs to it. */
  readonly isAnswer: boolean;
  /** Ids of replies and rows that other commands of this device have made. */
  readonly taken: ReadonlySet<number>;
};

type OnDocument = CommandOf<'respond'> | CommandOf<'complete-document'> | CommandOf<'reopen-document'>;

const ABSENT: Effect = { kind: 'absent' };
const UNSURE: Effect = { kind: 'unsure' };
const APPLIED: Effect = { kind: 'found', result: 'applied' };

export function effectOn(
  document: ListedDocument,
  { command, looking }: { command: OnDocument; looking: Looking },
): Effect {
  switch (command.type) {
    case 'complete-document':
      return statusEffect(document, { looking, action: 'completion', result: 'already_completed' });
    case 'reopen-document':
      return statusEffect(document, { looking, action: 'reopening', result: 'already_open' });
    case 'respond':
      return replyEffect(document, { command, looking });
  }
}

type StatusAct = {
  readonly looking: Looking;
  readonly action: 'completion' | 'reopening';
  readonly result: 'already_completed' | 'already_open';
};

function statusEffect(document: ListedDocument, { looking, action, result }: StatusAct): Effect {
  const isThere = action === 'completion' ? document.status === 'completed' : isOpenNow(document);
  const acts = document.logs?.filter((log) => log.action === action) ?? [];
  if (acts.some((log) => isMine(log.creator, looking) && log.created_at >= looking.since)) return APPLIED;
  if (isThere && document.logs === null) return looking.isAnswer ? APPLIED : UNSURE;
  // Another person completed it first: a note says so to the author, whose own completion is not
  // called registered (I9).
  const note = { user_id: acts.at(-1)?.creator.id || null, limit_date: document.limit_date };
  return isThere ? { kind: 'found', result, note } : ABSENT;
}

function isOpenNow({ status }: ListedDocument): boolean {
  return status !== 'completed' && status !== 'overdue';
}

function replyEffect(
  document: ListedDocument,
  { command, looking }: { command: CommandOf<'respond'>; looking: Looking },
): Effect {
  const { content, limit_date: until, responsible_ids: people } = command.payload;
  const words = plainTextOf(content);
  if (words !== '' || command.files.length > 0) return interactionEffect(document, { command, looking, words });
  const { logs } = document;
  const acts = logs?.filter((log) => isMine(log.creator, looking) && log.created_at >= looking.since) ?? [];
  if (people !== null) {
    const isNow = isSameSet(
      document.responsibles.map((one) => one.id),
      people,
    );
    if (
      acts.some(
        (log) =>
          log.action === 'transfer' &&
          isSameSet(
            log.responsibles.map((one) => one.id),
            people,
          ),
      )
    )
      return APPLIED;
    if (logs !== null) return ABSENT;
    return isNow && looking.isAnswer ? APPLIED : UNSURE;
  }
  if (until === null) return UNSURE;
  if (acts.some((log) => log.action === 'extension' && log.limit_date === until)) return APPLIED;
  if (document.limit_date >= until) {
    const last = logs?.findLast((log) => log.limit_date !== null);
    if (logs === null && document.limit_date === until && looking.isAnswer) return APPLIED;
    const note = { user_id: last?.creator.id || null, limit_date: document.limit_date };
    return { kind: 'found', result: 'later_date_kept', note };
  }
  return ABSENT;
}

function interactionEffect(
  { interactions }: ListedDocument,
  { command, looking, words }: { command: CommandOf<'respond'>; looking: Looking; words: string },
): Effect {
  if (interactions === null) return UNSURE;
  const names = command.files.map((file) => file.name).sort();
  const alike = interactions
    .map((one, index) => ({ ...one, id: one.id || index + 1 }))
    .filter(
      (one) =>
        isMine(one.creator, looking) &&
        !looking.taken.has(one.id) &&
        plainTextOf(one.content) === words &&
        one.files
          .map((file) => file.name)
          .sort()
          .join('/') === names.join('/'),
    );
  const dated = alike.filter(({ created_at: at }) => at !== null && at >= looking.since);
  const undated = alike.filter(({ created_at: at }) => at === null);
  const found = dated[0] ?? (looking.isAnswer ? undated.at(-1) : undefined);
  if (found !== undefined) return { kind: 'found', result: 'applied', interactionId: found.id };
  return undated.length > 0 ? UNSURE : ABSENT;
}

/** Whether a listed document is what a creation asked for. */
export function isCreationOf(
  document: ListedDocument,
  { command, looking }: { command: CommandOf<'create-document'>; looking: Looking },
): boolean {
  const { payload } = command;
  return (
    !looking.taken.has(document.id) &&
    isMine({ ...document.creator, id: document.creator.id || document.created_by }, looking) &&
    document.created_at >= looking.since &&
    inline(document.title) === inline(payload.title) &&
    inline(document.physical_document_number) === inline(payload.physical_document_number) &&
    document.limit_date === payload.limit_date &&
    isSameSet(
      document.responsibles.map((one) => one.id),
      payload.user_ids,
    )
  );
}

type ListedRow = AnyRow & { readonly id: number; readonly deleted?: boolean };

/**
 * The effect of a command on rows, as the list of a collection shows it. `ids`: the server's ids of
 * the rows that the command acts on.
 */
export function effectOnRows(
  rows: readonly ListedRow[],
  {
    command,
    ids,
  }: { command: CommandOf<'update-row'> | CommandOf<'switch-rows'> | CommandOf<'delete-rows'>; ids: readonly number[] },
): Effect | { readonly kind: 'gone' } {
  const there = rows.filter((row) => ids.includes(row.id) && row.deleted !== true);
  if (command.type === 'delete-rows') return there.length === 0 ? APPLIED : ABSENT;
  if (there.length === 0) return { kind: 'gone' };
  if (command.type === 'switch-rows')
    return there.every((row) => 'status' in row && row.status === command.payload.status) ? APPLIED : ABSENT;
  const { collection, fields } = command.payload;
  return there.every((row) => hasFields(collection, { row, fields }) && hasFiles(row, command)) ? APPLIED : ABSENT;
}

/** Whether a row is what a creation asked for. */
export function isRowOf(row: ListedRow, command: CommandOf<'create-row'>): boolean {
  const { collection, fields } = command.payload;
  return row.deleted !== true && hasFields(collection, { row, fields }) && hasFiles(row, command);
}

function hasFields(collection: RowCollection, { row, fields }: { row: AnyRow; fields: object }): boolean {
  const now = editOf(collection, row as never) as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(
    ([name, value]) => !(name in now) || value === undefined || plain(now[name]) === plain(value),
  );
}

/** A value as text, for a comparison. A window of 0 means none (rule C3), so 0 equals null. */
function plain(value: unknown): string {
  if (typeof value === 'string') return inline(value);
  if (Array.isArray(value)) return JSON.stringify([...value].map(Number).sort((left, right) => left - right));
  return JSON.stringify(value === 0 ? null : value);
}

function hasFiles(row: AnyRow, { files }: Pick<OutboxCommand, 'files'>): boolean {
  const there = 'files' in row ? row.files.map((file) => file.name) : [];
  return files.every((file) => there.includes(file.name));
}

function isMine(
  person: { readonly id: number; readonly name: string; readonly last_name: string },
  { me }: Looking,
): boolean {
  return person.id === 0 ? person.name === me.name && person.last_name === me.last_name : person.id === me.id;
}

function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}

function inline(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
