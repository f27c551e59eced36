import { type FormCommand, isFormCommand, isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { correctionHref } from '../../shared/manage/row-places.ts';
import { canEdit } from '../../text/sending/command-state.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { CORRECT_ROW } from '../../text/sending/row-acts.ts';

/**
 * The address of the form in which a command is edited or corrected, or the reason why it can't be.
 * A creation that was not refused can't be edited while `dependents` other commands wait for it. A
 * command that the server may already have needs a connection, to ask the server. A command on a
 * row is corrected in its place in the queue, except where another person deleted the row.
 */
export function editOf(
  command: OutboxCommand,
  at: { dependents: number; isOffline: boolean },
): { readonly href: string } | { readonly reason: string } {
  if (!canEdit(command)) return { reason: OUTBOX_TEXT.cantEdit };
  if (command.type === 'create-document' && command.state !== 'refused' && at.dependents > 0) {
    return { reason: OUTBOX_TEXT.hasDependents };
  }
  if (at.isOffline && isInDoubt(command)) return { reason: OUTBOX_TEXT.inDoubt };
  if (isFormCommand(command)) return rowFormOf(command);
  const query = `editar=${encodeURIComponent(command.id)}`;
  if (command.type === 'create-document') return { href: `/admin/create-documents?${query}` };
  return { href: `/admin/view-document/${encodeURIComponent(command.documentKey)}?${query}` };
}

function rowFormOf({
  id,
  type,
  payload,
  lastError,
}: FormCommand): { readonly href: string } | { readonly reason: string } {
  if (type === 'create-row') return { href: correctionHref(payload.collection, { commandId: id, rowKey: null }) };
  if (lastError?.class === 'gone') return { reason: CORRECT_ROW.rowGone };
  return { href: correctionHref(payload.collection, { commandId: id, rowKey: payload.row_keys[0] ?? '' }) };
}
