import { windowOf } from '#domain/submission-window.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';

/**
 * The submission windows in words, by the id of their subject: `dia 5 a 12`. Undefined until they
 * are read.
 */
export function useWindows(): ReadonlyMap<number, string> | undefined {
  const { mirror } = useProfile();
  return useLiveQuery(async () => {
    const subjects = await mirror.document_subjects.toArray();
    return new Map(
      subjects.flatMap((subject) => {
        const days = windowOf(subject.submission_start_day, subject.submission_end_day);
        return days === null ? [] : [[subject.id, `dia ${days.startDay} a ${days.endDay}`] as const];
      }),
    );
  }, [mirror]);
}
