import { isInDoubt, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { notify } from '#ui/feedback/toast.tsx';
import type { Profile } from '../../profile/profile.tsx';
import { subjectOf } from '../notices/subject-of.ts';
import { DOUBT_TEXT } from '../../text/sending/outbox.ts';

/**
 * Makes sure, before a command returns to a form, that the server has not registered it. An edited
 * command gets a new key, so editing a registered one would have its effect twice (I2). Asks the
 * server where an answer was lost. Returns whether the command can be edited, and otherwise shows
 * why not.
 */
export async function makeSure(sync: Profile['sync'], command: OutboxCommand): Promise<boolean> {
  if (!isInDoubt(command)) return true;
  const said = await sync.withdrawCommand(command.id);
  if (said === 'absent') return true;
  const tone = said === 'registered' ? undefined : 'danger';
  notify({ title: DOUBT_TEXT[said], tone, about: subjectOf(command) });
  return false;
}
