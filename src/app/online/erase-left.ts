import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure } from '#mirror/store/person-facts.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';

/** Erases from this device the data of a person who left, also when leaving was interrupted the time before (S33). */
export async function eraseLeft(): Promise<void> {
  const { erasureOwed } = await readDeviceFacts();
  if (erasureOwed === null) return;
  const { userId, discardUnsent } = erasureOwed;
  const kept = await eraseMirror(userId, { discardUnsent });
  await rememberErasure({ userId, kept });
}
