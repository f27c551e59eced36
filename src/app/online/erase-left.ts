import { readDeviceFacts, rememberErasure } from '#mirror/store/device-facts.ts';
import { eraseMirror } from '#mirror/opening/open-mirror.ts';

/** Takes what a person who leaves has on this device off it, also when the leaving before was cut short (S33). */
export async function eraseLeft(): Promise<void> {
  const { erasureOwed } = await readDeviceFacts();
  if (erasureOwed === null) return;
  const { userId, discardUnsent } = erasureOwed;
  const isKept = await eraseMirror(userId, { discardUnsent });
  await rememberErasure({ userId, isKept });
}
