// Plans what a sheet of people would change, and writes it.

import { MISSING_MAX } from '#contract/import.ts';
import { UserInput } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { canChangeAccount } from '#domain/permissions.ts';
import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { renamed } from '../commands/documents/renamed.ts';
import { lockRows } from '../commands/frame/save-row.ts';
import {
  bumpScope,
  endSessions,
  guardSuperAdmins,
  noteChanges,
  withinPeopleQuota,
} from '../commands/people/user-rules.ts';
import { replaceRoles, type ResolvedRole, tenantRoles } from '../commands/people/resolve-roles.ts';
import type { Transaction } from '../db/database.ts';
import { tellPerson } from '../db/tell-person.ts';
import type { ChangeStamp } from '../once/change-counter.ts';
import type { Tell } from '../once/idempotency.ts';
import type { Actor } from '../policies/actor.ts';
import { noPassword } from '../sessions/passwords.ts';
import { inviteNew } from './invite-people.ts';
import { judgeRoles, judgeSector, type Places, placesFor } from './judge-place.ts';
import { PERSON_COLUMNS, readSheet, ROLE_DIVIDER, type SheetLine, STATUS_WORD } from './read-sheet.ts';
import {
  type JudgedLine,
  judgeFields,
  judgeStatus,
  Judging,
  LONGER_LINE,
  type Plan,
  planOf,
  repeatedText,
  storedCells,
} from './judged-line.ts';
import { readSectors } from './plan-sectors.ts';
import { emailKey, type Person, readPeople } from './read-people.ts';

/**
 * The row that the sheet writes for a person; `id` is null for a new one. `changed` says which
 * changes of an existing person have effects beyond their column.
 */
type WrittenPerson = {
  readonly id: number | null;
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly status: ActiveStatus;
  readonly job_title: string | null;
  readonly registration: string | null;
  readonly organization_id: number | null;
  readonly roles: readonly ResolvedRole[];
  readonly changed: {
    readonly names: boolean;
    readonly sector: boolean;
    readonly roles: boolean;
    readonly off: boolean;
  };
};

const Texts = v.object({
  name: UserInput.entries.name,
  last_name: UserInput.entries.last_name,
  email: UserInput.entries.email,
  job_title: UserInput.entries.job_title,
  registration: UserInput.entries.registration,
});

type Column = keyof typeof PERSON_COLUMNS;
type State = {
  readonly actor: Actor;
  readonly places: Places;
  readonly people: ReadonlyMap<string, Person>;
  readonly taken: ReadonlySet<string>;
  readonly seen: Map<string, number>;
};

/** The e-mails in the sheet, as keys (`emailKey`). */
export function keysOfSheet(file: Buffer): string[] {
  const { lines } = readSheet(file, PERSON_COLUMNS);
  return [...new Set(lines.map(({ cells }) => emailKey(cells.email ?? '')).filter((key) => key !== ''))];
}

/**
 * What the sheet would change among the tenant's people, whom this transaction reads. It follows
 * the rules of the form (rules B2, B8, B10, B12, H7; S20). The key of a person is the e-mail.
 * `taken`: keys that belong to people of other tenants.
 */
export async function planPeople(
  tx: Transaction,
  of: { actor: Actor; file: Buffer; taken: ReadonlySet<string> },
): Promise<Plan<WrittenPerson>> {
  const { actor, file, taken } = of;
  const sheet = readSheet(file, PERSON_COLUMNS);
  const keys = keysOfSheet(file);
  const where = sql`lower(u.email) = any(${sql.param(keys)}::text[])`;
  const people = new Map((await readPeople(tx, { actor, where })).map((person) => [emailKey(person.email), person]));
  const state: State = {
    actor,
    places: placesFor(actor, { sectors: await readSectors(tx, actor), roles: await tenantRoles(tx, actor) }),
    people,
    taken,
    seen: new Map(),
  };
  const plan = planOf(
    sheet.lines.map((line) => judgePerson(line, state)),
    { file, sheet, columns: PERSON_COLUMNS },
  );
  const made = plan.lines.flatMap(({ written }) => written ?? []).filter((row) => row.id === null);
  const report = { ...plan.report, invitable: made.filter(isInvitable).length };
  const missing = await missingPeople(tx, { actor, keys });
  if (missing.length > MISSING_MAX) return { ...plan, report };
  return { ...plan, report: { ...report, missing: missing.map(missingJson) }, missing };
}

