// The form of a document subject as plain data. Pure.

import type { DocumentSubjectRow } from '#contract/reference-data.ts';
import type { RowEdit } from '#contract/row-writes.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';

export type SubjectFields = {
  readonly name: string;
  readonly status: DocumentSubjectRow['status'];
  /** First and last day, 0 to 31; both 0 without a window. */
  readonly window: readonly [number, number];
  readonly exemptIds: readonly number[];
};

export const NEW_SUBJECT: SubjectFields = { name: '', status: 'active', window: [0, 0], exemptIds: [] };

/** The wire's names of the fields, in the order of the form. */
export const SUBJECT_FIELDS = [
  'name',
  'status',
  'submission_start_day',
  'submission_end_day',
  'submission_date_exempt_organization_ids',
] as const;

export function missingOfSubject({ name }: SubjectFields): Missing[] {
  return isBlank(name) ? [{ field: 'name', word: 'nome' }] : [];
}

type SubjectRow = Pick<
  DocumentSubjectRow,
  'name' | 'status' | 'submission_start_day' | 'submission_end_day' | 'exempt_submission_date_organizations'
>;

/** The form of a row: no window is two zeros on the slider. */
export function subjectFieldsOf(row: SubjectRow): SubjectFields {
  return {
    name: row.name,
    status: row.status,
    window: [row.submission_start_day ?? 0, row.submission_end_day ?? 0],
    exemptIds: row.exempt_submission_date_organizations.map((sector) => sector.id),
  };
}

/** What is sent of changed fields, by the wire's names. */
export function subjectEditOf({
  name,
  status,
  window,
  exemptIds,
}: Partial<SubjectFields>): RowEdit<'document_subjects'> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(window === undefined ? {} : { submission_start_day: window[0], submission_end_day: window[1] }),
    ...(exemptIds === undefined ? {} : { submission_date_exempt_organization_ids: [...exemptIds] }),
  };
}
