// The reports on screen beside the oracle's numbers, and the list that each number opens.

import { COLUMN_WORDS, REPORT_NAMES } from '#contract/report-words.ts';
import { REPORT_COLUMNS, type ReportColumn, rowKindOf } from '#contract/reports.ts';
import type { Report } from '#domain/reports.ts';
import type { Page } from '@playwright/test';
import { totalText, valueText } from '../../../src/app/text/manage/reports.ts';
import { oracle, type Where } from '../../server/reports/oracle.ts';
import { expect } from '../fixtures.ts';
import type { TownRows } from './quarter-town.ts';

const PER_PAGE = 10;

/** Whose reports: of all sectors, or of one. */
export type Reader = { readonly sector: number | undefined };

/** A number that leads to a list, by its name for a person who hears it alone. */
type Number = { readonly label: string; readonly set: ReadonlySet<number> };
type Line = {
  readonly name: string;
  /** What stands in each column. */
  readonly cells: Readonly<Record<string, string>>;
  readonly numbers: readonly Number[];
};

const counted = (sets: ReturnType<typeof oracle>['sets'], column: ReportColumn) => sets[column];

/** A row as the oracle has it; null for one that counts nothing. */
function lineOf(rows: TownRows, { report, name, where }: { report: Report; name: string; where: Where }): Line | null {
  const { documents, days, zone, today, holidays } = rows;
  const { sets, measures } = oracle(documents, days, { zone, today, holidays, ...where });
  const columns: readonly ReportColumn[] = REPORT_COLUMNS[report];
  if (columns.every((column) => (counted(sets, column)?.size ?? 0) === 0)) return null;
  const cells = columns.map((column) => [column, valueText(column, sets[column]?.size ?? measures[column] ?? null)]);
  const numbers = columns.flatMap((column) => {
    const set = sets[column];
    if (set === undefined || set.size === 0) return [];
    return [{ label: `${set.size}, ${COLUMN_WORDS[column].title}, ${name}`, set }];
  });
  return { name, cells: Object.fromEntries(cells) as Record<string, string>, numbers };
}

/** A report as the oracle has it: every row, the total, and the people of one's own sector. */
function linesOf(rows: TownRows, { report, sector }: Reader & { report: Report }) {
  const kind = rowKindOf(report);
  const all: readonly { id: number; name: string }[] = kind === 'subject' ? rows.subjects : rows.sectors;
  const lines = all
    .filter(({ id }) => kind === 'subject' || sector === undefined || id === sector)
    .flatMap(({ id, name }) => {
      const where = kind === 'subject' ? { sector, subject: id } : { sector: id };
      return lineOf(rows, { report, name, where }) ?? [];
    });
  const total = lineOf(rows, { report, name: totalText(report, lines.length), where: { sector } });
  const people =
    report === 'load' && sector !== undefined
      ? rows.people
          .filter((person) => person.sector === sector)
          .flatMap(({ id, name }) => lineOf(rows, { report, name, where: { sector, person: id } }) ?? [])
      : [];
  return { lines, total, people };
}

/** The four totals over the report of deadlines. */
function tilesOf(rows: TownRows, { sector }: Reader): readonly Number[] {
  const { documents, days, zone, today, holidays } = rows;
  const { sets, measures } = oracle(documents, days, { zone, today, holidays, sector });
  const onTime = new Set([...(sets['on_original'] ?? []), ...(sets['on_extended'] ?? [])]);
  const tiles = [
    ['received', sets['received']],
    ['completed', sets['completed']],
    ['on_time_share', onTime],
    ['late', sets['late']],
  ] as const;
  return tiles.flatMap(([column, set = new Set()]) => {
    const text = valueText(column, sets[column]?.size ?? measures[column] ?? null);
    return set.size === 0 ? [] : [{ label: `${text}, ${COLUMN_WORDS[column].title}, Todos`, set }];
  });
}

type ShownLine = { name: string; cells: Record<string, string>; labels: string[] };

