// The one place where a document gets the state that a person sees: server row + pending commands
// (I8). Pure and total.

import type { DocumentRow } from '#contract/documents.ts';
import type { FoldContext } from './fold-context.ts';
import { foldCommand } from './fold-command.ts';
import { foldedRowOf, mirrorDocumentOf, type FoldedRow } from './folded-row.ts';
import { isPending, needsAuthor, type OutboxCommand } from '../store/outbox-row.ts';
import { INK, type MirrorDocument, type Pencil } from '../store/rows.ts';

export type Fold = {
  /** Null: nothing is shown (a creation that was refused or discarded). */
  readonly document: MirrorDocument | null;
  /**
   * By command id: whether the guard of a pending command no longer holds ("pode não ser aceito").
   */
  readonly marks: ReadonlyMap<string, boolean>;
};

export type FoldSource = {
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
