import { refuse } from '#domain/refusals.ts';
import { durably } from '#mirror/store/storage.ts';
import { markOpened } from '#mirror/engine/changes.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { documentFor } from '../frame/on-document.ts';
import { gestureMomentOf, seenDocumentOf, storeCommand } from '../frame/store-command.ts';

/**
 * Records that a screen showed the document to its reader: an explicit event, also without a
 * network (rule E1).
 */
export async function recordView(
  context: CommandContext,
  { documentKey, offline }: { documentKey: string; offline: boolean },
): Promise<GestureResult> {
  const { mirror } = context;
  const document = await documentFor(mirror, { documentKey });
  if (document === undefined) return refuse('not_allowed');
  const { performedAtMs, today } = await gestureMomentOf(context);
  await durably(mirror, {
    tables: ['details', 'meta'],
    work: async () => markOpened(mirror, { key: documentKey, atMs: context.clock() }),
  });
  return storeCommand(context, {
    type: 'record-view',
    documentKey,
    basedOn: seenDocumentOf(document, today),
    payload: { offline },
    files: [],
    performedAtMs,
    draftId: undefined,
  });
}
