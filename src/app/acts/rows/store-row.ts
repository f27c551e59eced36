import type { GestureResult } from '#commands/frame/context.ts';
import { errorsByField } from '#contract/refusal-text.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { FormOutcome } from '../../shared/manage/use-manage-form.ts';
import { tellStored } from '../notices/notify-stored.ts';

/**
 * Stores what a form says of a row. Says `done` when it is durable, with the truth of where it is; a refusal goes back to
 * the form, sentence by field. What is thrown means that nothing was stored.
 */
export async function storeRow(
  at: { mirror: Mirror; done: string },
  gesture: () => Promise<GestureResult>,
): Promise<FormOutcome> {
  const result = await gesture();
  if (result.kind === 'refused') return { kind: 'refused', errors: errorsByField(result.refusals) };
  await tellStored(at.mirror, { title: at.done, commandId: result.commandId });
  return { kind: 'done' };
}
