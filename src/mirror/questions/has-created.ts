import type { Mirror } from '../store/schema.ts';

/** Whether the creation of a document is among the commands of this device, registered or not. */
export async function hasCreated(mirror: Mirror): Promise<boolean> {
  return (await mirror.commands.filter((command) => command.type === 'create-document').count()) > 0;
}
