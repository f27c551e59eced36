import { foldContextOf } from '#mirror/fold/fold-context.ts';
import { foldDocument } from '#mirror/fold/fold.ts';
import { commandsOn } from '#mirror/outbox/outbox-lanes.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { baseOf } from '#mirror/fold/refold.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/** A place in a lane: right before the command that has this `seq`, or would have it. */
export type Place = Pick<OutboxCommand, 'documentKey' | 'seq'>;

/**
 * The document as its author sees it at this place of the lane: the server's row with the commands made before it. Null
 * when there is none.
 */
export async function documentBefore(mirror: Mirror, place: Place): Promise<MirrorDocument | null> {
  const key = place.documentKey;
  const lane = await commandsOn(mirror, key);
  const commands = lane.filter((other) => other.seq < place.seq);
  return foldDocument({ key, base: await baseOf(mirror, key), commands }, await foldContextOf(mirror)).document;
}

/**
 * The document that a gesture is judged on: as its author sees it, or, with `seq`, as it is before the commands from
 * that place on. Undefined when there is none, or none in sight.
 */
export async function documentFor(
  mirror: Mirror,
  { documentKey, seq }: { documentKey: string; seq?: number | undefined },
): Promise<MirrorDocument | undefined> {
  const shown = await mirror.documents.get(documentKey);
  if (shown === undefined || shown.gone === true) return undefined;
  return seq === undefined ? shown : ((await documentBefore(mirror, { documentKey, seq })) ?? undefined);
}