/** Whether a new person may log in, and can therefore be invited. */
const isInvitable = ({ status }: Pick<WrittenPerson, 'status'>): boolean => status === 'active';

/**
 * The active people whom a sheet with these keys does not name, and whom the actor may deactivate:
 * neither the actor nor people with a role that the actor could not assign (rule B10, S20).
 */
async function missingPeople(tx: Transaction, of: { actor: Actor; keys: readonly string[] }): Promise<Person[]> {
  const { actor, keys } = of;
  if (!actor.permissions.has('update_users')) return [];
  const where = sql`u.status = 'active' and u.id <> ${actor.userId}
    and lower(u.email) <> all(${sql.param([...keys])}::text[])`;
  const people = await readPeople(tx, { actor, where });
  return people.filter((person) => person.managed && canChangeAccount(actor.roles, person.roles));
}

/** A missing person, as the report of an import names them. */
const missingJson = ({ id, name, last_name, email }: Person) => ({
  id,
  label: missingLabel({ name, last_name, email }),
});
export const missingLabel = (of: Pick<Person, 'name' | 'last_name' | 'email'>): string =>
  `${of.name} ${of.last_name} · ${of.email}`;

function judgePerson(line: SheetLine<Column>, state: State): JudgedLine<WrittenPerson> {
  const judging = new Judging(PERSON_COLUMNS);
  const cells = storedCells(line);
  const key = emailKey(cells.email ?? '');
  const current = state.people.get(key);
  const names = namesOfPerson(line, { cells, current });
  const office = {
    ...(cells.job_title === undefined ? {} : { job_title: cells.job_title }),
    ...(cells.registration === undefined ? {} : { registration: cells.registration }),
  };
  if (line.isLonger) judging.refuse('', LONGER_LINE);
  judgeFields(judging, { schema: Texts, fields: { ...names, ...office, email: cells.email ?? '' } });
  const earlier = state.seen.get(key);
  if (key !== '' && earlier !== undefined) judging.refuse('email', repeatedText(earlier));
  state.seen.set(key, earlier ?? line.line);
  const isStranger = state.taken.has(key) || current?.managed === false;
  if (isStranger) judging.refuse('email', REFUSAL_TEXT.email_taken);
  const status = judgeStatus(judging, cells.status);
  const place = { actor: state.actor, places: state.places, current: isStranger ? undefined : current };
  const sector = judgeSector(judging, { ...place, cell: cells.sector });
  const roles = judgeRoles(judging, { ...place, cell: cells.roles });
  const wanted = {
    ...names,
    email: current?.email ?? cells.email ?? '',
    status: status ?? current?.status ?? 'active',
    job_title: cells.job_title ?? current?.job_title ?? null,
    registration: cells.registration ?? current?.registration ?? null,
    organization_id: sector?.id ?? current?.organization_id ?? null,
    roles,
  };
  const changed =
    current === undefined || isStranger
      ? { names: false, sector: false, roles: false, off: false }
      : judgeChanges(judging, { actor: state.actor, current, wanted, acronym: sector?.acronym ?? current.acronym });
  return judging.line({
    line: line.line,
    label: [`${names.name} ${names.last_name}`.trim(), cells.email]
      .filter((text) => text !== undefined && text !== '')
      .join(' · '),
    isNew: current === undefined,
    written: (): WrittenPerson => ({ id: current?.id ?? null, ...wanted, changed }),
  });
}

type PersonChange = Omit<WrittenPerson, 'id' | 'changed'>;

