import { type FormCommand, isFormCommand, isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { correctionHref } from '../../shared/manage/row-places.ts';
import { canEdit } from '../../text/sending/command-state.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { CORRECT_ROW } from '../../text/sending/row-acts.ts';

/**
 * The form in which a command is edited or corrected, or the reason why that is not possible. It is
 * not possible for a creation on its way that `dependents` other commands wait for (a refused
 * creation keeps its place, and the others wait with it), nor for a command that the server may
 * already have while there is no connection to ask it. A command on a row is corrected in its
 * place, with what waits for it; a change of a row that another person deleted has nothing to
 * correct.
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