/** The rows of the page's tables: those of the report, its total, and those of people. */
function readLines(page: Page): Promise<{ lines: ShownLine[]; total: ShownLine[]; people: ShownLine[] }> {
  return page.evaluate(() => {
    const read = (row: Element) => {
      const cells: Record<string, string> = {};
      for (const cell of row.querySelectorAll('td[data-column]')) {
        const text = cell.querySelector('a, span:not([aria-hidden])')?.textContent ?? '';
        if (cell.getAttribute('data-column') !== 'bar') cells[cell.getAttribute('data-column') ?? ''] = text;
      }
      const name = row.querySelector('th b')?.textContent ?? row.querySelector('th')?.textContent ?? '';
      const labels = [...row.querySelectorAll('a')].map((link) => link.getAttribute('aria-label') ?? '');
      return { name, cells, labels };
    };
    const [report, people] = document.querySelectorAll('main table');
    const rows = (table: Element | undefined, part: string) =>
      [...(table?.querySelectorAll(`${part} tr`) ?? [])].map((row) => read(row));
    return { lines: rows(report, 'tbody'), total: rows(report, 'tfoot').slice(0, 1), people: rows(people, 'tbody') };
  });
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'pt-BR');

/**
 * Expects the report on the page to have exactly the oracle's rows, and resolves to the numbers
 * that open a list.
 */
export async function reportHolds(
  page: Page,
  { rows, report, sector }: Reader & { rows: TownRows; report: Report },
): Promise<readonly Number[]> {
  await page.getByRole('tab', { name: REPORT_NAMES[report], exact: true }).click();
  const expected = linesOf(rows, { report, sector });
  // Where nothing happened, a sentence says so in the place of the table.
  const nothing = page.getByText(/^(?:Nada neste período|Nenhum documento em andamento)$/);
  const table = page.getByRole('heading', { name: /^Por (?:setor|assunto)$/ });
  await expect(expected.lines.length === 0 ? nothing : table).toBeVisible();
  if (expected.lines.length === 0) return [];
  const shape = (lines: readonly Line[]) =>
    lines
      .map(({ name, cells, numbers }) => ({ name, cells, labels: numbers.map(({ label }) => label).toSorted() }))
      .toSorted(byName);
  await expect(async () => {
    const shown = await readLines(page);
    const told = (lines: readonly ShownLine[], of: readonly Line[]) =>
      lines
        .map((line) => {
          // A number in a bar's cell has no column of its own; its name says it.
          const inBar = of.find(({ name }) => name === line.name)?.cells ?? {};
          return { ...line, cells: { ...inBar, ...line.cells }, labels: line.labels.toSorted() };
        })
        .toSorted(byName);
    const total = expected.total === null ? [] : [expected.total];
    expect({
      lines: told(shown.lines, expected.lines),
      total: told(shown.total, total),
      people: told(shown.people, expected.people),
    }).toEqual({ lines: shape(expected.lines), total: shape(total), people: shape(expected.people) });
  }).toPass({ timeout: 15_000 });
  const lines = [...expected.lines, ...(expected.total === null ? [] : [expected.total]), ...expected.people];
  const tiles = report === 'deadlines' ? tilesOf(rows, { sector }) : [];
  return [...tiles, ...lines.flatMap(({ numbers }) => numbers)];
}

/** What the list on the page tells: its pages, its rows on this page, and their documents. */
function readList(page: Page): Promise<{ pages: string; rows: number; ids: number[] }> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main tr[data-row]')];
    const pages = document.querySelector('main nav [aria-current="page"]')?.textContent ?? '';
    const ids = rows.map((row) => Number(/view-document\/(\d+)/.exec(row.innerHTML)?.[1]));
    return { pages, rows: rows.length, ids };
  });
}

/** Presses the number and expects the total of its list, then goes back to the report. */
export async function opensItsList(page: Page, { label, set }: Number): Promise<void> {
  await page.getByRole('link', { name: label, exact: true }).click();
  const pages = Math.ceil(set.size / PER_PAGE);
  const onPage = async (number: number, rows: number) => {
    await expect(async () => {
      const list = await readList(page);
      const others = list.ids.filter((id) => !set.has(id));
      const place = pages === 1 ? '' : `Página ${number} de ${pages}`;
      expect({ label, pages: list.pages, rows: list.rows, others }).toEqual({ label, pages: place, rows, others: [] });
    }).toPass({ timeout: 15_000 });
  };
  await onPage(1, Math.min(set.size, PER_PAGE));
  if (pages > 1) {
    const last = new URL(page.url());
    last.searchParams.set('page', String(pages));
    await page.goto(last.href);
    await onPage(pages, set.size - (pages - 1) * PER_PAGE);
    await page.goBack();
  }
  await page.goBack();
}
