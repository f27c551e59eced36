import { canEdit } from '../text/command-state.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';

/**
 * The form a command is edited or corrected in. Null: nothing to edit, or a creation on its way that `dependents` others
 * wait for; a refused one keeps its place, and they with it.
 */
export function editHref(command: OutboxCommand, dependents: number): string | null {
  if (!canEdit(command)) return null;
  if (command.type === 'create-document' && command.state !== 'refused' && dependents > 0) return null;
  const query = `editar=${encodeURIComponent(command.id)}`;
  if (command.type === 'create-document') return `/admin/create-documents?${query}`;
  return `/admin/view-document/${encodeURIComponent(command.documentKey)}?${query}`;
}
