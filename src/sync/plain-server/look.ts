// Looks at a server without keys for the effect of a command (S106). A document's own call records
// a view, so the call is made only where nothing but the document's history can tell.

import {
  type ListedDocument,
  readListedDocument,
  readListedDocuments,
  readListedRows,
  readListedSession,
} from '#contract/listed.ts';
import { ROW_WRITES, type RowCollection } from '#contract/row-writes.ts';
import { PATHS } from '#contract/paths.ts';
import type { Receipt } from '#contract/writes.ts';
import type { ListedChange } from './apply-listed.ts';
import type { SeenAnswer } from './apply-listed-answer.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { type CommandOf, isRowCommand, type OutboxCommand, rowKeysOf } from '#mirror/store/outbox-row.ts';
import { serverIdOfKey } from '#mirror/store/rows.ts';
import type { DrainParts } from '../parts.ts';
import { effectOn, effectOnRows, isCreationOf, isRowOf, type Looking } from './effects.ts';
import { listedChangeOf, listedDetailsOf, nameBookOf } from './listed-rows.ts';
import { type Answer, readingOf, successOf } from '../reading.ts';

export type Sight =
  | { readonly kind: 'found'; readonly answer: SeenAnswer }
  | { readonly kind: 'absent' }
  /** The server does not show enough to decide. */
  | { readonly kind: 'unsure' }
  /** The document or row does not exist, or the person may not see it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'trouble'; readonly answer: Answer };

type LookParts = Pick<DrainParts, 'runtime' | 'client' | 'connection' | 'outbox'>;

/** How much the clocks of a device and a server may differ. */
const CLOCKS_MS = 120_000;
const PAGES_MAX = 2_000;

/**
 * Whether the server shows the effect of a command. `said`: the server's answer to the command
 * itself; an effect without a date then belongs to the command.
 */
export async function look(
  parts: LookParts,
  { command, said }: { command: OutboxCommand; said?: unknown },
): Promise<Sight> {
  const looking = await lookingOf(parts, { command, isAnswer: said !== undefined });
  if (command.type === 'create-document') return lookForCreation(parts, { command, looking, said });
  if (isRowCommand(command)) return lookAtRows(parts, { command, looking });
  const id = await parts.outbox.serverIdOf(command.documentKey);
  if (id === null) return { kind: 'unsure' };
  const told = readListedDocument(said);
  if (told !== null && told.id === id) {
    const seen = await seenOn(parts, { command, looking, document: told });
    if (seen.kind === 'found') return seen;
  }
  const asked = await ask(parts, { path: PATHS.document(id) });
  const document = readListedDocument(asked.json);
  if (document?.id === id) return seenOn(parts, { command, looking, document });
  const { status } = asked;
  return status === 404 || status === 403 ? { kind: 'gone' } : { kind: 'trouble', answer: asked.answer };
}

async function lookingOf(
  { runtime }: LookParts,
  { command, isAnswer }: { command: OutboxCommand; isAnswer: boolean },
): Promise<Looking> {
  const { mirror } = runtime;
  const me = (await readMeta(mirror, 'session')) ?? { id: command.actorId, name: '', last_name: '' };
  const others = await mirror.commands.where('state').equals('done').toArray();
  const made = others.flatMap(({ type, documentKey, receipt }) => {
    if (type !== command.type || receipt === null) return [];
    const { document_id, interaction_id, row_id } = receipt.ids;
    if (type === 'create-document') return document_id ?? [];
    if (documentKey !== command.documentKey) return [];
    return (type === 'create-row' ? row_id : interaction_id) ?? [];
  });
  const since = new Date(command.performedAtMs - CLOCKS_MS).toISOString();
  return { me, since, isAnswer, taken: new Set([...made, ...(command.alike ?? [])]) };
}

async function seenOn(
  parts: LookParts,
  { command, looking, document }: { command: OutboxCommand; looking: Looking; document: ListedDocument },
): Promise<Sight> {
  const book = await nameBookOf(parts.runtime.mirror);
  const shown = { changes: [listedChangeOf(document, book)], details: listedDetailsOf(document, book) };
  const ids = { document_id: document.id };
  if (command.type === 'record-view') {
    const receipt = receiptOf(parts, { command, ids, result: 'applied' });
    return { kind: 'found', answer: { ...shown, receipt, found: false } };
  }
  if (command.type !== 'respond' && command.type !== 'complete-document' && command.type !== 'reopen-document')
    return { kind: 'unsure' };
  const effect = effectOn(document, { command, looking });
  if (effect.kind !== 'found') return effect;
  const { result, note, interactionId } = effect;
  const receipt = receiptOf(parts, {
    command,
    result,
    ids: { ...ids, ...(interactionId === undefined ? {} : { interaction_id: interactionId }) },
    ...(note === undefined ? {} : { note }),
  });
  return { kind: 'found', answer: { ...shown, receipt, found: !looking.isAnswer } };
}

type Creation = { readonly command: CommandOf<'create-document'>; readonly looking: Looking; readonly said: unknown };

/**
 * Looks for a created document in the answer to the command, then in the list. Where the list is
 * newest first, the search ends once documents are older than the gesture.
 */
