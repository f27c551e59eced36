import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { notify } from '#ui/feedback/toast.tsx';
import type { Profile } from '../../profile/profile.tsx';
import { DOUBT_TEXT } from '../../text/outbox.ts';

/**
 * Before a command goes back into a form: whether the server has nothing of it. Asks where an answer was lost, and says why
 * not. What is edited gets a new key: of something registered it would become a double (I2).
 */
export async function makeSure(sync: Profile['sync'], command: OutboxCommand): Promise<boolean> {
  if (!isInDoubt(command)) return true;
  const said = await sync.askReceipt(command.id);
  if (said === 'absent') return true;
  notify(said === 'registered' ? { title: DOUBT_TEXT[said] } : { title: DOUBT_TEXT[said], tone: 'danger' });
  return false;
}
