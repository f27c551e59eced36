import { type BasedOn, sameIds } from './based-on.ts';
import type { CalendarDay } from './dates.ts';
import type { RespondChanges } from './decide-respond.ts';
import type { DocumentState } from './document-state.ts';
import { judgeCandidates, known, transferTo, type Candidate } from './judge-candidates.ts';
import { accept, refuse, refuseAll, type Decision, type Refusal } from './refusals.ts';
import { afterReview } from './status.ts';
import { isBlank } from './text.ts';

export type ReassignIntent = {
  readonly today: CalendarDay;
  /**
   * null for a Super Admin, who reassigns anywhere in the tenant; otherwise the sector that the
   * person manages.
   */
  readonly withinOrganizationId: number | null;
  /** The sectors in which the document is now. */
  readonly currentOrganizationIds: readonly number[];
  readonly responsibles: readonly (Candidate | null)[];
  /** Empty means the sectors of the responsibles. */
  readonly organizationIds: readonly number[];
  readonly reason: string;
  readonly basedOn: BasedOn | null;
};

/**
 * "Redistribuir" (rule A14): a transfer by a person with the permission, not with an ability, for a
 * written reason. A sector manager reassigns documents in their own sector to people of that
 * sector. A document that somebody else has moved meanwhile is not moved again: its author looks
 * where it is first (S71).
 */
export function decideReassign(document: DocumentState, intent: ReassignIntent): Decision<RespondChanges> {
  const own = intent.withinOrganizationId;
  if (own !== null && !intent.currentOrganizationIds.includes(own)) return refuse('not_allowed');
  const field = 'responsible_ids';
  const organizationIds = own === null ? intent.organizationIds : [own];
  const refusals: Refusal[] = isBlank(intent.reason) ? [{ code: 'required', field: 'reason' }] : [];
  refusals.push(...judgeCandidates(intent.responsibles, { field, organizationIds }));
  if (own !== null && intent.organizationIds.some((id) => id !== own)) {
    refusals.push({ code: 'organization_unknown', field: 'organization_ids' });
  }
  const people = known(intent.responsibles);
  const ids = people.map((one) => one.id);
  if (ids.length === 0) refusals.push({ code: 'required', field });
  else if (sameIds(ids, document.responsibleIds)) refusals.push({ code: 'same_responsible', field });
  else if (hasMoved(document, intent.basedOn)) refusals.push({ code: 'moved_meanwhile', field });
  const refused = refuseAll(refusals);
  if (refused !== null) return refused;
  return accept({
    storedStatus: afterReview(document, intent.today),
    interaction: false,
    extension: null,
    transfer: transferTo(people, organizationIds),
  });
}

function hasMoved(document: DocumentState, basedOn: BasedOn | null): boolean {
  const seen = basedOn?.responsibleIds ?? null;
  return seen !== null && !sameIds(seen, document.responsibleIds);
}
