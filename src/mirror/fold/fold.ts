// The only place where the documents that a person sees are made: server row + pending commands
// (I8). Pure and total.

import { documentStateOf, guardOf } from '#contract/document-state.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { applyView } from '#domain/apply-view.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { decideComplete, decideReopen } from '#domain/decide-complete.ts';
import { decideReassign, decideRespond } from '#domain/decide-respond.ts';
import { hasText } from '#domain/plain-text.ts';
import { localCodeOf } from '#domain/ticket.ts';
import {
  type CommandOf,
  isPending,
  isRowCommand,
  needsAuthor,
  noteOf,
  type OutboxCommand,
  registeredOf,
} from '../store/outbox-row.ts';
import { INK, isAnother, isLocalKey, type MirrorDocument, type Pencil } from '../store/rows.ts';
import { isUnderstood } from '../store/upcast-command.ts';
import { candidateOf, type FoldContext, organizationRefOf, personRefOf } from './fold-context.ts';

type Fold = {
  /** Null when nothing is shown, after a creation that was refused or discarded. */
  readonly document: MirrorDocument | null;
  /** For each pending command, by id, whether its guard no longer holds ("pode não ser aceito"). */
  readonly marks: ReadonlyMap<string, boolean>;
};

type FoldSource = {
  readonly key: string;
  /** The server's row; null for a document made here that is not registered yet. */
  readonly base: DocumentRow | null;
  /** All commands on the document, in any order. */
  readonly commands: readonly OutboxCommand[];
};

/**
 * The document as its person sees it: every pending command applied to the server's row, in the
 * order in which they were made.
 */
export function foldDocument({ key, base, commands }: FoldSource, context: FoldContext): Fold {
  let row = base === null ? null : foldedRowOf(base);
  let pencil = INK;
  const marks = new Map<string, boolean>();
  for (const command of [...commands].sort((left, right) => left.seq - right.seq)) {
    if (needsAuthor(command)) pencil = { ...pencil, needsAuthor: true };
    if (!isFolded(command, base)) continue;
    const step = foldCommand(row, { command, context });
    if (isPending(command)) {
      marks.set(command.id, step.mayBeRefused);
      pencil = penciled(pencil, { before: row, step });
    }
    row = step.row;
  }
  return { document: row === null ? null : mirrorDocumentOf(row, { key, pencil }), marks };
}

/**
 * Whether a command takes part in the fold: while it is pending, and after its receipt until the
 * server's row has reached the receipt's rev, so that nothing disappears in between. Refused and
 * conflicting commands take no part.
 */
export function isFolded(command: OutboxCommand, base: Pick<DocumentRow, 'rev'> | null): boolean {
  if (command.state === 'done') return command.receipt !== null && (base === null || base.rev < command.receipt.rev);
  return isPending(command);
}

function penciled(
  pencil: Pencil,
  { before, step }: { before: FoldedRow | null; step: { row: FoldedRow | null; mayBeRefused: boolean } },
): Pencil {
  const after = step.row;
  const mayBeRefused = pencil.mayBeRefused || step.mayBeRefused;
  if (after === null) return { ...pencil, mayBeRefused };
  if (before === null) return { ...pencil, document: true, mayBeRefused };
  return {
    ...pencil,
    mayBeRefused,
    status: pencil.status || after.stored_status !== before.stored_status,
    limitDate: pencil.limitDate || after.limit_date !== before.limit_date,
    responsibles: pencil.responsibles || after.responsibles !== before.responsibles,
    replies: pencil.replies + (after.interactions_count - before.interactions_count),
  };
}

/**
 * A document while commands are applied: a row of the mirror without the fields that the device
 * adds at the end.
 */
type FoldedRow = Omit<MirrorDocument, 'key' | 'localCode' | 'pencil' | 'searchText' | 'gone'>;

export function foldedRowOf(row: DocumentRow): FoldedRow {
  const { id, status: _computedHere, ...rest } = row;
  return { ...rest, serverId: id };
}

/** The row of the mirror, with key, local code and pencil. */
export function mirrorDocumentOf(row: FoldedRow, { key, pencil }: { key: string; pencil: Pencil }): MirrorDocument {
  const localCode = isLocalKey(key) ? localCodeOf(key) : null;
  return {
    ...row,
    key,
    localCode,
    pencil,
    searchText: '',
  };
}

/**
 * The server's row again, from a row of the mirror without pending commands; null for a document
 * that the server does not have yet.
 */
export function serverRowOf(document: MirrorDocument): DocumentRow | null {
  const { key: _key, localCode: _code, pencil: _pencil, searchText: _text, gone: _gone, ...folded } = document;
  const { serverId, number, ...rest } = folded;
  if (serverId === null || number === null) return null;
  return { ...rest, id: serverId, number, status: rest.stored_status };
}

/**
 * The result of one command. When its guard no longer holds, `row` is unchanged and `mayBeRefused`
 * is true.
 */
