// Judges an act on rows by the other rows of the device: names that are taken, sectors that exist,
// days of the calendar, accounts with more permissions. The server judges again by its own rows, so
// what this device does not know is accepted here.

import { type AnyRow, permissionFor, ROW_WRITES, type RowCollection, type RowOf } from '#contract/row-writes.ts';
import type { SessionUser } from '#contract/session.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { fitsModel, judgeFiles } from '#domain/files.ts';
import { canAssignRole, hasPermission, isSuperAdmin } from '#domain/permissions.ts';
import { type Refusal, refuse, refuseAll, type RefusedDecision } from '#domain/refusals.ts';
import { acronymOf, emailOf } from '#domain/text.ts';
import { rolesOf } from '#mirror/questions/people.ts';
import type { ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { foldedReferenceRows } from '#mirror/questions/row-by-key.ts';
import type { FileRow } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';

type JudgeContext = { readonly mirror: Mirror; readonly session: SessionUser };

type RowWrite = {
  readonly collection: RowCollection;
  /** The fields of a new row, or those that a change brings. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The key of the row that is written. */
  readonly key: string;
  /** The day of the gesture in the tenant's zone. */
  readonly today: CalendarDay;
};

/**
 * Refuses an act that the server would refuse because of rows that are here too (rules B2, B12, H7,
 * H15).
 */
export async function judgeKnown(known: JudgeContext, written: RowWrite): Promise<RefusedDecision | null> {
  const { collection, fields, today } = written;
  switch (collection) {
    case 'organizations':
      return (await judgeAcronym(known, written)) ?? judgeChief(known, written);
    case 'alerts': {
      const { limit_date } = fields;
      const isPast = typeof limit_date === 'string' && limit_date < today;
      return isPast ? refuse('limit_date_before_today', 'limit_date') : null;
    }
    case 'document_subjects':
      return judgeSectors(known, { fields, field: 'submission_date_exempt_organization_ids' });
    case 'holidays':
      return (await judgeDay(known, written)) ?? judgeSectors(known, { fields, field: 'exempt_organization_ids' });
    case 'models':
      return judgeSectors(known, { fields, field: 'organization_ids' });
    case 'users':
      return refuseAll([...(await emailRefusals(known, written)), ...(await sectorRefusals(known, fields))]);
  }
}

async function judgeAcronym({ mirror }: JudgeContext, { fields, key }: RowWrite): Promise<RefusedDecision | null> {
  const wanted = lowered(fields['acronym'], acronymOf);
  if (wanted === null) return null;
  const rows = await foldedReferenceRows(mirror, 'organizations');
  const isTaken = rows.some((one) => one.key !== key && isThere(one) && lowered(one.row.acronym, acronymOf) === wanted);
  return isTaken ? refuse('acronym_taken', 'acronym') : null;
}

/**
 * Refuses a chief who is not an active person of the sector. So a sector that is not on the server
 * yet can't have one.
 */
async function judgeChief({ mirror }: JudgeContext, { fields, key }: RowWrite): Promise<RefusedDecision | null> {
  const { chief_user_id: id } = fields;
  if (typeof id !== 'number') return null;
  const chief = (await foldedReferenceRows(mirror, 'users')).find((one) => one.serverId === id);
  const isOfSector = chief?.row.organization !== null && `s:${chief?.row.organization.id}` === key;
  const isChief = chief !== undefined && isThere(chief) && chief.row.status === 'active' && isOfSector;
  return isChief ? null : refuse('chief_elsewhere', 'chief_user_id');
}

/** Refuses a second row for the same day of the calendar. */
async function judgeDay({ mirror }: JudgeContext, { fields, key }: RowWrite): Promise<RefusedDecision | null> {
  const { day } = fields;
  if (day === undefined) return null;
  const rows = await foldedReferenceRows(mirror, 'holidays');
  const isTaken = rows.some((one) => one.key !== key && isThere(one) && one.row.day === day);
  return isTaken ? refuse('day_taken', 'day') : null;
}

/** Refuses the e-mail of a person whom this device knows: e-mails are unique across tenants. */
async function emailRefusals({ mirror, session }: JudgeContext, { fields, key }: RowWrite): Promise<Refusal[]> {
  const wanted = lowered(fields['email'], emailOf);
  if (wanted === null) return [];
  const rows = await foldedReferenceRows(mirror, 'users');
  const others = rows.filter((one) => one.key !== key && isThere(one));
  const emails = others.map((one) => (one.serverId === session.id ? session.email : one.row.email));
  const isTaken = emails.some((email) => lowered(email, emailOf) === wanted);
  return isTaken ? [{ code: 'email_taken', field: 'email' }] : [];
}

async function sectorRefusals({ mirror, session }: JudgeContext, fields: RowWrite['fields']): Promise<Refusal[]> {
  const { organization_id: id } = fields;
  const field = 'organization_id';
  if (id === undefined) return [];
  if (!isSuperAdmin(session.roles) && id !== session.organization_id) return [{ code: 'own_sector_only', field }];
  if (id === null) return [];
  const sector = (await foldedReferenceRows(mirror, 'organizations')).find((one) => one.serverId === id);
  if (sector === undefined || !isThere(sector)) return [{ code: 'organization_unknown', field }];
  return sector.row.status === 'active' ? [] : [{ code: 'organization_inactive', field }];
}

async function judgeSectors(
  { mirror }: JudgeContext,
  { fields, field }: { fields: RowWrite['fields']; field: string },
): Promise<RefusedDecision | null> {
  const ids = (fields[field] ?? []) as readonly number[];
  if (ids.length === 0) return null;
  const rows = await foldedReferenceRows(mirror, 'organizations');
  const known = new Set(rows.filter(isThere).map((one) => one.serverId));
  return ids.every((id) => known.has(id)) ? null : refuse('organization_unknown', field);
}

/**
 * Refuses switching, deleting, or changing the e-mail of people with more permissions (rule B8;
 * S20). This device knows a person's permissions only by the displayed role.
 */
export async function judgeHigher(
  { mirror, session }: JudgeContext,
  {
    collection,
    serverIds,
    field,
  }: { collection: RowCollection; serverIds: readonly (number | null)[]; field?: string },
): Promise<RefusedDecision | null> {
  if (collection !== 'users') return null;
  const others = serverIds.filter((id): id is number => id !== null && id !== session.id);
  const [people, roles] = await Promise.all([mirror.users.bulkGet(others), rolesOf(mirror)]);
  const isHigher = people.some((person) => {
    const role = roles.find((one) => one.name === person?.role);
    return role !== undefined && !canAssignRole(session.roles, role);
  });
  return isHigher ? refuse('higher_account', field ?? ROW_WRITES.users.ids) : null;
}

/**
 * Whether the server has the row, or will get it. A row whose deletion waits still counts, because
 * a command made now may be sent before it. Without a waiting command, the deletion is registered.
 */
function isThere({ row, pencil }: ReferenceRow<RowCollection>): boolean {
  const isDeleted = 'deleted' in row && row.deleted === true;
  return !isDeleted && !(pencil.isDeleted && pencil.commandIds.length === 0);
}

/**
 * The text in its stored form and in lower case, as the server compares it; null for an empty one.
 */
function lowered(text: unknown, stored: (written: string) => string): string | null {
  return typeof text === 'string' ? stored(text).toLowerCase() : null;
}

type Verb = 'create' | 'update' | 'delete';

// Judges an act on rows by everything but its fields (contract/row-forms.ts): permission,
// window, files, sectors, oneself.

/** Refuses what the person's roles do not allow (rules B4, B7). */
export function judgePermission(
  session: SessionUser,
  { verb, collection }: { verb: Verb; collection: RowCollection },
): RefusedDecision | null {
  return hasPermission(session.roles, permissionFor(verb, collection)) ? null : refuse('no_permission');
}

/**
 * Refuses a subject's window that begins after its end (rule C3). `fields`: those of the change; a
 * day that they lack is the one of `row`.
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
  /** Names of the model's present files that the change does not delete. */
  readonly kept: readonly string[];
  readonly picked: readonly FileRow[];
};

/**
 * Refuses a model without a file, with a file that does not fit its type (rule C10), or for sectors
 * other than the person's own (rule B13).
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

/** Refuses that people switch off or delete themselves (rule B10). */
export function judgeOneself(
  session: SessionUser,
  { collection, serverIds }: { collection: RowCollection; serverIds: readonly (number | null)[] },
): RefusedDecision | null {
  const isOwn = collection === 'users' && serverIds.includes(session.id);
  return isOwn ? refuse('own_account', ROW_WRITES.users.ids) : null;
}
