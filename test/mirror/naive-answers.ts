// The questions of screens answered by a scan over the tables, with nothing kept from one to the
// next: what the answers from memory and from the stored index are compared with. Written without
// the code that they check.

import { dueGroupOf, DUE_GROUPS, isGroupWithin } from '#domain/deadlines.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { fold, foldWithin, searchTextOf, searchTokens } from '#domain/search.ts';
import { statusAt, STATUSES } from '#domain/status.ts';
import { parseTicket, ticketOf } from '#domain/ticket.ts';
import type { DocumentFilters } from '#mirror/questions/list-documents.ts';
import { INK, type MirrorDocument } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { TODAY, ZONE } from '../builders/moments.ts';

export type Asker = { readonly userId: number; readonly superAdmin: boolean; readonly acronym: string };

const statusOf = (row: MirrorDocument) =>
  statusAt({ storedStatus: row.stored_status, limitDate: row.limit_date }, TODAY);
const groupOf = (row: MirrorDocument) =>
  dueGroupOf({ storedStatus: row.stored_status, limitDate: row.limit_date }, TODAY);
const isWith = (row: MirrorDocument, userId: number) => row.responsibles.some(({ id }) => id === userId);
const isIn = (row: MirrorDocument, sectorId: number) => row.organizations.some(({ id }) => id === sectorId);
const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);

/** The rows as they are on the disk: those in slices, each behind the record of the same key. */
async function storedRows(mirror: Mirror): Promise<MirrorDocument[]> {
  const rows = new Map<string, MirrorDocument>();
  for (const { ids, rows: texts } of await mirror.slices.toArray()) {
    for (const [at, id] of ids.entries()) {
      const row = JSON.parse(texts[at] ?? '') as Omit<MirrorDocument, 'key' | 'serverId' | 'localCode' | 'pencil'>;
      rows.set(`s:${id}`, { ...row, key: `s:${id}`, serverId: id, localCode: null, pencil: INK });
    }
  }
  for (const row of (await mirror.table('documents').toArray()) as MirrorDocument[]) rows.set(row.key, row);
  return [...rows.values()];
}

/** Every listed document, newest first, and by key on one instant. */
async function everything(mirror: Mirror): Promise<MirrorDocument[]> {
  const rows = (await storedRows(mirror)).filter((row) => row.gone !== true);
  return rows.sort((left, right) => compared([right.created_at, left.created_at], [right.key, left.key]));
}

/** The first pair of texts that differ decides. */
function compared(...pairs: readonly (readonly [string, string])[]): number {
  const [left, right] = pairs.find(([one, other]) => one !== other) ?? ['', ''];
  return left === right ? 0 : left < right ? -1 : 1;
}

function dueFirst(rows: readonly MirrorDocument[], turn: 1 | -1): MirrorDocument[] {
  const isDone = (row: MirrorDocument) => (row.stored_status === 'completed' ? '1' : '0');
  const byDay = (left: MirrorDocument, right: MirrorDocument) =>
    compared([left.limit_date, right.limit_date], [right.created_at, left.created_at], [right.key, left.key]);
  return [...rows].sort((left, right) => compared([isDone(left), isDone(right)]) || turn * byDay(left, right));
}

function counted(rows: readonly MirrorDocument[]): Record<string, number> {
  return Object.fromEntries(DUE_GROUPS.map((group) => [group, rows.filter((row) => groupOf(row) === group).length]));
}

function isFound(row: MirrorDocument, { text, acronym }: { text: string; acronym: string }): boolean {
  const trimmed = text.trim();
  const number = parseTicket(trimmed, acronym);
  if (number !== null && row.number === number) return true;
  if (number !== null && !/^\d\d+$/.test(trimmed)) return false;
  const words = searchTokens(trimmed);
  const ticket = row.number === null ? '' : fold(ticketOf(acronym, row.number));
  const own = searchTextOf({
    ticket: row.localCode,
    title: row.title,
    physicalDocumentNumber: row.physical_document_number,
    subject: row.subject.name,
    tags: row.tags.map((tag) => tag.title),
    responsibles: row.responsibles.map((person) => `${person.name} ${person.last_name}`),
    sectors: [...row.organizations, ...(row.origin === null ? [] : [row.origin])].flatMap((sector) => [
      sector.name,
      sector.acronym,
    ]),
  });
  return words.length > 0 && words.every((word) => ticket.includes(word) || own.includes(word));
}