type Step = { readonly row: FoldedRow | null; readonly mayBeRefused: boolean };

/** A command together with what its effect depends on. */
type CommandAt<Command extends OutboxCommand> = {
  readonly command: Command;
  readonly context: FoldContext;
  /** The calendar day on which the command was made. */
  readonly today: CalendarDay;
  /** The instant at which the command was made, ISO. */
  readonly at: string;
};

/**
 * Applies one command, by the rules that the server judges it with. It is judged on the day on
 * which it was made, because the server counts work done in time as in time (rule A4). So midnight
 * changes no row.
 */
export function foldCommand(
  row: FoldedRow | null,
  { command, context }: { command: OutboxCommand; context: FoldContext },
): Step {
  if (!isUnderstood(command)) return { row, mayBeRefused: false };
  if (command.type === 'create-document') {
    return { row: row ?? foldCreation(command, context), mayBeRefused: false };
  }
  // Commands on reference data are folded in fold-rows.ts.
  if (isRowCommand(command)) return { row, mayBeRefused: false };
  if (row === null || isOfAnother(command, row)) return { row, mayBeRefused: true };
  const today = dayAt(command.performedAtMs, context.zone);
  const at = new Date(command.performedAtMs).toISOString();
  switch (command.type) {
    case 'respond':
      return foldResponse(row, { command, context, today, at });
    case 'complete-document':
      return foldCompletion(row, { command, context, today, at });
    case 'reopen-document':
      return foldReopening(row, { command, context, today, at });
    case 'reassign-document':
      return foldReassignment(row, { command, context, today, at });
    case 'record-view':
      return foldView(row, { command, context, today, at });
  }
}

/** Whether the author of the command saw another document than the one in this row (I11). */
function isOfAnother({ basedOn }: OutboxCommand, row: FoldedRow): boolean {
  return basedOn?.mark !== undefined && isAnother(basedOn.mark, row);
}

function foldResponse(row: FoldedRow, given: CommandAt<CommandOf<'respond'>>): Step {
  const { command, context, today, at } = given;
  const { payload } = command;
  if (noteOf(command) !== null) return { row: foldKeptDate(row, given), mayBeRefused: false };
  const decision = decideRespond(documentStateOf(row), {
    userId: command.actorId,
    today,
    hasText: hasText(payload.content),
    filesCount: command.files.length,
    limitDate: payload.limit_date,
    responsibles: payload.responsible_ids?.map((id) => candidateOf(context, id)) ?? null,
    organizationIds: payload.organization_ids,
    basedOn: guardOf(command.basedOn),
  });
  if (decision.kind !== 'accepted') return { row, mayBeRefused: true };
  const { storedStatus, interaction, extension, transfer } = decision.changes;
  const byResponsible = row.responsibles.some((person) => person.id === command.actorId);
  const answered: FoldedRow = {
    ...row,
    stored_status: storedStatus,
    limit_date: extension?.limitDate ?? row.limit_date,
    interactions_count: row.interactions_count + (interaction ? 1 : 0),
    files_count: row.files_count + command.files.length,
    last_activity_at: later(row.last_activity_at, at),
    facts: { ...row.facts, seen_by_responsible: row.facts.seen_by_responsible || (interaction && byResponsible) },
  };
  if (transfer === null) return { row: answered, mayBeRefused: false };
  return { row: movedTo(answered, { transfer, context, at }), mayBeRefused: false };
}

type Transfer = { readonly responsibleIds: readonly number[]; readonly organizationIds: readonly number[] };

/** The row after a transfer to other people and sectors. */
function movedTo(row: FoldedRow, moved: { transfer: Transfer; context: FoldContext; at: string }): FoldedRow {
  const { transfer, context, at } = moved;
  return {
    ...row,
    responsibles: transfer.responsibleIds.map((id) => personRefOf(context, id)),
    organizations: transfer.organizationIds.map((id) => organizationRefOf(context, id)),
    facts: {
      ...row.facts,
      responsible_ids_ever: [...new Set([...row.facts.responsible_ids_ever, ...transfer.responsibleIds])],
      seen_by_responsible: false,
      arrived_at: {
        ...row.facts.arrived_at,
        ...Object.fromEntries(transfer.responsibleIds.map((id) => [String(id), at])),
      },
    },
  };
}

/**
 * Folds "Redistribuir". Whether its author may do it was judged when the command was made (rule
 * A14), so sectors do not limit it here.
 */
