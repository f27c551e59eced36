import { registeredRows } from './reference-rows.ts';
import type { AlertRow, ModelRow } from '#contract/reference-data.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { Mirror } from '../store/schema.ts';

const CAROUSEL_LENGTH = 10;

/**
 * The active alert with the nearest date that has not passed (rule G2); undefined when there is
 * none.
 */
export async function homeAlert(mirror: Mirror, today: CalendarDay): Promise<AlertRow | undefined> {
  const alerts = await registeredRows(mirror, 'alerts');
  return alerts
    .filter((alert) => alert.status === 'active' && alert.limit_date >= today)
    .sort((left, right) =>
      left.limit_date === right.limit_date ? left.id - right.id : left.limit_date < right.limit_date ? -1 : 1,
    )[0];
}

/** The newest ten of each kind of model the person may use (rules B12, B13, G12). */
export async function homeModels(mirror: Mirror): Promise<{ documentModels: ModelRow[]; flowModels: ModelRow[] }> {
  const models = (await registeredRows(mirror, 'models'))
    .filter((model) => model.status === 'active')
    .sort((left, right) =>
      left.created_at === right.created_at ? right.id - left.id : left.created_at < right.created_at ? 1 : -1,
    );
  const newest = (type: ModelRow['type']) => models.filter((model) => model.type === type).slice(0, CAROUSEL_LENGTH);
  return { documentModels: newest('document_model'), flowModels: newest('flow_model') };
}
