// The audit on screen beside the rows of the database: who did what, and when.

import { accessWords } from '#contract/access-words.ts';
import type { AccessKind } from '#domain/accesses.ts';
import { clockAt } from '#domain/dates.ts';
import type { Page } from '@playwright/test';
import { ZONE } from '../../server/story/first-quarter.ts';
import { expect } from '../fixtures.ts';
import type { QuarterTown } from './quarter-town.ts';

const PER_PAGE = 50;

/** One access as the database has it, in whichever of the two tables. */
export type RawAccess = {
  readonly at: Date;
  readonly arrived_at: Date;
  readonly kind: AccessKind;
  readonly user_id: number;
  readonly document_id: number | null;
  readonly file_id: number | null;
  readonly amount: number | null;
  readonly act: string | null;
  readonly fields: readonly string[];
  readonly offline: boolean;
  readonly clock_suspect: boolean;
};

export type AuditRows = {
  readonly accesses: readonly RawAccess[];
  /** Names, by id. */
  readonly people: ReadonlyMap<number, string>;
  readonly files: ReadonlyMap<number, string>;
  readonly titles: ReadonlyMap<number, string>;
};

/** Everything that the audit reads, as it is now. */
export async function readAuditRows({ query, tenant }: QuarterTown): Promise<AuditRows> {
  const of = <Row>(text: string) => query<Row>(text, [tenant]);
  const named = async (text: string) =>
    new Map((await of<{ id: number; name: string }>(text)).map(({ id, name }) => [id, name]));
  const events = await of<RawAccess>(
    `select at, arrived_at, kind, user_id::int, document_id::int, file_id::int, amount, act, fields, offline, clock_suspect
     from access_events where tenant_id = $1`,
  );
  const views = await of<RawAccess>(
    `select performed_at as at, created_at as arrived_at, 'view' as kind, creator_id::int as user_id,
       document_id::int, null::int as file_id, null::int as amount, null as act, '{}'::text[] as fields, offline, clock_suspect
     from logs where tenant_id = $1 and action = 'view'`,
  );
  return {
    accesses: [...events, ...views],
    people: await named(`select id::int as id, trim(name || ' ' || last_name) as name from users where tenant_id = $1`),
    files: await named('select id::int as id, name from files where tenant_id = $1'),
    titles: await named('select id::int as id, title as name from documents where tenant_id = $1'),
  };
}

/** A row on screen: its day, its hour, whom or what it names, and what was done. */
type Row = { readonly day: string; readonly hour: string; readonly named: string; readonly what: string };

const longDay = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: ZONE });

function rowOf(access: RawAccess, { rows, names }: { rows: AuditRows; names: 'people' | 'titles' }): Row {
  const { kind, at, arrived_at, act, amount, offline, fields, clock_suspect, file_id } = access;
  // The time of these two is the beginning of their day or minute, so that they are recorded once.
  const shown = kind === 'copy' || kind === 'refused' ? arrived_at : at;
  const file = file_id === null ? null : (rows.files.get(file_id) ?? null);
  const words = accessWords({ kind, act, amount, offline, fields: [...fields], file } as Parameters<
    typeof accessWords
  >[0]);
  const id = names === 'people' ? access.user_id : access.document_id;
  return {
    day: longDay.format(shown),
    hour: clockAt(shown.getTime(), ZONE),
    named: id === null ? '' : (rows[names].get(id) ?? ''),
    what: [
      words,
      ...(offline ? [`contado às ${clockAt(arrived_at.getTime(), ZONE)}`] : []),
      ...(clock_suspect ? ['o relógio do aparelho não era confiável'] : []),
    ].join(' · '),
  };
}

function readPage(page: Page): Promise<Row[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main table tbody')].flatMap((group) => {
      const day = group.querySelector('th[scope=rowgroup]')?.textContent ?? '';
      return [...group.querySelectorAll('tr')].slice(1).map((row) => {
        const [hour, named, what] = row.querySelectorAll('td');
        // The name, or the title, is the first of two lines.
        const first = (named?.querySelector('b') ?? named?.querySelector('span > span'))?.textContent ?? '';
        return { day, hour: hour?.textContent ?? '', named: first, what: what?.textContent ?? '' };
      });
    }),
  );
}

const lineOf = ({ day, hour, named, what }: Row): string => `${day} ${hour} | ${named} | ${what}`;

/**
 * Opens the audit at the address and walks through its pages; expects the rows to be these
 * accesses, newest first, each once.
 */
export async function auditHolds(
  page: Page,
  of: { address: string; accesses: readonly RawAccess[]; rows: AuditRows; names: 'people' | 'titles' },
): Promise<void> {
  const { address, accesses, rows, names } = of;
  const shownAt = ({ kind, at, arrived_at }: RawAccess) => (kind === 'copy' || kind === 'refused' ? arrived_at : at);
  const expected = accesses
    .toSorted((one, other) => shownAt(other).getTime() - shownAt(one).getTime())
    .map((access) => rowOf(access, { rows, names }));
  await page.goto(address);
  const total = accesses.length === 1 ? '1 acesso' : `${accesses.length} acessos`;
  await expect(page.getByRole('heading', { name: total, exact: true })).toBeVisible();
  const pages = Math.ceil(accesses.length / PER_PAGE);
  const shown: Row[] = [];
  for (let number = 1; number <= pages; number += 1) {
    if (pages > 1) await expect(page.getByText(`Página ${number} de ${pages}`)).toBeVisible();
    shown.push(...(await readPage(page)));
    if (number < pages) await page.getByRole('button', { name: 'Próxima' }).click();
  }
  const times = (some: readonly Row[]) => some.map(({ day, hour }) => `${day} ${hour}`);
  expect(times(shown)).toEqual(times(expected));
  // Accesses of one moment have no order of their own.
  expect(shown.map((row) => lineOf(row)).toSorted()).toEqual(expected.map((row) => lineOf(row)).toSorted());
}
