import { UserInput } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ActiveStatus } from '#contract/scalars.ts';
import { canChangeAccount } from '#domain/permissions.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { tenantRoles, type ResolvedRole } from '../commands/people/resolve-roles.ts';
import type { Transaction } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';
import { PERSON_COLUMNS, ROLE_DIVIDER, STATUS_WORD } from './columns.ts';
import { judgeRoles, judgeSector } from './judge-place.ts';
import {
  judgeFields,
  judgeStatus,
  Judging,
  LONGER_LINE,
  planOf,
  repeatedText,
  storedCells,
  type JudgedLine,
  type Plan,
} from './judged-line.ts';
import { namesOfPerson } from './names-of-person.ts';
import { readSectors, type Sector } from './plan-sectors.ts';
import { emailKey, readPeople, type Person } from './read-people.ts';
import { readSheet, type SheetLine } from './read-sheet.ts';

/**
 * `id` is null for a new person. Of an old one `roles` and `moved` say what changes beside the
 * columns.
 */
export type WrittenPerson = {
  readonly id: number | null;
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  readonly status: ActiveStatus;
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
});

type Column = keyof typeof PERSON_COLUMNS;
type State = {
  readonly actor: Actor;
  readonly sectors: readonly Sector[];
  readonly roles: readonly ResolvedRole[];
  readonly people: ReadonlyMap<string, Person>;
  readonly taken: ReadonlySet<string>;
  readonly seen: Map<string, number>;
};

/** The addresses that the sheet names, as keys. */
export function keysOfSheet(file: Buffer): string[] {
  const { lines } = readSheet(file, PERSON_COLUMNS);
  return [...new Set(lines.map(({ cells }) => emailKey(cells.email ?? '')).filter((key) => key !== ''))];
}

/**
 * What the sheet would make of the tenant's people as they are in this transaction, by the rules of
 * the form (rules B2, B8, B10, B12, H7; S20). The key of a person is the e-mail. `taken`: keys that
 * belong to people of other tenants.
 */
export async function planPeople(
  tx: Transaction,
  of: { actor: Actor; file: Buffer; taken: ReadonlySet<string> },
): Promise<Plan<WrittenPerson>> {
  const { actor, file, taken } = of;
  const sheet = readSheet(file, PERSON_COLUMNS);
  const where = sql`lower(u.email) = any(${sql.param(keysOfSheet(file))}::text[])`;
  const people = new Map((await readPeople(tx, { actor, where })).map((person) => [emailKey(person.email), person]));
  const state: State = {
    actor,
    sectors: await readSectors(tx, actor),
    roles: await tenantRoles(tx, actor),
    people,
    taken,
    seen: new Map(),
  };
  return planOf(
    sheet.lines.map((line) => judgePerson(line, state)),
    { file, sheet },
  );
}

function judgePerson(line: SheetLine<Column>, state: State): JudgedLine<WrittenPerson> {
  const judging = new Judging(PERSON_COLUMNS);
  const cells = storedCells(line);
  const key = emailKey(cells.email ?? '');
  const current = state.people.get(key);
  const names = namesOfPerson(line, { cells, current });
  if (line.isLonger) judging.refuse('', LONGER_LINE);
  judgeFields(judging, { schema: Texts, fields: { ...names, email: cells.email ?? '' } });
  const earlier = state.seen.get(key);
  if (key !== '' && earlier !== undefined) judging.refuse('email', repeatedText(earlier));
  state.seen.set(key, earlier ?? line.line);
  const isStranger = state.taken.has(key) || current?.managed === false;
  if (isStranger) judging.refuse('email', REFUSAL_TEXT.email_taken);
  const status = judgeStatus(judging, cells.status);
  const place = { actor: state.actor, current: isStranger ? undefined : current };
  const sector = judgeSector(judging, { ...place, cell: cells.sector, sectors: state.sectors });
  const roles = judgeRoles(judging, { ...place, cell: cells.roles, roles: state.roles });
  const wanted = {
    ...names,
    email: current?.email ?? cells.email ?? '',
    status: status ?? current?.status ?? 'active',
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

type Wanted = Omit<WrittenPerson, 'id' | 'changed'>;

function judgeChanges(
  judging: Judging<Column>,
  of: { actor: Actor; current: Person; wanted: Wanted; acronym: string | null },
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
  if (judging.changes.length > 0 && !actor.permissions.has('update_users'))
    judging.refuse('', REFUSAL_TEXT.no_permission);
  const isOwn = current.id === actor.userId;
  const isHigher = !isOwn && !canChangeAccount(actor.roles, current.roles);
  const refusal = isOwn ? REFUSAL_TEXT.own_account : isHigher ? REFUSAL_TEXT.higher_account : null;
  if (refusal !== null && roles) judging.refuse('roles', refusal);
  if (refusal !== null && status) judging.refuse('status', refusal);
  return { names: first || last, sector, roles, off: status && wanted.status === 'inactive' };
}
