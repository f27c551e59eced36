import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure } from '#mirror/store/person-facts.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { forgetWitness } from './witness.ts';

/**
 * Erases from this device the data of people who left, also when leaving was interrupted the time
 * before (S33); with `only`, that of this person. A person whose data can't be erased now does not
 * keep the data of others here: the first error is thrown at the end.
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