function judgeChanges(
  judging: Judging<Column>,
  of: { actor: Actor; current: Person; wanted: PersonChange; acronym: string | null },
): WrittenPerson['changed'] {
  const { actor, current, wanted } = of;
  const namesOf = (roles: readonly { name: string }[]): string => roles.map((role) => role.name).join(ROLE_DIVIDER);
  const [first, last] = [
    judging.change('name', current.name, wanted.name),
    judging.change('last_name', current.last_name, wanted.last_name),
  ];
  const sector = judging.change('sector', current.acronym ?? '', of.acronym ?? '');
  const roles = judging.change('roles', namesOf(current.roles), namesOf(wanted.roles));
  const status = judging.change('status', STATUS_WORD[current.status], STATUS_WORD[wanted.status]);
  judging.change('job_title', current.job_title ?? '', wanted.job_title ?? '');
  judging.change('registration', current.registration ?? '', wanted.registration ?? '');
  if (judging.changes.length > 0 && !actor.permissions.has('update_users'))
    judging.refuse('', REFUSAL_TEXT.no_permission);
  const isOwn = current.id === actor.userId;
  const isHigher = !isOwn && !canChangeAccount(actor.roles, current.roles);
  const refusal = isOwn ? REFUSAL_TEXT.own_account : isHigher ? REFUSAL_TEXT.higher_account : null;
  if (refusal !== null && roles) judging.refuse('roles', refusal);
  if (refusal !== null && status) judging.refuse('status', refusal);
  return { names: first || last, sector, roles, off: status && wanted.status === 'inactive' };
}

type Names = { readonly name: string; readonly last_name: string };

/**
 * First and last name of a line. A sheet without a column of last names has whole names, which are
 * divided at the first space. When the whole name is the one that the person has, it stays divided
 * as it is.
 */
function namesOfPerson(
  line: SheetLine<Column>,
  { cells, current }: { cells: Partial<Record<Column, string>>; current: Person | undefined },
): Names {
  const name = cells.name ?? '';
  if (line.cells.last_name !== undefined || name === '') {
    return { name: name === '' ? (current?.name ?? '') : name, last_name: cells.last_name ?? current?.last_name ?? '' };
  }
  if (current !== undefined && name === `${current.name} ${current.last_name}`)
    return { name: current.name, last_name: current.last_name };
  const [first = '', ...rest] = name.split(/\s+/);
  return { name: first, last_name: rest.join(' ') };
}

type Applying = {
  readonly actor: Actor;
  readonly now: number;
  readonly tell: Tell;
  readonly rows: readonly WrittenPerson[];
  /** The people to deactivate because the sheet does not name them. */
  readonly off: readonly Person[];
  /** Whether the new people who may log in are invited. */
  readonly invite: boolean;
};
type Old = WrittenPerson & { readonly id: number };

/**
 * Writes the people of a sheet; returns the rows that changed, and how many people were invited.
 * The lines were judged in this transaction, so the author may invite all new people.
 */
export function applyPeople(
  tx: Transaction,
  of: Applying,
): Promise<{ touched: ChangeStamp['touched']; invited?: number }> {
  return withinPeopleQuota(tx, { actor: of.actor, field: 'file' }, async () => {
    const { made, invitable } = await insertPeople(tx, { ...of, rows: of.rows.filter((row) => row.id === null) });
    const old = [...of.rows.filter((row): row is Old => row.id !== null), ...of.off.map(switchedOff)];
    const users = await lockRows(tx, { actor: of.actor, table: 'users', ids: old.map((row) => row.id) });
    const documents = old.length === 0 ? [] : await changePeople(tx, { ...of, rows: old });
    const invited = of.invite ? { invited: await inviteNew(tx, { ...of, userIds: invitable }) } : {};
    return { touched: { users: [...made, ...users], documents }, ...invited };
  });
}

/** The change that deactivates a person, as a line with `Inativo` makes it. */
const switchedOff = ({ managed: _managed, acronym: _acronym, ...person }: Person): Old => ({
  ...person,
  roles: [],
  status: 'inactive',
  changed: { names: false, sector: false, roles: false, off: true },
});

/**
 * Inserts all new people by two statements, because a sheet may have hundreds of them. None has a
 * password.
 */
