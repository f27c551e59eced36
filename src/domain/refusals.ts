// A refusal is a value: a rule said no. The list is closed, so a code without a Portuguese sentence
// does not compile.

export const REFUSAL_CODES = [
  'required',
  'not_allowed',
  'document_completed',
  'document_overdue',
  'document_full',
  'limit_date_invalid',
  'limit_date_before_today',
  'limit_date_before_current',
  'limit_date_differs',
  'nothing_to_send',
  'content_required',
  'text_on_completed',
  'date_on_completed',
  'same_responsible',
  'moved_meanwhile',
  'responsible_unknown',
  'responsible_inactive',
  'responsible_elsewhere',
  'organization_unknown',
  'organization_inactive',
  'subject_unknown',
  'subject_inactive',
  'exception_required',
  'file_type',
  'file_content',
  'file_empty',
  'file_too_large',
  'file_hash',
  'too_many_files',
  'files_too_large',
  'tag_too_long',
  'too_many_tags',
  'tag_duplicate',
  'password_too_short',
  'password_invisible',
  'password_is_email',
  'password_common',
  'no_permission',
  'own_account',
  'higher_account',
  'acronym_taken',
  'day_taken',
  'chief_elsewhere',
  'email_taken',
  'row_gone',
  'nothing_changed',
  'window_reversed',
  'model_file_type',
  'own_sector_only',
  'too_many_words',
  'too_long',
  'text_too_long',
  'text_too_complex',
  'invalid',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/**
 * One broken rule. `field` is the wire's name of the field that broke it, or null when no field
 * did.
 */
export type Refusal = { readonly code: RefusalCode; readonly field: string | null };

/** The document changed since the author of a command saw it, so the author decides (rule E6). */
export const CONFLICT_CODES = ['responsible_changed', 'completed_meanwhile', 'reopened_meanwhile'] as const;
export type ConflictCode = (typeof CONFLICT_CODES)[number];

/** Facts that the author should read although nothing was refused (rule E6). */
export const NOTE_CODES = ['already_completed', 'already_open', 'later_date_kept'] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

export type RefusedDecision = { readonly kind: 'refused'; readonly refusals: readonly [Refusal, ...Refusal[]] };
export type ConflictDecision = { readonly kind: 'conflict'; readonly code: ConflictCode };
export type AcceptedDecision<Changes> = {
  readonly kind: 'accepted';
  readonly changes: Changes;
  readonly note: NoteCode | null;
};
export type Decision<Changes> = AcceptedDecision<Changes> | RefusedDecision | ConflictDecision;

export function refuse(code: RefusalCode, field: string | null = null): RefusedDecision {
  return { kind: 'refused', refusals: [{ code, field }] };
}

/** All refusals as one decision, or null when there are none. */
export function refuseAll(refusals: readonly Refusal[]): RefusedDecision | null {
  const [first, ...rest] = refusals;
  return first === undefined ? null : { kind: 'refused', refusals: [first, ...rest] };
}

export function accept<Changes>(changes: Changes, note: NoteCode | null = null): AcceptedDecision<Changes> {
  return { kind: 'accepted', changes, note };
}
