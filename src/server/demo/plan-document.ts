// Plans the life of one document backwards: the status that it must have today decides on which
// days it was written, seen, answered, extended and completed. Days are relative to the day of
// seeding, so the demonstration never looks old.

import { addDays, type CalendarDay, dayAt } from '#domain/dates.ts';
import type { DocumentType, LogAction } from '#domain/document-types.ts';
import type { Status, StoredStatus } from '#domain/status.ts';
import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import { monthName } from './papers.ts';
import { SUBJECTS, ZONE } from './seed-town.ts';
import {
  BODIES,
  type DocumentSeed,
  JUSTIFICATIONS,
  PLACES,
  REPLIES,
  TAGS,
  THEMES,
  TONE,
} from './subjects-of-papers.ts';

const OVERDUE_MAX_DAYS = 20;
const LIMIT_MAX_DAYS = 90;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** People and sectors by row id, as far as a plan needs them. */
type Cast = {
  readonly peopleOf: (acronym: string) => readonly number[];
  readonly superAdmins: readonly number[];
};

export type PlannedEvent = {
  readonly at: number;
  readonly action: LogAction | 'interaction';
  readonly by: number;
  readonly limitDate?: CalendarDay;
  readonly responsibleId?: number;
  readonly offline?: boolean;
  readonly content?: string;
};

export type PlannedDocument = {
  readonly title: string;
  readonly paper: string;
  readonly type: DocumentType;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly storedStatus: StoredStatus;
  readonly exceptionReason: string | null;
  readonly isException: boolean;
  readonly createdAt: number;
  readonly createdBy: number;
  readonly responsibleId: number;
  /** People who were responsible earlier. */
  readonly formerIds: readonly number[];
  readonly limitDate: CalendarDay;
  readonly content: string;
  readonly tags: readonly string[];
  /** In order of time; the first is the creation. */
  readonly events: readonly PlannedEvent[];
};

type PlanOptions = {
  readonly random: Random;
  readonly cast: Cast;
  readonly now: number;
  readonly today: CalendarDay;
  /** How many days ago it was written. */
  readonly age: number;
  /** A fixed limit date; absent means that one is chosen to fit the status. */
  readonly limitDate?: CalendarDay;
};

export function planDocument(seed: DocumentSeed, options: PlanOptions): PlannedDocument {
  const { random, cast, now, today } = options;
  const before = random.between(0, 3 * HOUR_MS);
  const momentOf = (age: number) => Math.min(now - MINUTE_MS, now - age * DAY_MS - before);
  const createdAt = inRule(seed, { age: options.age, momentOf });
  const createdOn = dayAt(createdAt, ZONE);
  const createdBy = random.pick(cast.peopleOf(seed.from));
  const responsibles = cast.peopleOf(seed.to);
  const responsibleId = responsibles.find((id) => id !== createdBy) ?? createdBy;
  const limitDate = options.limitDate ?? limitFor(seed.status, { random, today, createdOn });
  const seen = seed.status !== 'pending' && (seed.status !== 'overdue' || random.chance(0.6));
  const life = lifeOf(seed, { ...options, createdAt, createdBy, responsibleId, limitDate, seen });
  return {
    ...seed,
    title: dated(seed.title, createdOn),
    paper: dated(seed.paper, createdOn),
    storedStatus: seed.status === 'overdue' ? (seen ? 'under_review' : 'pending') : seed.status,
    isException: seed.exception ?? false,
    exceptionReason: seed.exception === true ? random.pick(JUSTIFICATIONS) : null,
    createdAt,
    createdBy,
    responsibleId,
    formerIds: life.formerIds,
    limitDate,
    content: random.pick(BODIES),
    tags: seed.tags ?? random.some(TAGS, random.between(0, 2)),
    events: life.events,
  };
}

/**
 * Whether a document of this subject from this sector must be an exception on that day (rule C1).
 */
function isLate({ subject, from }: Pick<DocumentSeed, 'subject' | 'from'>, day: CalendarDay): boolean {
  const { window, exempt = [] } = SUBJECTS.find(({ name }) => name === subject) ?? {};
  return !exempt.includes(from) && isOutsideWindow(windowOf(window?.[0] ?? null, window?.[1] ?? null), day);
}

/** Offsets in days, as many as the longest month has. */
const MONTH: readonly number[] = Array.from({ length: 31 }, (_, day) => day);

/**
 * The moment at the chosen age, or the nearest one at which the subject's window asks for an
 * exception exactly when the document is one (rule C1). Where there is none within a month, the
 * chosen age stays.
 */