async function lookForCreation(parts: LookParts, { command, looking, said }: Creation): Promise<Sight> {
  const told = readListedDocument(said);
  if (told !== null && isCreationOf(told, { command, looking }))
    return created(parts, { command, looking, document: told });
  let last: string | null = null;
  let isInOrder = true;
  let found: ListedDocument | null = null;
  for (let page = 1; page <= PAGES_MAX;) {
    const asked = await ask(parts, { path: PATHS.documents, query: page === 1 ? {} : { page } });
    const read = readListedDocuments(asked.json);
    if (read === null) return { kind: 'trouble', answer: asked.answer };
    for (const document of read.documents) {
      isInOrder &&= last === null || document.created_at <= last;
      last = document.created_at;
      // The oldest of several equal documents is taken, so that each equal gesture finds its own.
      if (isCreationOf(document, { command, looking }) && (found === null || document.id < found.id)) found = document;
    }
    const isOver = isInOrder && last !== null && last < looking.since;
    if (isOver || read.next === null || read.next <= page || read.documents.length === 0) {
      return found === null ? { kind: 'absent' } : created(parts, { command, looking, document: found });
    }
    page = read.next;
  }
  return { kind: 'unsure' };
}

async function created(
  parts: LookParts,
  { command, looking, document }: { command: OutboxCommand; looking: Looking; document: ListedDocument },
): Promise<Sight> {
  const book = await nameBookOf(parts.runtime.mirror);
  const change = listedChangeOf(document, book);
  // The row names its creation, as rows of a feed do. So the mirror stores it under the key that
  // the document has on this device.
  const named = change.op === 'delete' ? change : { ...change, row: { ...change.row, command_id: command.id } };
  const gaps = change.gaps?.filter((gap) => gap !== 'command_id') ?? [];
  const receipt = receiptOf(parts, { command, ids: { document_id: document.id }, result: 'applied' });
  const details = listedDetailsOf(document, book);
  return {
    kind: 'found',
    answer: { receipt, found: !looking.isAnswer, changes: [{ ...named, gaps } as ListedChange], details },
  };
}

type RowCommand = Extract<OutboxCommand, { type: 'create-row' | 'update-row' | 'switch-rows' | 'delete-rows' }>;

async function lookAtRows(
  parts: LookParts,
  { command, looking }: { command: RowCommand; looking: Looking },
): Promise<Sight> {
  const { collection } = command.payload;
  const asked = await ask(parts, { path: ROW_WRITES[collection].path });
  const rows = readListedRows(collection, asked.json);
  if (rows === null) return { kind: 'trouble', answer: asked.answer };
  const found = (changes: ListedChange[], rowId?: number): Sight => {
    const ids = rowId === undefined ? {} : { row_id: rowId };
    const receipt = receiptOf(parts, { command, ids, result: 'applied' });
    return { kind: 'found', answer: { receipt, found: !looking.isAnswer, changes, details: null } };
  };
  if (command.type === 'create-row') {
    const mine = rows.filter((row) => !looking.taken.has(row.id) && isRowOf(row, command));
    const first = mine.reduce<(typeof mine)[number] | undefined>(
      (least, row) => (least === undefined || row.id < least.id ? row : least),
      undefined,
    );
    return first === undefined ? { kind: 'absent' } : found([putOf(collection, first)], first.id);
  }
  const ids = rowKeysOf(command).flatMap((key) => serverIdOfKey(key) ?? []);
  const effect = effectOnRows(rows, { command, ids });
  if (effect.kind !== 'found') return effect;
  if (command.type === 'delete-rows') {
    return found(ids.map((id) => ({ collection, op: 'delete', id, rev: 0 }) as ListedChange));
  }
  const put = rows.filter((row) => ids.includes(row.id)).map((row) => putOf(collection, row));
  return found(put, command.type === 'update-row' ? ids[0] : undefined);
}

/**
 * Ids of rows in the mirror that look like the one that a command will create. None of them is
 * later taken for the command's effect.
 */
export async function rowsAlike(
  parts: Pick<LookParts, 'runtime'>,
  command: CommandOf<'create-row'>,
): Promise<number[]> {
  const rows = await parts.runtime.mirror[command.payload.collection].toArray();
  return rows.filter((row) => isRowOf(row, command)).map((row) => row.id);
}

function putOf(collection: RowCollection, row: { readonly id: number }): ListedChange {
  return { collection, op: 'put', id: row.id, rev: 0, row } as ListedChange;
}

type WriteTrace = Pick<Receipt, 'ids' | 'result' | 'note'> & { readonly command: OutboxCommand };

/** A receipt for a server that gives none: the device's own, unsigned note of what it saw there. */
function receiptOf({ runtime }: LookParts, { command, ...made }: WriteTrace): Receipt {
  return { key: command.id, type: command.type, ...made, rev: 0, at: new Date(runtime.clock()).toISOString() };
}

/**
 * Who is logged in on the server: another person's session must do nothing in this person's name
 * (I4).
 */
export async function askWho(parts: LookParts): Promise<{ readonly id: number | null; readonly answer: Answer }> {
  const { json, answer } = await ask(parts, { path: PATHS.user });
  return { id: readListedSession(json, '')?.id ?? null, answer };
}

async function ask(parts: LookParts, call: { readonly path: string; readonly query?: Record<string, number> }) {
  const answer = await parts.client.request({ method: 'GET', ...call });
  await parts.connection.heard(answer);
  const reading = readingOf(answer);
  const status = reading.kind === 'ours' ? reading.reply.status : null;
  return { answer, status, json: successOf(reading) };
}
