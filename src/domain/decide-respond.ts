// One gesture on an existing document: any of text, files, a later limit date and a new responsible
// (rules D1, D2, D6). The parts are judged together and applied together.

import type { CalendarDay } from './dates.ts';
import {
  abilitiesOf,
  type BasedOn,
  blockedByDelay,
  type DocumentState,
  judgeRoom,
  movedOn,
  sameIds,
} from './document-state.ts';
import { accept, type Decision, type NoteCode, type Refusal, type RefusalCode, refuse, refuseAll } from './refusals.ts';
import { afterReview, type StoredStatus } from './status.ts';
import { isBlank } from './text.ts';

export type RespondIntent = {
  readonly userId: number;
  readonly today: CalendarDay;
  /** Whether text remains after removing tags and white space (rule C13). */
  readonly hasText: boolean;
  readonly filesCount: number;
  /** Bytes of the text as it is stored; absent on a device. */
  readonly textBytes?: number;
  /** The requested limit date; null when none was sent. */
  readonly limitDate: CalendarDay | null;
  /**
   * The requested responsibles (null entries for unknown ids); null when no transfer was requested.
   */
  readonly responsibles: readonly (Candidate | null)[] | null;
  /** The requested sectors; empty means the sectors of the responsibles. */
  readonly organizationIds: readonly number[];
  readonly basedOn: BasedOn | null;
};

export type RespondChanges = {
  readonly storedStatus: StoredStatus;
  /** True when an interaction is written: text, files, or both. */
  readonly interaction: boolean;
  readonly extension: { readonly limitDate: CalendarDay } | null;
  readonly transfer: { readonly responsibleIds: readonly number[]; readonly organizationIds: readonly number[] } | null;
};

/**
 * Judges a response (rules A1, A8, A12, A13, D6, D7, E6). Refusals carry the wire's names of
 * fields.
 */
export function decideRespond(document: DocumentState, intent: RespondIntent): Decision<RespondChanges> {
  const conflict = conflictOf(document, intent);
  if (conflict !== null) return { kind: 'conflict', code: conflict };

  const date = judgeDate(document, intent);
  const interaction = intent.hasText || intent.filesCount > 0;
  const completed = document.storedStatus === 'completed';
  const refusals: Refusal[] = [];
  if (completed && interaction) {
    refusals.push({
      code: intent.responsibles === null ? 'document_completed' : 'text_on_completed',
      field: 'content',
    });
  }
  const room =
    interaction && document.gathered !== undefined ? judgeRoom(document.gathered, { textBytes: 0, ...intent }) : null;
  if (room !== null && !completed) refusals.push(room);
  if (date.refusal !== null) refusals.push(date.refusal);
  refusals.push(...judgeTransfer(document, intent));
  const refused = refuseAll(refusals);
  if (refused !== null) return refused;
  if (!interaction && intent.responsibles === null && date.extension === null && date.note === null) {
    return refuse('nothing_to_send', 'content');
  }
  return accept(changesOf(document, { intent, interaction, extension: date.extension }), date.note);
}

function conflictOf(document: DocumentState, intent: RespondIntent) {
  const moved = movedOn(document, intent.basedOn);
  // Text alone is sent whatever happened, unless the document has been completed in between
  // (src/sync/promises.md, Order and guards).
  return intent.responsibles !== null || moved === 'completed_meanwhile' ? moved : null;
}

type DateJudgement = {
  readonly extension: { limitDate: CalendarDay } | null;
  readonly refusal: Refusal | null;
  readonly note: NoteCode | null;
};

function judgeDate(document: DocumentState, intent: RespondIntent): DateJudgement {
  const none = { extension: null, refusal: null, note: null };
  const limitDate = intent.limitDate;
  if (limitDate === null) return none;
  const kept = asksForLater(limitDate, intent.basedOn) ? ({ ...none, note: 'later_date_kept' } as const) : null;
  // Another person has set the same date meanwhile. There is nothing left to do, and a note says so
  // to the author.
  if (limitDate === document.limitDate) return kept ?? none;
  const refusedWith = (code: Refusal['code']): DateJudgement => ({ ...none, refusal: { code, field: 'limit_date' } });
  if (document.storedStatus === 'completed') return refusedWith('date_on_completed');
  // Extension against extension: the later date wins, and the other is accepted with a note (rule
  // E6).
  if (limitDate < document.limitDate) return kept ?? refusedWith('limit_date_before_current');
  if (document.limitDate < intent.today) return refusedWith('document_overdue');
  if (!abilitiesOf(document, intent).extendDocument) return refusedWith('not_allowed');
  return { ...none, extension: { limitDate } };
}

