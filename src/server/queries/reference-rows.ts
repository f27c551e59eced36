// The wire rows of reference data (all collections but documents), built inside PostgreSQL. Lists
// and the feed share them.

import { COLLECTION_ROWS } from '#contract/changes.ts';
import { type ListedOrganization, ListedUser, type OrganizationRow } from '#contract/reference-data.ts';
import { type Collection, type CollectionRow } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson, organizationJson, sectorJoin } from '../db/json.ts';
import { LATER_PERMISSIONS } from '#domain/permissions.ts';
import type { Actor } from '../policies/actor.ts';
import { managedUsers, visibleAlerts, visibleModels } from '../policies/visibility.ts';

export type ReferenceCollection = Exclude<Collection, 'documents'>;

type ReferenceSource = {
  /** The table and its alias: a constant of the code, not escaped. */
  readonly table: string;
  readonly alias: string;
  /** The row of the alias as one JSON value. */
  readonly json: SQL;
  /**
   * Whether the person gets the row. A row that is no longer visible is a `delete` for devices that
   * hold it.
   */
  readonly visible: SQL;
};

const flags = (alias: string): SQL => sql.raw(`'status', ${alias}.status, 'deleted', ${alias}.deleted_at is not null`);

/**
 * The command that made the row of the alias, to its author only: a device whose answer was lost
 * knows by it that the row is there. `kind`: the name of the row in receipts.
 */
function madeBy(actor: Actor, { alias, kind }: { alias: string; kind: string }): SQL {
  const isIts = sql.raw(`(mr.ids ->> 'row_id')::bigint = ${alias}.id`);
  return sql`'command_id', (select mr.key from receipts mr where mr.tenant_id = ${actor.tenantId}
    and mr.actor_id = ${actor.userId} and mr.type = ${sql.raw(`'create-${kind}'`)}
    and ${isIts} limit 1)`;
}

/**
 * How the rows of each collection look to the actor. Deleted people, sectors and subjects stay as
 * names (rule B11).
 */
export function referenceSources(actor: Actor): Record<ReferenceCollection, ReferenceSource> {
  return {
    organizations: {
      table: 'organizations',
      alias: 'o',
      json: sql`json_build_object('id', o.id, 'rev', o.rev, 'name', o.name, 'acronym', o.acronym, ${flags('o')},
        'chief_user_id', o.chief_user_id,
        ${madeBy(actor, { alias: 'o', kind: 'organization' })})`,
      visible: sql`true`,
    },
    roles: {
      table: 'roles',
      alias: 'r',
      json: sql`json_build_object('id', r.id, 'rev', r.rev, 'name', r.name,
        'permissions', ${permissionsJson(sql`not in`)}, 'more_permissions', ${permissionsJson(sql`in`)})`,
      visible: sql`true`,
    },
    users: { table: 'users', alias: 'u', json: userJson(actor), visible: sql`true` },
    document_subjects: { table: 'document_subjects', alias: 's', json: subjectJson(actor), visible: sql`true` },
    models: { table: 'models', alias: 'm', json: modelJson(actor), visible: visibleModels(actor) },
    alerts: {
      table: 'alerts',
      alias: 'a',
      json: sql`json_build_object('id', a.id, 'rev', a.rev, 'title', a.title, 'description', a.description,
        'limit_date', a.limit_date, 'status', a.status, ${madeBy(actor, { alias: 'a', kind: 'alert' })})`,
      visible: visibleAlerts(actor),
    },
    holidays: {
      table: 'holidays',
      alias: 'h',
      json: sql`json_build_object('id', h.id, 'rev', h.rev, 'day', h.day, 'name', h.name, 'kind', h.kind,
        'exempt_organization_ids', coalesce((select json_agg(e.organization_id order by e.organization_id)
          from holiday_exempt_organizations e where e.tenant_id = h.tenant_id and e.holiday_id = h.id), '[]'::json),
        ${madeBy(actor, { alias: 'h', kind: 'holiday' })})`,
      visible: sql`h.deleted_at is null`,
    },
  };
}

function permissionsJson(which: SQL): SQL {
  const later = sql.raw(LATER_PERMISSIONS.map((name) => `'${name}'`).join(', '));
  return sql`coalesce((select json_agg(json_build_object('name', p.name)) from unnest(r.permissions) as p (name)
    where p.name ${which} (${later})), '[]'::json)`;
}

/**
 * A person as everyone of the tenant gets them, with few fields; the e-mail only for people who
 * manage the person (rule B2).
 */
function userJson(actor: Actor): SQL {
  return sql`(select jsonb_build_object('id', u.id, 'rev', u.rev, 'name', u.name, 'last_name', u.last_name,
      'organization', ${organizationJson('uo')}, 'role', (select q.name from user_roles x
        join roles q on q.tenant_id = x.tenant_id and q.id = x.role_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id order by x.position limit 1),
      'image', ${imagePathJson('u')}, 'job_title', u.job_title, ${flags('u')})
    || case when u.deleted_at is null and ${managedUsers(actor)} then jsonb_build_object('email', u.email)
       else '{}'::jsonb end
    || case when u.deleted_at is null and (u.id = ${actor.userId} or ${managedUsers(actor)})
       then jsonb_build_object('registration', u.registration) else '{}'::jsonb end
    from (select 1) as one ${sectorJoin('u', 'uo')})`;
}

