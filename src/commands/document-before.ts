import { foldContextOf } from '#mirror/fold-context.ts';
import { foldDocument } from '#mirror/fold.ts';
import type { OutboxCommand } from '#mirror/outbox-row.ts';
import { baseOf } from '#mirror/refold.ts';
import type { MirrorDocument } from '#mirror/rows.ts';
import type { Mirror } from '#mirror/schema.ts';

/** What the author sees at this place of the lane: the server's row with what was made before it. */
export async function documentBefore(mirror: Mirror, command: OutboxCommand): Promise<MirrorDocument | null> {
  const key = command.documentKey;
  const lane = await mirror.commands.where('documentKey').equals(key).toArray();
  const commands = lane.filter((other) => other.seq < command.seq);
  return foldDocument({ key, base: await baseOf(mirror, key), commands }, await foldContextOf(mirror)).document;
}