/**
 * Whether the author asked for a date later than the one they saw; false when the command does not
 * say which one that was. If such a date is no longer later, another person extended first.
 */
function asksForLater(limitDate: CalendarDay, basedOn: BasedOn | null): boolean {
  return limitDate > (basedOn?.limitDate ?? limitDate);
}

function judgeTransfer(document: DocumentState, intent: RespondIntent): Refusal[] {
  const responsibles = intent.responsibles;
  if (responsibles === null) return [];
  const field = 'responsible_ids';
  if (responsibles.length === 0) return [{ code: 'required', field }];
  if (blockedByDelay(document, intent).has('transferDocument')) return [{ code: 'document_overdue', field }];
  if (!abilitiesOf(document, intent).transferDocument) return [{ code: 'not_allowed', field }];
  const refusals = judgeCandidates(responsibles, { field, organizationIds: intent.organizationIds });
  const ids = known(responsibles).map((one) => one.id);
  if (refusals.length === 0 && sameIds(ids, document.responsibleIds))
    refusals.push({ code: 'same_responsible', field });
  return refusals;
}

function changesOf(
  document: DocumentState,
  parts: { intent: RespondIntent; interaction: boolean; extension: { limitDate: CalendarDay } | null },
): RespondChanges {
  const { intent } = parts;
  const { responsibles } = intent;
  const byResponsible = parts.interaction && document.responsibleIds.includes(intent.userId);
  let storedStatus = byResponsible ? afterReview(document, intent.today) : document.storedStatus;
  if (responsibles !== null) storedStatus = afterReview({ ...document, storedStatus }, intent.today);
  if (parts.extension !== null) storedStatus = 'extended';
  return {
    storedStatus,
    interaction: parts.interaction,
    extension: parts.extension,
    transfer: responsibles === null ? null : transferTo(known(responsibles), intent.organizationIds),
  };
}

/**
 * A person to whom a document may go, from the tenant's list of people. Lists of candidates have
 * null for an id that no person has.
 */
export type Candidate = { readonly id: number; readonly active: boolean; readonly organizationId: number | null };

/**
 * Refuses people who are unknown, inactive, or in none of the chosen sectors, if any are chosen
 * (rules B12, C8, J3).
 */
export function judgeCandidates(
  candidates: readonly (Candidate | null)[],
  asked: { field: string; organizationIds: readonly number[] },
): Refusal[] {
  return candidates.flatMap((one) => {
    const code = faultOf(one, asked.organizationIds);
    return code === null ? [] : [{ code, field: asked.field }];
  });
}

function faultOf(one: Candidate | null, organizationIds: readonly number[]): RefusalCode | null {
  if (one === null) return 'responsible_unknown';
  if (!one.active) return 'responsible_inactive';
  const among = organizationIds.some((id) => id === one.organizationId);
  return organizationIds.length > 0 && !among ? 'responsible_elsewhere' : null;
}

/** Leaves out the nulls, which stand for requested ids that the tenant does not have. */
export function known<One>(asked: readonly (One | null)[]): One[] {
  return asked.filter((one) => one !== null);
}

/**
 * What a transfer writes. The sectors are those that were requested, or else those of the people,
 * each once.
 */
function transferTo(people: readonly Candidate[], organizationIds: readonly number[]) {
  const sectors = organizationIds.length > 0 ? organizationIds : known(people.map((one) => one.organizationId));
  return { responsibleIds: people.map((one) => one.id), organizationIds: [...new Set(sectors)] };
}

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
  /** The requested sectors; empty means the sectors of the responsibles. */
  readonly organizationIds: readonly number[];
  readonly reason: string;
  readonly basedOn: BasedOn | null;
};

/**
 * Decides "Redistribuir" (rule A14): a transfer by permission, not by ability, for a written
 * reason. A sector manager reassigns documents in their own sector to people of that sector. A
 * document that somebody else has transferred meanwhile is refused, so that the author looks first
 * where it is (S71).
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
