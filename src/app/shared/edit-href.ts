import { canEdit } from '../text/command-state.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';

/** The form a command goes back into for editing; the form takes it out of the outbox itself. Null: nothing to edit. */
export function editHref(command: OutboxCommand): string | null {
  if (!canEdit(command)) return null;
  const query = `editar=${encodeURIComponent(command.id)}`;
  if (command.type === 'create-document') return `/admin/create-documents?${query}`;
  return `/admin/view-document/${encodeURIComponent(command.documentKey)}?${query}`;
}
