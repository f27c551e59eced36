import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { canEdit } from '../../text/command-state.ts';
import { OUTBOX_TEXT } from '../../text/outbox.ts';

/**
 * The form a command is edited or corrected in, or why it can't be: a creation on its way that `dependents` others wait for
 * (a refused one keeps its place, and they with it), or one the server may have while nobody can ask it.
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
  const query = `editar=${encodeURIComponent(command.id)}`;
  if (command.type === 'create-document') return { href: `/admin/create-documents?${query}` };
  return { href: `/admin/view-document/${encodeURIComponent(command.documentKey)}?${query}` };
}