export async function naiveList(mirror: Mirror, { filters, person }: { filters: DocumentFilters; person: Asker }) {
  const all = await everything(mirror);
  const { order, search = '', from, to, status, organizationId, responsibleId, subjectId, scope, due } = filters;
  const narrows = search.trim().length >= 2 || parseTicket(search.trim(), person.acronym) !== null;
  const matching = all.filter(
    (row) =>
      (status === undefined ||
        status === 'sent' ||
        (status === 'exception'
          ? row.is_exception
          : status === 'unfinished'
            ? row.stored_status !== 'completed'
            : statusOf(row) === status)) &&
      (filters.exceptionsOnly !== true || row.is_exception) &&
      (from === undefined || dayAt(Date.parse(row.created_at), ZONE) >= from) &&
      (to === undefined || dayAt(Date.parse(row.created_at), ZONE) <= to) &&
      (organizationId === undefined || isIn(row, organizationId)) &&
      (responsibleId === undefined || isWith(row, responsibleId)) &&
      (subjectId === undefined || row.subject.id === subjectId) &&
      (filters.among === undefined || (row.serverId !== null && filters.among.has(row.serverId))) &&
      (filters.createdByMe !== true || row.created_by === person.userId) &&
      (!narrows || isFound(row, { text: search, acronym: person.acronym })),
  );
  const isMine = (row: MirrorDocument) =>
    row.created_by === person.userId || row.facts.responsible_ids_ever.includes(person.userId);
  const inScope = (row: MirrorDocument) => scope === undefined || isMine(row) === (scope === 'mine');
  const isDue = (row: MirrorDocument) =>
    (filters.overdue !== true && due === undefined) ||
    (filters.overdue === true && groupOf(row) === 'overdue') ||
    (due !== undefined && isGroupWithin(groupOf(row), due));
  const found = matching.filter(isDue);
  const scoped = found.filter(inScope);
  const inOrder =
    order === 'desc' ? scoped : order === 'asc' ? [...scoped].reverse() : dueFirst(scoped, order === 'due' ? 1 : -1);
  const pages = Math.max(1, Math.ceil(scoped.length / 10));
  const page = Math.min(Math.max(1, filters.page), pages);
  const mine = found.filter(isMine).length;
  return {
    keys: keysOf(inOrder.slice(page * 10 - 10, page * 10)),
    total: scoped.length,
    page,
    pages,
    due: counted(matching.filter(inScope)),
    groups: counted(scoped),
    counts: person.superAdmin ? { mine, others: found.length - mine } : undefined,
  };
}

export async function naiveCounts(mirror: Mirror) {
  const shown = await everything(mirror);
  const bases = new Map((await mirror.bases.toArray()).map((base) => [base.key, base]));
  const ink = shown.flatMap((row) => {
    const base = bases.get(row.key);
    if (base === undefined || base.gone === true) return [statusOf(row)];
    if (base.row === null) return [];
    return [statusAt({ storedStatus: base.row.stored_status, limitDate: base.row.limit_date }, TODAY)];
  });
  const of = (isCounted: (status: string) => boolean) => {
    const all = shown.filter((row) => isCounted(statusOf(row))).length;
    const known = ink.filter(isCounted).length;
    return { ink: known, pencil: all - known };
  };
  return Object.fromEntries([
    ['sent', of(() => true)],
    ...STATUSES.map((status) => [status, of((one) => one === status)] as const),
  ]);
}

export async function naiveSearch(mirror: Mirror, { text, acronym }: { text: string; acronym: string }) {
  if (text.trim().length < 2 && parseTicket(text.trim(), acronym) === null) return { keys: [], total: 0 };
  const found = (await everything(mirror)).filter((row) => isFound(row, { text, acronym }));
  const number = parseTicket(text.trim(), acronym);
  const words = searchTokens(text);
  const hasTitle = (row: MirrorDocument) =>
    words.length > 0 && words.every((word) => foldWithin(row.title).includes(word));
  const place = (row: MirrorDocument) => (number !== null && row.number === number ? '0' : hasTitle(row) ? '1' : '2');
  return {
    keys: keysOf(found.toSorted((left, right) => compared([place(left), place(right)])).slice(0, 20)),
    total: found.length,
  };
}

