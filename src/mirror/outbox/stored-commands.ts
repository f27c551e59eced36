import type { OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';

export async function commandById(mirror: Mirror, id: string): Promise<OutboxCommand | undefined> {
  return mirror.commands.where('id').equals(id).first();
}

/** All commands of a lane, done ones too, in their order. */
export async function commandsOn(mirror: Mirror, documentKey: string): Promise<OutboxCommand[]> {
  return mirror.commands.where('documentKey').equals(documentKey).sortBy('seq');
}

/** All commands that are not done, in their order. */
export async function unfinished(mirror: Mirror): Promise<OutboxCommand[]> {
  const commands = await mirror.commands.where('state').notEqual('done').toArray();
  return commands.sort((left, right) => left.seq - right.seq);
}