async function insertPeople(
  tx: Transaction,
  { actor, now, tell, rows }: Omit<Applying, 'off' | 'invite'>,
): Promise<{ made: number[]; invitable: number[] }> {
  if (rows.length === 0) return { made: [], invitable: [] };
  const { tenantId } = actor;
  const given = rows.map(({ name, last_name, email, status, organization_id, job_title, registration }, place) => ({
    place,
    job_title,
    registration,
    name,
    last_name,
    email,
    status,
    organization_id,
    password_hash: noPassword(),
    sealing_key: randomBytes(32).toString('hex'),
  }));
  const made = await tx.rowsOf(
    v.object({ id: v.number(), email: v.string() }),
    sql`insert into users (tenant_id, name, last_name, email, status, organization_id, job_title, registration,
        password_hash, sealing_key, created_at)
      select ${tenantId}::bigint, g.name, g.last_name, g.email, g.status, g.organization_id, g.job_title,
        g.registration, g.password_hash,
        decode(g.sealing_key, 'hex'), ${new Date(now).toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place bigint, name text, last_name text, email text,
        status text, organization_id bigint, job_title text, registration text, password_hash text, sealing_key text)
      order by g.place returning id, email`,
  );
  const ids = new Map(made.map((row) => [row.email, row.id]));
  const roles = rows.flatMap((row) =>
    row.roles.map((role, at) => ({ user: ids.get(row.email), role: role.id, at: at + 1 })),
  );
  await tx.execute(sql`insert into user_roles (tenant_id, user_id, role_id, position)
    select ${tenantId}::bigint, g."user", g.role, g.at
    from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as g ("user" bigint, role bigint, at integer)`);
  const about = made.map((row) => row.id);
  tell('user_created', { about });
  return { made: about, invitable: rows.filter(isInvitable).flatMap((row) => ids.get(row.email) ?? []) };
}

/**
 * Changes people as the form does (rules B10–B12; S151, S155). Returns the documents that show the
 * name or the sector of one who was renamed or moved.
 */
async function changePeople(
  tx: Transaction,
  { actor, now, tell, rows }: Omit<Applying, 'rows' | 'off' | 'invite'> & { readonly rows: readonly Old[] },
): Promise<number[]> {
  const idsOf = (chosen: (row: Old) => boolean): number[] => rows.filter(chosen).map((row) => row.id);
  const fields = new Set<string>();
  for (const { id, name, last_name } of rows.filter((row) => row.changed.names)) {
    const noted = await noteChanges(tx, { actor, id, now, written: { name, last_name } });
    for (const field of noted.fields) fields.add(field);
  }
  const given = rows.map(({ email: _email, roles: _roles, changed: _changed, ...columns }) => columns);
  await tx.execute(sql`update users u set name = g.name, last_name = g.last_name, status = g.status,
      organization_id = g.organization_id, job_title = g.job_title, registration = g.registration
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, name text, last_name text, status text,
      organization_id bigint, job_title text, registration text) where u.tenant_id = ${actor.tenantId} and u.id = g.id`);
  for (const { id, roles } of rows.filter((row) => row.changed.roles)) {
    await replaceRoles(tx, { actor, userId: id, roles });
    await tellPerson(tx, { tenantId: actor.tenantId, userId: id, changed: ['roles'], by: 'another', now });
  }
  const [moved, reRoled, off] = [
    idsOf(({ changed }) => changed.sector && !changed.roles),
    idsOf(({ changed }) => changed.roles),
    idsOf(({ changed }) => changed.off),
  ];
  await bumpScope(tx, { actor, ids: [...moved, ...reRoled] });
  if (moved.length > 0) tell('authz_change', { about: moved, reason: 'sector' });
  if (reRoled.length > 0) tell('authz_change', { about: reRoled, reason: 'roles' });
  const kept = idsOf(({ changed }) => !changed.off);
  if (kept.length > 0) tell('user_updated', { about: kept, fields: [...fields] });
  if (off.length > 0) {
    tell('user_archived', { about: off });
    tell('session_expired', { about: off, reason: 'archived' });
    await endSessions(tx, { actor, ids: off });
  }
  if (off.length > 0 || reRoled.length > 0) await guardSuperAdmins(tx, { actor, field: 'file' });
  return renamed(tx, { actor, users: idsOf(({ changed }) => changed.names || changed.sector) });
}