function inRule(seed: DocumentSeed, chosen: { age: number; momentOf: (age: number) => number }): number {
  const step = chosen.age > MONTH.length ? -1 : 1;
  const moments = MONTH.map((days) => chosen.momentOf(chosen.age + step * days));
  const isInRule = (moment: number) => isLate(seed, dayAt(moment, ZONE)) === (seed.exception ?? false);
  return moments.find(isInRule) ?? chosen.momentOf(chosen.age);
}

function limitFor(status: Status, days: { random: Random; today: CalendarDay; createdOn: CalendarDay }): CalendarDay {
  const { random, today, createdOn } = days;
  if (status === 'overdue') {
    const earliest = addDays(today, -OVERDUE_MAX_DAYS);
    const day = addDays(today, -random.between(1, OVERDUE_MAX_DAYS));
    const notBefore = createdOn > earliest ? createdOn : earliest;
    return day < notBefore ? notBefore : day;
  }
  if (status === 'completed') {
    const day = addDays(today, random.between(-OVERDUE_MAX_DAYS, LIMIT_MAX_DAYS));
    return day < createdOn ? createdOn : day;
  }
  return addDays(today, random.between(2, LIMIT_MAX_DAYS));
}

type Life = PlanOptions & {
  readonly createdAt: number;
  readonly createdBy: number;
  readonly responsibleId: number;
  readonly limitDate: CalendarDay;
  readonly seen: boolean;
};

function lifeOf(seed: DocumentSeed, life: Life): { events: PlannedEvent[]; formerIds: number[] } {
  const { random, createdAt, createdBy, responsibleId, now } = life;
  const moved = seed.status === 'under_review' && random.chance(0.3);
  const former = moved
    ? (life.cast.peopleOf('PROT').find((id) => id !== responsibleId) ?? responsibleId)
    : responsibleId;
  const firstLimit = seed.status === 'extended' ? addDays(life.limitDate, -random.between(1, 2)) : life.limitDate;
  const events: Omit<PlannedEvent, 'at'>[] = [
    { action: 'creation', by: createdBy, responsibleId: former, limitDate: firstLimit },
  ];
  events.push(...viewsOf(seed, life));
  if (moved) events.push({ action: 'transfer', by: former, responsibleId });
  if (life.seen) {
    events.push({ action: 'view', by: responsibleId, offline: random.chance(0.15) });
    const speakers = [responsibleId, createdBy];
    for (let replies = random.between(0, 3); replies > 0; replies -= 1) {
      events.push({ action: 'interaction', by: random.pick(speakers), content: `<p>${random.pick(REPLIES)}</p>` });
    }
  }
  if (seed.status === 'extended') events.push({ action: 'extension', by: responsibleId, limitDate: life.limitDate });
  if (seed.status === 'completed') {
    events.push({ action: 'completion', by: responsibleId });
    if (seed.reopened === true) {
      events.push({ action: 'reopening', by: createdBy }, { action: 'completion', by: responsibleId });
    }
  }
  // Events are spread over the days between writing and now.
  const step = (now - createdAt) / (events.length + 1);
  return {
    events: events.map((event, position) => ({ ...event, at: Math.floor(createdAt + step * position) })),
    formerIds: moved && former !== responsibleId ? [former] : [],
  };
}

/**
 * One to five other people who looked at the document: of both sectors, and sometimes a Super
 * Admin.
 */
function viewsOf(seed: DocumentSeed, life: Life): Omit<PlannedEvent, 'at'>[] {
  const { random, cast } = life;
  const others = [...cast.peopleOf(seed.from), ...cast.peopleOf(seed.to), ...cast.superAdmins];
  const unique = [...new Set(others)].filter((id) => id !== life.responsibleId);
  return random
    .some(unique, random.between(1, 5))
    .map((by) => ({ action: 'view' as const, by, offline: random.chance(0.1) }));
}

/**
 * Fills `{year}`, `{lastYear}`, `{month}` and `{nextMonth}` in a text by the document's own day.
 */
function dated(text: string, day: CalendarDay): string {
  if (!text.includes('{')) return text;
  const year = Number(day.slice(0, 4));
  const nextMonth = addDays(`${day.slice(0, 7)}-28`, 4);
  return text
    .replaceAll('{year}', String(year))
    .replaceAll('{lastYear}', String(year - 1))
    .replaceAll('{month}', monthName(day))
    .replaceAll('{nextMonth}', monthName(nextMonth));
}

/**
 * A small seeded generator (mulberry32), so that the same day and number of documents give the same
 * demonstration.
 */
type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** `count` different elements, or all of them when the list is shorter. */
  some<T>(list: readonly T[], count: number): T[];
  chance(probability: number): boolean;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(list) {
      const picked = list[between(0, list.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    some(list, count) {
      const rest = [...list];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(between(0, rest.length - 1), 1),
      ).flat();
    },
    chance: (probability) => next() < probability,
  };
}