const subjectJson = (
  actor: Actor,
): SQL => sql`json_build_object('id', s.id, 'rev', s.rev, 'name', s.name, ${flags('s')},
  ${madeBy(actor, { alias: 's', kind: 'document-subject' })},
  'default_days', s.default_days, 'working', s.working,
  'submission_start_day', s.submission_start_day, 'submission_end_day', s.submission_end_day,
  'exempt_submission_date_organizations', coalesce((select json_agg(${organizationJson('so')} order by so.acronym)
    from subject_exempt_organizations e join organizations so on so.tenant_id = e.tenant_id and so.id = e.organization_id
    where e.tenant_id = s.tenant_id and e.subject_id = s.id), '[]'::json))`;

const modelJson = (
  actor: Actor,
): SQL => sql`json_build_object('id', m.id, 'rev', m.rev, 'name', m.name, 'description', m.description,
  ${madeBy(actor, { alias: 'm', kind: 'model' })},
  'type', m.type, 'file_mime_type', m.file_mime_type, 'status', m.status, 'created_at', ${instantJson('m.created_at')},
  'organizations', coalesce((select json_agg(${organizationJson('mo')} order by mo.acronym)
    from model_organizations e join organizations mo on mo.tenant_id = e.tenant_id and mo.id = e.organization_id
    where e.tenant_id = m.tenant_id and e.model_id = m.id), '[]'::json),
  'files', coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'mime_type', f.mime_type,
      'size', f.size) order by f.position, f.id)
    from files f where f.tenant_id = m.tenant_id and f.model_id = m.id and f.deleted_at is null), '[]'::json))`;

/**
 * The path of a person's photo for an alias of users; null without a photo. The path changes with
 * the image. `alias` must be a constant of the code: it is not escaped.
 */
function imagePathJson(alias: string): SQL {
  return sql.raw(
    `case when ${alias}.image_key is null then null else '/api/users/' || ${alias}.id || '/image?v=' || left(${alias}.image_key, 8) end`,
  );
}

/**
 * Portuguese alphabetical order for a column: Açude, agua, Água. `column` must be a constant of the
 * code: it is not escaped.
 */
export function alphabetically(column: string): SQL {
  return sql.raw(`${column} collate "pt-BR-x-icu"`);
}

/**
 * All rows of one collection that the person sees (rule F2). `where` and `order` use the
 * collection's alias in `referenceSources`.
 */
export async function listReference<Name extends ReferenceCollection>(
  tx: Transaction,
  list: { actor: Actor; collection: Name; where: SQL; order: SQL },
): Promise<CollectionRow<Name>[]> {
  const { table, alias, json, visible } = referenceSources(list.actor)[list.collection];
  const rows = await tx.rowsOf(
    rowOf(list.collection),
    sql`
    select ${json} as row from ${sql.raw(`${table} ${alias}`)}
    where ${sql.raw(alias)}.tenant_id = ${list.actor.tenantId} and ${visible} and ${list.where} order by ${list.order}`,
  );
  return rows.map((row) => row.row);
}

function rowOf<Name extends ReferenceCollection>(collection: Name) {
  const row = COLLECTION_ROWS[collection] as unknown as v.GenericSchema<CollectionRow<Name>>;
  return v.object({ row });
}

/**
 * `manage`: the people that the actor manages, inactive ones included. `directory`: all active
 * people, with few fields. `all`: both together.
 */
export type UserScope = 'manage' | 'directory' | 'all';

/** People of the tenant in alphabetical order (rules B2, B12). */
export async function listUsers(
  tx: Transaction,
  list: { actor: Actor; scope: UserScope; id?: number },
): Promise<ListedUser[]> {
  const { actor } = list;
  const managed = managedUsers(actor);
  const only = list.id === undefined ? sql`` : sql` and u.id = ${list.id}`;
  const rows = await tx.rowsOf(
    v.object({ row: ListedUser }),
    sql`
    select ${referenceSources(actor).users.json} || jsonb_build_object('organization_id', u.organization_id,
        'managed', coalesce(${managed}, false), 'roles', coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name)
          order by x.position) from user_roles x join roles q on q.tenant_id = x.tenant_id and q.id = x.role_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id), '[]'::jsonb)) as row
    from users u
    where u.tenant_id = ${actor.tenantId} and u.deleted_at is null and ${inScope(list.scope, managed)}${only}
    order by ${alphabetically('u.name')}, ${alphabetically('u.last_name')}, u.id`,
  );
  return rows.map((row) => row.row);
}

function inScope(scope: UserScope, managed: SQL): SQL {
  if (scope === 'manage') return sql`(${managed})`;
  return scope === 'directory' ? sql`u.status = 'active'` : sql`(u.status = 'active' or ${managed})`;
}

/** Sectors, each with those of its people whom the person sees (rule B2). */
export async function withPeople(
  tx: Transaction,
  listed: { actor: Actor; rows: readonly OrganizationRow[] },
): Promise<ListedOrganization[]> {
  const bySector = new Map<number | null, ListedUser[]>(listed.rows.map((row) => [row.id, []]));
  for (const user of await listUsers(tx, { actor: listed.actor, scope: 'all' })) {
    bySector.get(user.organization_id)?.push(user);
  }
  return listed.rows.map((row) => ({ ...row, users: bySector.get(row.id) ?? [] }));
}