export async function naiveWeek(mirror: Mirror, { userId, sectorId }: { userId: number; sectorId: number | null }) {
  const isSectors = (row: MirrorDocument) => sectorId !== null && isIn(row, sectorId);
  const ours = dueFirst(await everything(mirror), 1).filter((row) => isWith(row, userId) || isSectors(row));
  const overdue = ours.filter((row) => groupOf(row) === 'overdue');
  const due = ours.filter((row) => isGroupWithin(groupOf(row), 'week'));
  const later = ours.find((row) => groupOf(row) === 'ten_days' || groupOf(row) === 'later');
  const soon = ours.filter((row) => isGroupWithin(groupOf(row), 'ten_days') && (sectorId === null || isSectors(row)));
  return {
    overdue: keysOf(overdue.slice(0, 3)),
    overdueCount: overdue.length,
    due: keysOf(due.slice(0, 10)),
    dueCount: due.length,
    mineCount: [...overdue, ...due].filter((row) => isWith(row, userId)).length,
    tenDaysCount: soon.length,
    next: later?.limit_date ?? null,
  };
}

export async function naiveRecent(mirror: Mirror, userId: number): Promise<string[]> {
  const at = (row: MirrorDocument) => row.facts.arrived_at[String(userId)] ?? row.created_at;
  const mine = (await everything(mirror)).filter((row) => isWith(row, userId));
  return keysOf(mine.toSorted((left, right) => compared([at(right), at(left)])).slice(0, 8));
}

/** Arrivals and deadlines; no document of these histories has details, so no act is known. */
export async function naiveNotices(mirror: Mirror, userId: number): Promise<string[]> {
  const all = await everything(mirror);
  const arrivals = all
    .filter((row) => isWith(row, userId))
    .map((row) => ({ key: `a:${row.key}:`, at: row.facts.arrived_at[String(userId)] ?? row.created_at }))
    .toSorted((left, right) => compared([right.at, left.at]))
    .slice(0, 10)
    .map(({ key, at }) => `${key}${at}`);
  const isConcerned = (row: MirrorDocument) => row.created_by === userId || isWith(row, userId);
  const days = [TODAY, addDays(TODAY, 1)];
  const due = all
    .filter((row) => isConcerned(row) && row.stored_status !== 'completed' && days.includes(row.limit_date))
    .map((row) => `d:${row.key}:${row.limit_date}:${row.limit_date === TODAY ? 'today' : 'tomorrow'}`);
  return [...arrivals, ...due].toSorted();
}

/**
 * No details are kept: those of every registered document that is open or moved since `since` are
 * wanted.
 */
export async function naiveWanted(mirror: Mirror, since: string): Promise<number[]> {
  const all = await everything(mirror);
  const ids = all.flatMap(({ serverId, stored_status, last_activity_at }) =>
    serverId !== null && (stored_status !== 'completed' || last_activity_at >= since) ? [serverId] : [],
  );
  return ids.toSorted((left, right) => left - right);
}

export async function naiveOpen(mirror: Mirror, isCounted: (row: MirrorDocument) => boolean) {
  const rows = (await everything(mirror)).filter(isCounted);
  const overdue = rows.filter((row) => statusOf(row) === 'overdue').length;
  const done = rows.filter((row) => statusOf(row) === 'completed').length;
  return { open: rows.length - overdue - done, overdue };
}

/**
 * Unfinished documents that only this person answers for; people who are not in the mirror, or not
 * active, do not count.
 */
export async function naiveLeft(mirror: Mirror, userId: number) {
  const users = await mirror.users.toArray();
  const staying = users.filter((user) => user.status === 'active' && !user.deleted && user.id !== userId);
  const stays = (id: number) => staying.some((user) => user.id === id);
  return naiveOpen(
    mirror,
    ({ responsibles: people }) => people.some(({ id }) => id === userId) && !people.some(({ id }) => stays(id)),
  );
}

export async function naiveOfSubject(mirror: Mirror, subjectId: number): Promise<number> {
  return (await everything(mirror)).filter((row) => row.subject.id === subjectId).length;
}
