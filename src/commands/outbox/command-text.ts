import { plainTextOf } from '#domain/plain-text.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import type { CommandType } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/** Types of commands whose author wrote words. */
const WORDED: ReadonlySet<CommandType> = new Set(['create-document', 'respond', 'reassign-document']);

/** Whether "Copiar texto" is offered for a command of this type. */
export function hasWords(type: CommandType): boolean {
  return WORDED.has(type);
}

/**
 * The words of a command as plain text, for "Copiar texto"; empty when it has none or no longer
 * exists.
 */
export async function commandText(mirror: Mirror, id: string): Promise<string> {
  const command = await commandById(mirror, id);
  if (command?.type === 'respond') return plainTextOf(command.payload.content);
  if (command?.type === 'reassign-document') return command.payload.reason;
  if (command?.type !== 'create-document') return '';
  return `${command.payload.title}\n\n${plainTextOf(command.payload.content)}`;
}
