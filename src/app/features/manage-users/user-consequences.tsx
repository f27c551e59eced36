import type { OpenCounts } from '#mirror/questions/deletion-effects.ts';
import type { Consequence } from '../../shared/manage/managed-row.ts';
import { documentsNumber, EFFECTS } from '../../text/deletion-effects.ts';

/** What deleting people brings with it: first how many unfinished documents lose their active responsible (rule B11). */
export function userConsequences(left: OpenCounts): Consequence[] {
  const counted = documentsNumber(left);
  const rest = left.open + left.overdue === 1 ? EFFECTS.losesResponsible : EFFECTS.loseResponsible;
  return [
    {
      id: 'documents',
      icon: 'documents',
      text:
        counted === null ? (
          EFFECTS.noDocuments
        ) : (
          <>
            <b>{counted}</b> <span>{rest}</span>
          </>
        ),
    },
    { id: 'people', icon: 'people', text: EFFECTS.sessions },
    { id: 'history', icon: 'history', text: EFFECTS.userHistory },
  ];
}