function foldReassignment(row: FoldedRow, given: CommandAt<CommandOf<'reassign-document'>>): Step {
  const { command, context, today, at } = given;
  const decision = decideReassign(documentStateOf(row), {
    today,
    withinOrganizationId: null,
    currentOrganizationIds: row.organizations.map((sector) => sector.id),
    responsibles: command.payload.responsible_ids.map((id) => candidateOf(context, id)),
    organizationIds: command.payload.organization_ids,
    reason: command.payload.reason,
    basedOn: guardOf(command.basedOn),
  });
  if (decision.kind !== 'accepted' || decision.changes.transfer === null) return { row, mayBeRefused: true };
  const { storedStatus, transfer } = decision.changes;
  const activity = later(row.last_activity_at, at);
  const moved = movedTo(row, { transfer, context, at });
  return { row: { ...moved, stored_status: storedStatus, last_activity_at: activity }, mayBeRefused: false };
}

/**
 * The row after a response whose date lost to a later one: all but its date was done. The receipt
 * names the date that stays, until the server's row has it.
 */
function foldKeptDate(row: FoldedRow, { command, ...given }: CommandAt<CommandOf<'respond'>>): FoldedRow {
  const { note } = command.receipt ?? {};
  const kept = note === undefined ? row : { ...row, limit_date: note.limit_date };
  if (registeredOf(command) === 'none') return kept;
  const rest = { ...command, receipt: null, payload: { ...command.payload, limit_date: null } };
  return foldResponse(kept, { ...given, command: rest }).row ?? kept;
}

function foldCompletion(row: FoldedRow, given: CommandAt<CommandOf<'complete-document'>>): Step {
  const { command, today, at } = given;
  const decision = decideComplete(documentStateOf(row), {
    userId: command.actorId,
    today,
    limitDate: command.payload.limit_date,
    basedOn: guardOf(command.basedOn),
  });
  if (decision.kind !== 'accepted') return { row, mayBeRefused: true };
  if (decision.note !== null) return { row, mayBeRefused: false };
  return {
    row: {
      ...row,
      stored_status: decision.changes.storedStatus,
      facts: { ...row.facts, completed_by: completerOf(command, decision.changes.completedBy) },
      last_activity_at: later(row.last_activity_at, at),
    },
    mayBeRefused: false,
  };
}

/**
 * The person who completed the document: the one that the receipt's note names, if it has a note.
 */
function completerOf({ receipt }: CommandOf<'complete-document'>, completedBy: number | null): number | null {
  return receipt?.note === undefined ? completedBy : receipt.note.user_id;
}

function foldReopening(row: FoldedRow, given: CommandAt<CommandOf<'reopen-document'>>): Step {
  const { command, today, at } = given;
  const decision = decideReopen(documentStateOf(row), {
    userId: command.actorId,
    today,
    limitDate: command.payload.limit_date,
  });
  if (decision.kind !== 'accepted') return { row, mayBeRefused: true };
  if (decision.note !== null) return { row, mayBeRefused: false };
  const { storedStatus, limitDate } = decision.changes;
  return {
    row: {
      ...row,
      stored_status: storedStatus,
      // Where the document was open already, the receipt names the date that stays.
      limit_date: command.receipt?.note?.limit_date ?? limitDate,
      last_activity_at: later(row.last_activity_at, at),
    },
    mayBeRefused: false,
  };
}

function foldView(row: FoldedRow, { command, today }: CommandAt<CommandOf<'record-view'>>): Step {
  const { storedStatus, seenByResponsible } = applyView(documentStateOf(row), { userId: command.actorId, today });
  return {
    row: {
      ...row,
      stored_status: storedStatus,
      facts: { ...row.facts, seen_by_responsible: seenByResponsible },
    },
    mayBeRefused: false,
  };
}

/** The later of two ISO instants in UTC, which compare as strings. */
function later(left: string, right: string): string {
  return left > right ? left : right;
}

/**
 * The document that a creation makes, before the server has given it a number; its names come from
 * the mirror (rule C6).
 */
export function foldCreation(command: CommandOf<'create-document'>, context: FoldContext): FoldedRow {
  const { actorId } = command;
  const {
    document_subject_id: subjectId,
    organization_ids,
    user_ids,
    tags,
    content: _inDetails,
    ...said
  } = command.payload;
  const createdAt = new Date(command.performedAtMs).toISOString();
  const creator = personRefOf(context, actorId);
  const userIds = [...new Set(user_ids)];
  return {
    ...said,
    serverId: null,
    rev: 0,
    number: null,
    stored_status: 'pending',
    created_at: createdAt,
    created_by: actorId,
    creator,
    origin: creator.organization,
    subject: context.subjects.get(subjectId) ?? { id: subjectId, name: '' },
    responsibles: userIds.map((id) => personRefOf(context, id)),
    organizations: [...new Set(organization_ids)].map((id) => organizationRefOf(context, id)),
    tags: [...tags],
    facts: {
      responsible_ids_ever: userIds,
      completed_by: null,
      seen_by_responsible: false,
      arrived_at: Object.fromEntries(userIds.map((id) => [String(id), createdAt])),
    },
    files_count: command.files.length,
    interactions_count: 0,
    last_activity_at: createdAt,
    command_id: command.id,
    mark: command.id,
  };
}
