import type { CalendarDay } from './dates.ts';
import { judgeFiles } from './files.ts';
import { judgeCandidates, known, type Candidate } from './decide-respond.ts';
import { accept, refuseAll, type Decision, type Refusal, type RefusalCode } from './refusals.ts';
import { needsException, type SubjectRules } from './submission-window.ts';
import { judgeTags, type Tag } from './tags.ts';
import { lineOf } from './text.ts';

export const TITLE_MAX_LENGTH = 255;
export const PHYSICAL_NUMBER_MAX_LENGTH = 100;

export type CreateIntent = {
  readonly today: CalendarDay;
  /** The creator's sector, frozen as the document's origin; null for a person without a sector. */
  readonly originOrganizationId: number | null;
  /** null when the tenant has no such subject. */
  readonly subject: (SubjectRules & { readonly active: boolean }) | null;
  readonly title: string;
  readonly physicalDocumentNumber: string;
  readonly limitDate: CalendarDay | null;
  readonly hasText: boolean;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly tags: readonly Tag[];
  /** A null entry is an id that the tenant does not have. */
  readonly responsibles: readonly (Candidate | null)[];
  readonly organizations: readonly ({ readonly id: number; readonly active: boolean } | null)[];
  /** The tick "Enviar como exceção". */
  readonly isException: boolean;
};

export type CreateChanges = {
  readonly isException: boolean;
  readonly responsibleIds: readonly number[];
  readonly organizationIds: readonly number[];
};

/**
 * Judges a new document (rules A9, C1–C3, C9, C13, C17). Inside the subject's window `isException`
 * becomes false. Outside it, a document without the tick is refused on `is_exception`.
 */
export function decideCreate(intent: CreateIntent): Decision<CreateChanges> {
  const needed = intent.subject !== null && needsException(intent.subject, intent);
  const refused = refuseAll([
    ...judgeTexts(intent),
    ...judgeSubject(intent),
    ...judgeLimitDate(intent),
    ...judgePeople(intent),
    ...(intent.files.length === 0 ? [broken('required', 'files')] : judgeFiles(intent.files)),
    ...judgeTags(intent.tags),
    ...(needed && !intent.isException ? [broken('exception_required', 'is_exception')] : []),
  ]);
  if (refused !== null) return refused;
  return accept({
    isException: needed,
    responsibleIds: unique(known(intent.responsibles).map((one) => one.id)),
    organizationIds: unique(known(intent.organizations).map((one) => one.id)),
  });
}

function judgeTexts(intent: CreateIntent): Refusal[] {
  return [
    ...judgeText(intent.title, { field: 'title', max: TITLE_MAX_LENGTH }),
    ...judgeText(intent.physicalDocumentNumber, { field: 'physical_document_number', max: PHYSICAL_NUMBER_MAX_LENGTH }),
    ...(intent.hasText ? [] : [broken('required', 'content')]),
  ];
}

function judgeText(text: string, rule: { field: string; max: number }): Refusal[] {
  const { length } = lineOf(text);
  if (length === 0) return [broken('required', rule.field)];
  return length > rule.max ? [broken('too_long', rule.field)] : [];
}

function judgeSubject(intent: CreateIntent): Refusal[] {
  if (intent.subject === null) return [broken('subject_unknown', 'document_subject_id')];
  return intent.subject.active ? [] : [broken('subject_inactive', 'document_subject_id')];
}

function judgeLimitDate(intent: CreateIntent): Refusal[] {
  if (intent.limitDate === null) return [broken('required', 'limit_date')];
  return intent.limitDate < intent.today ? [broken('limit_date_before_today', 'limit_date')] : [];
}

function judgePeople(intent: CreateIntent): Refusal[] {
  const refusals: Refusal[] = [];
  if (intent.responsibles.length === 0) refusals.push(broken('required', 'user_ids'));
  if (intent.organizations.length === 0) refusals.push(broken('required', 'organization_ids'));
  const organizationIds = intent.organizations.flatMap((one) => (one?.active === true ? [one.id] : []));
  refusals.push(...judgeCandidates(intent.responsibles, { field: 'user_ids', organizationIds }));
  for (const one of intent.organizations) {
    if (one === null) refusals.push(broken('organization_unknown', 'organization_ids'));
    else if (!one.active) refusals.push(broken('organization_inactive', 'organization_ids'));
  }
  return refusals;
}

function broken(code: RefusalCode, field: string): Refusal {
  return { code, field };
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
