// The form of an alert as plain data. Pure.

import type { AlertRow } from '#contract/reference-data.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { RowEdit } from '#contract/row-writes.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';

export type AlertFields = {
  readonly title: string;
  readonly limit_date: CalendarDay | null;
  readonly description: string;
  readonly status: AlertRow['status'];
};

export const NEW_ALERT: AlertFields = { title: '', limit_date: null, description: '', status: 'active' };

/** The wire's names of the fields, in the order of the form. */
export const ALERT_FIELDS = ['title', 'limit_date', 'description', 'status'] as const;

/**
 * What an alert must have and this form lacks. A new one begins today or later; one that has passed
 * may keep its date.
 */
export function missingOfAlert(
  fields: AlertFields,
  { today, stored }: { today: CalendarDay; stored: string | null },
): Missing[] {
  const { title, limit_date: date, description } = fields;
  const isDated = date !== null && (date >= today || date === stored);
  return [
    ...(isBlank(title) ? [{ field: 'title', word: 'título' }] : []),
    ...(isDated ? [] : [{ field: 'limit_date', word: 'data limite' }]),
    ...(isBlank(description) ? [{ field: 'description', word: 'descrição' }] : []),
  ];
}

/** What is sent of changed fields, by the wire's names. */
export function alertEditOf({ limit_date: limitDate, ...others }: Partial<AlertFields>): RowEdit<'alerts'> {
  return limitDate === undefined || limitDate === null ? others : { ...others, limit_date: limitDate };
}
