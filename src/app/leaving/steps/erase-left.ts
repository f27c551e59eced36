import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure } from '#mirror/store/person-facts.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { forgetWitness } from './witness.ts';

/**
 * Erases the data of every person who has left, also after a leaving that was interrupted (S33).
 * `only`: the data of this person alone. If one person's data can't be erased, the others' still
 * are, and the first error is thrown at the end.
 */
export async function eraseLeft(only?: number): Promise<void> {
  const { erasuresOwed } = await readDeviceFacts();
  const errors: unknown[] = [];
  for (const { userId, discardUnsent } of erasuresOwed) {
    if (only !== undefined && only !== userId) continue;
    try {
      const kept = await eraseMirror(userId, { discardUnsent });
      await rememberErasure({ userId, kept });
      if (kept === null) forgetWitness(userId);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
