import { isInDoubt, type DoubtAnswer, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useEffect, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { subjectOf } from '../notices/subject-of.ts';
import { DOUBT_TEXT } from '../../text/outbox.ts';

/** Whether the server may have a command: `none` when it has not, `asking` until the server has answered. */
export type Doubt = 'none' | 'asking' | Exclude<DoubtAnswer, 'absent'>;

/**
 * Asks the server about a command whose answer was lost, as soon as the person is about to discard it; null = no command.
 */
export function useDoubt(command: OutboxCommand | null): Doubt {
  const { sync } = useProfile();
  const id = command !== null && isInDoubt(command) ? command.id : null;
  const about = command === null ? undefined : subjectOf(command);
  const [said, setSaid] = useState<{ readonly id: string; readonly answer: DoubtAnswer } | null>(null);

  useEffect(() => {
    if (id === null) return;
    let gone = false;
    const keep = (answer: DoubtAnswer) => {
      // The message is shown even if the answer has removed the item in the meantime: it is in ink by then.
      if (answer === 'registered' || answer === 'sending') notify({ title: DOUBT_TEXT[answer], about });
      if (!gone) setSaid({ id, answer });
    };
    sync.withdrawCommand(id).then(keep, () => keep('unreachable'));
    return () => {
      gone = true;
      setSaid(null);
    };
  }, [id, about, sync]);

  if (id === null || said?.answer === 'absent') return 'none';
  return said?.id === id ? said.answer : 'asking';
}
