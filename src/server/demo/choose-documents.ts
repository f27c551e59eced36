// Chooses the documents: fourteen written by hand, then as many others as wanted in a given mix of
// statuses. Beyond sixty, generated ones are spread over three years.

import { addDays, type CalendarDay } from '#domain/dates.ts';
import type { Status } from '#domain/status.ts';
import { planDocument, type Cast, type PlannedDocument } from './plan-document.ts';
import type { Random } from './random.ts';
import { PLACES, THEMES, TONE, type DocumentSeed } from './subjects-of-papers.ts';

const MIX: readonly (readonly [Status, number])[] = [
  ['pending', 12],
  ['under_review', 18],
  ['extended', 8],
  ['overdue', 7],
  ['completed', 15],
];
const EXCEPTIONS = 9;
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

export type ChooseOptions = {
  readonly random: Random;
  readonly cast: Cast;
  readonly now: number;
  readonly today: CalendarDay;
  readonly count: number;
};

/** The documents of the town hall, oldest first. */
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

/** The documents that complete the mix beside those written by hand. */
function othersInMix(random: Random): DocumentSeed[] {
  const others = MIX.flatMap(([status, wanted]) => {
    const present = TONE.filter((seed) => seed.status === status).length;
    return Array.from({ length: wanted - present }, () => ({ ...invent(random), status }));
  });
  const missing = EXCEPTIONS - TONE.filter((seed) => seed.exception === true).length;
  const marked = new Set(random.some(others, missing));
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
