// The numbers of reports, computed document by document over the raw rows, as their definitions on
// the page say it.

import { addDays, type CalendarDay, dayAt, daysBetween } from '#domain/dates.ts';
import { type Holidays, isDayOff } from '#domain/working-days.ts';
import type { RawDocument } from './histories.ts';

export type Days = { readonly from: CalendarDay; readonly to: CalendarDay };
type Zone = { readonly zone: string; readonly today: CalendarDay; readonly holidays: Holidays };

/**
 * The sector of today, the subject or the person that is counted; an absent one narrows nothing.
 */
export type Where = {
  readonly sector?: number | undefined;
  readonly subject?: number | undefined;
  readonly person?: number | undefined;
};

type Line = RawDocument['logs'][number];
const instant = (line: Line): number => Date.parse(line.clock_suspect ? line.created_at : line.performed_at);

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

function workingDays(from: CalendarDay, to: CalendarDay, holidays: Holidays): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (!isDayOff(day, holidays)) count += 1;
  return count;
}

/** The numbers of all reports, and the documents behind those that open a list. */
export function oracle(documents: readonly RawDocument[], { from, to }: Days, of: Zone & Where) {
  const { zone, today, holidays, sector, subject, person } = of;
  const day = (ms: number): CalendarDay => dayAt(ms, zone);
  const isIn = (ms: number): boolean => day(ms) >= from && day(ms) <= to;
  const here = documents.filter(
    (one) =>
      (sector === undefined || one.sectors.includes(sector)) &&
      (subject === undefined || one.subject_id === subject) &&
      (person === undefined || one.people.some(({ id }) => id === person)),
  );
  const received = here.filter((one) => isIn(Date.parse(one.created_at)));
  const completion = ({ logs, stored_status: status }: RawDocument): Line | undefined =>
    status === 'completed' ? logs.findLast(({ action }) => action === 'completion') : undefined;
  const done = here.flatMap((one) => {
    const last = completion(one);
    if (last === undefined || !isIn(instant(last))) return [];
    const before = one.logs.slice(0, one.logs.indexOf(last));
    const on = day(instant(last));
    const then = before.findLast(({ limit_date }) => limit_date !== null)?.limit_date ?? '';
    const first = before.find(({ action }) => action === 'creation')?.limit_date ?? '';
    const created = day(Date.parse(one.created_at));
    const outcome = on > then ? 'late' : on <= first ? 'original' : 'extended';
    return [
      { id: one.id, outcome, days: Math.max(0, daysBetween(created, on)), working: workingDays(created, on, holidays) },
    ];
  });
  const ids = (outcome: string): number[] => done.filter((one) => one.outcome === outcome).map(({ id }) => id);
  const arrived = here.flatMap((one) => {
    const first = Math.min(...one.people.map(({ at }) => Date.parse(at)));
    if (!isIn(first)) return [];
    const took = one.people.flatMap(({ id, at }) => {
      const lines = one.logs.filter((line) => line.action === 'view' && line.creator_id === id).map(instant);
      const repeated = one.repeated
        .filter((view) => view.creator_id === id)
        .flatMap(({ first_at, last_at }) => [Date.parse(first_at), Date.parse(last_at)]);
      return [...lines, ...repeated].map((ms) => ms - Date.parse(at)).filter((ms) => ms >= 0);
    });
    return [{ id: one.id, minutes: took.length === 0 ? null : Math.min(...took) / 60_000 }];
  });
  const seen = arrived.filter(({ minutes }) => minutes !== null);
  const stays = documents.flatMap((one) => staysOf(one, completion(one))).filter((stay) => isIn(stay.end));
  const ended = stays.filter((stay) => sector === undefined || stay.sector === sector);
  const extensions = here.flatMap((one) => {
    const times = one.logs.filter((line) => line.action === 'extension' && isIn(instant(line))).length;
    return times === 0 ? [] : [{ id: one.id, times }];
  });
  const open = here.filter(({ stored_status }) => stored_status !== 'completed');
  const exceptions = received.filter(({ is_exception }) => is_exception);
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10);
  const set = (some: readonly { readonly id: number }[]): ReadonlySet<number> => new Set(some.map(({ id }) => id));
  const onTime = done.filter(({ outcome }) => outcome !== 'late');
  return {
    sets: {
      received: set(received),
      completed: set(done),
      on_original: new Set(ids('original')),
      on_extended: new Set(ids('extended')),
      out_of_time: new Set(ids('late')),
      late: set(open.filter(({ limit_date }) => limit_date < today)),
      open: set(open),
      exceptions: set(exceptions),
      seen: set(seen),
      unseen: set(arrived.filter(({ minutes }) => minutes === null)),
      left: set(ended),
      extended: set(extensions),
      extended_once: set(extensions.filter(({ times }) => times === 1)),
      extended_twice: set(extensions.filter(({ times }) => times === 2)),
      extended_more: set(extensions.filter(({ times }) => times > 2)),
    } as Readonly<Record<string, ReadonlySet<number>>>,
    measures: {
      on_time_share: share(onTime.length, done.length),
      exceptions_share: share(exceptions.length, received.length),
      seen_minutes: median(seen.map(({ minutes }) => minutes ?? 0)),
      days: median(done.map((one) => one.days)),
      working_days: median(done.map((one) => one.working)),
      stay_days: median(ended.map(({ start, end }) => Math.max(0, daysBetween(day(start), day(end))))),
      oldest: open.map(({ created_at }) => day(Date.parse(created_at))).toSorted()[0] ?? null,
      extensions_each:
        extensions.length === 0
          ? null
          : Math.round((extensions.reduce((sum, { times }) => sum + times, 0) / extensions.length) * 100) / 100,
    } as Readonly<Record<string, number | string | null>>,
  };
}

/** Each stay in a sector that has ended: one after the other through the lines that move it. */
function staysOf({ id, logs }: RawDocument, last: Line | undefined) {
  const stays: { id: number; sector: number; start: number; end: number }[] = [];
  let present = new Map<number, number>();
  const end = (sector: number, at: number): void => {
    stays.push({ id, sector, start: present.get(sector) ?? at, end: at });
  };
  for (const line of logs) {
    if (line === last) for (const sector of present.keys()) end(sector, instant(line));
    if (line.action !== 'creation' && line.action !== 'transfer') continue;
    const to = line.organization_ids;
    for (const sector of present.keys()) if (!to.includes(sector)) end(sector, instant(line));
    present = new Map(to.map((sector) => [sector, present.get(sector) ?? instant(line)]));
  }
  return stays;
}
