// Applies the fields of a command to a row of reference data. Names come from the mirror, and a
// sector that it does not know stays without a name, so this never fails.

import type { CreatableCollection, RowCollection, RowEdit, RowFields, RowOf } from '#contract/row-writes.ts';
import type { OrganizationRef } from '#contract/scalars.ts';
import { windowOf } from '#domain/submission-window.ts';

export type SectorNames = ReadonlyMap<number, OrganizationRef>;

type EditInput<Collection extends RowCollection> = {
  readonly row: RowOf<Collection>;
  readonly fields: RowEdit<Collection>;
  readonly sectors: SectorNames;
};

const EDITED: { [Collection in RowCollection]: (given: EditInput<Collection>) => RowOf<Collection> } = {
  organizations: ({ row, fields }) => ({ ...row, ...said(fields) }),
  alerts: ({ row, fields }) => ({ ...row, ...said(fields) }),
  holidays: ({ row, fields }) => ({ ...row, ...said(fields) }) as RowOf<'holidays'>,
  document_subjects({ row, fields, sectors }) {
    const { submission_date_exempt_organization_ids: exempt, ...rest } = said(fields);
    const { submission_start_day: start = row.submission_start_day } = rest;
    const { submission_end_day: end = row.submission_end_day } = rest;
    const window = windowOf(start, end);
    return {
      ...row,
      ...rest,
      submission_start_day: window?.startDay ?? null,
      submission_end_day: window?.endDay ?? null,
      exempt_submission_date_organizations:
        exempt === undefined ? row.exempt_submission_date_organizations : refsOf(exempt, sectors),
    };
  },
  models({ row, fields, sectors }) {
    const { organization_ids: ids, delete_file_ids: removed = [], ...rest } = said(fields);
    return {
      ...row,
      ...rest,
      organizations: ids === undefined ? row.organizations : refsOf(ids, sectors),
      files: row.files.filter((file) => !removed.includes(file.id)),
    };
  },
  users({ row, fields, sectors }) {
    const { organization_id: id, ...rest } = said(fields);
    const moved = id === undefined || id === null ? null : (refsOf([id], sectors)[0] ?? null);
    return { ...row, ...rest, organization: id === undefined ? row.organization : moved };
  },
};

/** The row with the fields of a change. */
export function withFields<Collection extends RowCollection>(
  collection: Collection,
  given: EditInput<Collection>,
): RowOf<Collection> {
  return EDITED[collection](given);
}

type CreationInput<Collection extends CreatableCollection> = {
  readonly fields: RowFields<Collection>;
  readonly sectors: SectorNames;
  /** The instant at which the row was made, ISO. */
  readonly at: string;
};

const MADE: { [Collection in CreatableCollection]: (made: CreationInput<Collection>) => RowOf<Collection> } = {
  organizations: ({ fields }) => ({ ...fields, status: fields.status ?? 'active', deleted: false }),
  alerts: ({ fields }) => ({ ...fields, status: fields.status ?? 'active' }),
  holidays: ({ fields: { day, name, kind, exempt_organization_ids: exempt = [] } }) => ({
    day,
    name,
    kind,
    exempt_organization_ids: [...exempt],
  }),
  document_subjects({ fields, sectors }) {
    const row = {
      name: fields.name,
      status: fields.status ?? 'active',
      submission_start_day: null,
      submission_end_day: null,
      exempt_submission_date_organizations: [],
      deleted: false,
    };
    return EDITED.document_subjects({ row, fields, sectors });
  },
  models({ fields, sectors, at }) {
    const { organization_ids: ids, status = 'active', ...rest } = fields;
    return { ...rest, status, organizations: refsOf(ids, sectors), files: [], created_at: at };
  },
};

/**
 * The row that a creation makes, before the server has given it an id. It has no files: screens
 * show those of the command beside it.
 */
export function rowMade<Collection extends CreatableCollection>(
  collection: Collection,
  made: CreationInput<Collection>,
): RowOf<Collection> {
  return MADE[collection](made);
}

function refsOf(ids: readonly number[], sectors: SectorNames): OrganizationRef[] {
  return [...new Set(ids)].map((id) => sectors.get(id) ?? { id, name: '', acronym: '' });
}

type DefinedFields<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out undefined fields, which change nothing. */
function said<Fields extends object>(fields: Fields): DefinedFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<Fields>;
}
