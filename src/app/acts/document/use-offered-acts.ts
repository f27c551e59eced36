import { documentStateOf } from '#contract/document-state.ts';
import { type Ability, blockedByDelay } from '#domain/document-state.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { IconType } from '#ui/base/icon.ts';
import { ArrowRightLeft, CalendarPlus, CircleCheck, RotateCcw, UserCog } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { ACT_TEXT, COMPLETE, extendDetail, LATE, reassignReason, transferDetail } from '../../text/document/acts.ts';
import { formatDay } from '../../text/words/format.ts';
import type { Act } from './acts.ts';

export type OfferedAct = {
  readonly id: Act;
  readonly text: string;
  readonly icon: IconType;
  /** The state that the act would change, in words: with whom the document is, for example. */
  readonly detail: string;
  /** That state in a word or two, as a menu shows it: the date, for example. */
  readonly value?: string | undefined;
  /**
   * Why this person can't do the act today, although another person or another day could;
   * undefined: they can.
   */
  readonly reason?: string | undefined;
};

/**
 * The acts that this person is offered on a document, by abilities and permission (rules A3, A14,
 * B3). Acts that the role never allows are absent.
 */
export function useOfferedActs(document: ListedDocument): OfferedAct[] {
  const { may, person, session, today } = useProfile();
  const { abilities } = document;
  const isLate = document.status === 'overdue';
  const blocked = blockedByDelay(documentStateOf(document), { userId: person.userId, today });
  const acts: OfferedAct[] = [];
  const late = abilities.reopenDocument ? LATE.reopen : LATE.others;
  /**
   * Adds an act that an ability gives, or that only the delay stops. `reason`: the words for the
   * delay.
   */
  const offer = (ability: Ability, { reason = late, ...act }: OfferedAct) => {
    if (abilities[ability]) acts.push(act);
    else if (blocked.has(ability)) acts.push({ ...act, value: undefined, reason });
  };
  offer('completeDocument', {
    id: 'concluir',
    text: ACT_TEXT.complete,
    icon: CircleCheck,
    detail: ACT_TEXT.completeDetail,
    reason: COMPLETE.overdue,
  });
  offer('reopenDocument', {
    id: 'reabrir',
    text: ACT_TEXT.reopen,
    icon: RotateCcw,
    detail: isLate ? ACT_TEXT.reopenLateDetail : ACT_TEXT.reopenDetail,
    value: isLate ? LATE.withDate : undefined,
  });
  offer('transferDocument', {
    id: 'transferir',
    text: ACT_TEXT.transfer,
    icon: ArrowRightLeft,
    detail: transferDetail(document, person.userId),
  });
  offer('extendDocument', {
    id: 'prorrogar',
    text: ACT_TEXT.extend,
    icon: CalendarPlus,
    detail: extendDetail(document.limit_date, today),
    value: formatDay(document.limit_date),
  });
  if (may('reassign_documents')) {
    const own = session.organization_id;
    const isHere = person.superAdmin || document.organizations.some((sector) => sector.id === own);
    const reason = isHere ? undefined : reassignReason(document);
    acts.push({ id: 'redistribuir', text: ACT_TEXT.reassign, icon: UserCog, detail: ACT_TEXT.reassignDetail, reason });
  }
  return acts;
}