const MIX: readonly (readonly [Status, number])[] = [
  ['pending', 12],
  ['under_review', 18],
  ['extended', 8],
  ['overdue', 7],
  ['completed', 15],
];
const EXCEPTIONS = 9;
const A_MONTH_OF_31 = '2026-01-01';
const SPREAD_DAYS = 120;
const LONG_SPREAD_DAYS = 3 * 365;
/** Older documents are nearly all completed. */
const OLD_STATUSES: readonly Status[] = [...Array<Status>(17).fill('completed'), 'under_review', 'extended', 'overdue'];
/** Sectors with people who write or receive documents. */
const SECTORS = [
  'SEMOB',
  'SEMED',
  'SEMUS',
  'SEFAZ',
  'SEMAD',
  'PGM',
  'DLC',
  'SEMTRAN',
  'SEMAS',
  'SEMMA',
  'SEMSUR',
  'GAB',
  'SETIN',
  'DEFCIV',
  'SEHAB',
];

type ChooseOptions = {
  readonly random: Random;
  readonly cast: Cast;
  readonly now: number;
  readonly today: CalendarDay;
  readonly count: number;
};

/**
 * The documents of the town hall, oldest first. The first sixty are those of TONE, written by hand,
 * and generated ones that complete MIX. All others are generated over three years.
 */
export function chooseDocuments(options: ChooseOptions): PlannedDocument[] {
  const seeds = [...TONE, ...othersInMix(options.random)].slice(0, options.count);
  const openOnes = seeds.filter((seed) => seed.status === 'under_review');
  // Limit dates that must occur: one exactly today, one tomorrow, one next year.
  const fixed = new Map<DocumentSeed, CalendarDay>();
  const days = [options.today, addDays(options.today, 1), `${Number(options.today.slice(0, 4)) + 1}-03-15`];
  for (const [position, day] of days.entries()) {
    const seed = openOnes.at(-1 - position);
    if (seed !== undefined) fixed.set(seed, day);
  }
  const planned = seeds.map((seed, position) => {
    const limitDate = fixed.get(seed);
    return planDocument(seed, {
      ...options,
      age: ageOf(seed, { ...options, position }),
      ...(limitDate === undefined ? {} : { limitDate }),
    });
  });
  for (let position = seeds.length; position < options.count; position += 1) planned.push(older(options));
  return planned.sort((left, right) => left.createdAt - right.createdAt);
}

/** Generated documents that complete MIX beside those of TONE, which are written by hand. */
function othersInMix(random: Random): DocumentSeed[] {
  const others = MIX.flatMap(([status, wanted]) => {
    const present = TONE.filter((seed) => seed.status === status).length;
    return Array.from({ length: wanted - present }, () => ({ ...invent(random), status }));
  });
  const missing = EXCEPTIONS - TONE.filter((seed) => seed.exception === true).length;
  const canBeLate = (seed: DocumentSeed) => MONTH.some((day) => isLate(seed, addDays(A_MONTH_OF_31, day)));
  const marked = new Set(random.some(others.filter(canBeLate), missing));
  return random.some(others, others.length).map((seed) => (marked.has(seed) ? { ...seed, exception: true } : seed));
}

function ageOf(seed: DocumentSeed, facts: { random: Random; position: number }): number {
  const { random } = facts;
  if (facts.position === 0) return 0;
  if (seed.status === 'pending') return random.between(0, 6);
  return seed.status === 'overdue' ? random.between(22, SPREAD_DAYS) : random.between(2, SPREAD_DAYS);
}

function older(options: ChooseOptions): PlannedDocument {
  const { random } = options;
  const age = random.between(1, LONG_SPREAD_DAYS);
  const recent = age <= SPREAD_DAYS;
  const status = recent
    ? random.pick<Status>(['pending', 'under_review', 'extended', 'completed'])
    : random.pick(OLD_STATUSES);
  return planDocument({ ...invent(random), status }, { ...options, age });
}

function invent(random: Random): Omit<DocumentSeed, 'status'> {
  const theme = random.pick(THEMES);
  const from = random.pick(SECTORS);
  const to = random.pick(SECTORS.filter((acronym) => acronym !== from));
  const kind = random.chance(0.85) ? 'Ofício' : 'Portaria';
  const number = String(random.between(1, 380)).padStart(3, '0');
  return {
    title: `${random.pick(theme.openings)} ${random.pick(PLACES)}`,
    paper: `${kind} nº ${number}/{year}/${from}`,
    type: theme.type ?? 'general_document',
    from,
    to,
    subject: theme.subject,
  };
}
