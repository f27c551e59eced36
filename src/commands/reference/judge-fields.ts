// Judges an act on rows by everything but its fields (contract/row-forms.ts): permission, window,
// files, sectors, oneself.

import { ROW_WRITES, type AnyRow, type RowCollection, type RowOf } from '#contract/row-writes.ts';
import { judgeFiles } from '#domain/files.ts';
import { fitsModel } from '#domain/model-files.ts';
import { hasPermission, isSuperAdmin, type Permission } from '#domain/permissions.ts';
import { refuse, refuseAll, type Refusal, type RefusedDecision } from '#domain/refusals.ts';
import type { SessionUser } from '#contract/session.ts';
import type { FileRow } from '#mirror/store/rows.ts';

type Verb = 'create' | 'update' | 'delete';

/** Refuses what the person's roles do not allow (rules B4, B7). */
export function judgePermission(
  session: SessionUser,
  { verb, collection }: { verb: Verb; collection: RowCollection },
): RefusedDecision | null {
  const permission: Permission = `${verb}_${collection}`;
  return hasPermission(session.roles, permission) ? null : refuse('no_permission');
}

/**
 * A subject's window does not begin after its end (rule C3). `fields`: those of the change. A day
 * that is not in them is the one of `row`.
 */
export function judgeWindow(fields: Readonly<Record<string, unknown>>, row?: AnyRow): RefusedDecision | null {
  const stored = row !== undefined && 'submission_start_day' in row ? row : NO_WINDOW;
  const { submission_start_day: start, submission_end_day: end } = { ...stored, ...fields } as typeof NO_WINDOW;
  const isTouched = 'submission_start_day' in fields || 'submission_end_day' in fields;
  return isTouched && (start ?? 0) > (end ?? 0) ? refuse('window_reversed', 'submission_start_day') : null;
}

const NO_WINDOW: Pick<RowOf<'document_subjects'>, 'submission_start_day' | 'submission_end_day'> = {
  submission_start_day: null,
  submission_end_day: null,
};

type ModelParts = {
  readonly session: SessionUser;
  readonly type: 'word' | 'pdf';
  readonly organizationIds: readonly number[];
  /** Names of the files of the server that the model keeps. */
  readonly kept: readonly string[];
  readonly picked: readonly FileRow[];
};

/**
 * At least one file stays, and all fit the model's type (rule C10); its sectors are the person's
 * own (rule B13).
 */
export function judgeModel({ session, type, organizationIds, kept, picked }: ModelParts): RefusedDecision | null {
  const refusals: Refusal[] = [...judgeFiles(picked)];
  const names = [...kept, ...picked.map((file) => file.name)];
  if (names.length === 0) refusals.push({ code: 'required', field: 'files' });
  if (refusals.length === 0 && !names.every((name) => fitsModel(name, type))) {
    refusals.push({ code: 'model_file_type', field: 'files' });
  }
  const isOwn = organizationIds.every((id) => id === session.organization_id);
  if (!isOwn && !isSuperAdmin(session.roles)) refusals.push({ code: 'own_sector_only', field: 'organization_ids' });
  return refuseAll(refusals);
}

/** A person can't switch off or delete themselves (rule B10). */
export function judgeOneself(
  session: SessionUser,
  { collection, serverIds }: { collection: RowCollection; serverIds: readonly (number | null)[] },
): RefusedDecision | null {
  const isOwn = collection === 'users' && serverIds.includes(session.id);
  return isOwn ? refuse('own_account', ROW_WRITES.users.ids) : null;
}
