import { documentStateOf } from '#contract/document-state.ts';
import { isCompletionBlockedByDeadline } from '#domain/abilities.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { IconType } from '#ui/base/icon.ts';
import { ArrowRightLeft, CalendarPlus, CircleCheck, RotateCcw, UserCog } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { ACT_TEXT, COMPLETE, extendDetail, reassignReason, transferDetail } from '../../text/document/acts.ts';
import { formatDay } from '../../text/words/format.ts';
import type { Act } from './acts.ts';

export type OfferedAct = {
  readonly id: Act;
  readonly text: string;
  readonly icon: IconType;
  /** The present state, such as with whom the document is. */
  readonly detail: string;
  /** The present state in a word or two, for a menu: the date. */
  readonly value?: string | undefined;
  /** Why the person can't do it, where another person or another day could; undefined: they can. */
  readonly reason?: string | undefined;
};

/**
 * The acts that this person is offered on a document, by abilities and permission (rules A3, A14,
 * B3). Acts that the role never allows are absent.
 */
export function useOfferedActs(document: ListedDocument): OfferedAct[] {
  const { may, person, session, today } = useProfile();
  const { abilities } = document;
  const state = documentStateOf(document);
  const isBlocked = isCompletionBlockedByDeadline(state, { userId: person.userId, today });
  const acts: OfferedAct[] = [];
  if (abilities.completeDocument || isBlocked) {
    const reason = isBlocked ? COMPLETE.overdue : undefined;
    acts.push({ id: 'concluir', text: ACT_TEXT.complete, icon: CircleCheck, detail: ACT_TEXT.completeDetail, reason });
  }
  if (abilities.reopenDocument) {
    acts.push({ id: 'reabrir', text: ACT_TEXT.reopen, icon: RotateCcw, detail: ACT_TEXT.reopenDetail });
  }
  if (abilities.transferDocument) {
    const detail = transferDetail(document, person.userId);
    acts.push({ id: 'transferir', text: ACT_TEXT.transfer, icon: ArrowRightLeft, detail });
  }
  if (abilities.extendDocument) {
    const detail = extendDetail(document.limit_date, today);
    acts.push({
      id: 'prorrogar',
      text: ACT_TEXT.extend,
      icon: CalendarPlus,
      detail,
      value: formatDay(document.limit_date),
    });
  }
  if (may('reassign_documents')) {
    const own = session.organization_id;
    const isHere = person.superAdmin || document.organizations.some((sector) => sector.id === own);
    const reason = isHere ? undefined : reassignReason(document);
    acts.push({ id: 'redistribuir', text: ACT_TEXT.reassign, icon: UserCog, detail: ACT_TEXT.reassignDetail, reason });
  }
  return acts;
}
