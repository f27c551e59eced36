// The figures as Markdown tables: medians with their spread over the rounds, each beside its floor
// of the same round.

import { type Figures, figuresOf, percentile } from '../figures.ts';
import type { DownloadSize } from './bytes.ts';
import { PRESSES, TYPINGS } from './gestures.ts';
import { type AtRate, PHONE_RATE, type Rate, RATES, type Round } from './round.ts';

type Line = {
  readonly what: string;
  readonly ours: (round: Round) => number | undefined;
  readonly floor?: { readonly name: string; readonly of: (round: Round) => number | undefined };
  /** The upper limit of the figure, and of its ratio to the floor. */
  readonly most?: number;
  readonly ratio?: number;
  /**
   * The figure is also told in starts of a blank page of the same round at this rate of the
   * processor, with the upper limit, if there is one.
   */
  readonly blanks?: { readonly rate: Rate; readonly most?: number };
};

const READY: readonly Line[] = [
  { what: 'files kept for a start without network, beside the server', ours: ({ ready }) => ready?.beside },
  { what: 'the same, 300 ms to the server and back', ours: ({ ready }) => ready?.street },
];

const SCREENS = ['list', 'home'] as const;

function startLines(rate: Rate): Line[] {
  const of = (read: (at: AtRate) => number | undefined) => (round: Round) => read(round.at[rate]);
  const isPhone = rate === PHONE_RATE;
  return SCREENS.flatMap((screen) => [
    {
      what: `cold start to a readable ${screen}, CPU/${rate}`,
      ours: of((at) => at[screen]?.full.readable),
      floor: { name: 'blank page', of: of((at) => at.blank.start) },
      // One second after the splash, which closes at 1000 ms.
      ...(isPhone && screen === 'list' ? { most: 2000 } : {}),
    },
    {
      what: `the ${screen} itself, which answers, be it behind the splash, CPU/${rate}`,
      ours: of((at) => at[screen]?.full.drawn),
      floor: { name: 'empty mirror', of: of((at) => at[screen]?.empty.drawn) },
      ...(isPhone ? { ratio: 1.6 } : {}),
    },
  ]);
}

function syncLines(rate: Rate): Line[] {
  const of = (read: (at: AtRate) => number | undefined) => (round: Round) => read(round.at[rate]);
  return [
    {
      what: `first sync, from the login's answer, CPU/${rate}`,
      ours: of((at) => at.sync?.everything),
      floor: { name: 'no store', of: of((at) => at.sync?.withoutStore) },
    },
    {
      what: `first answer to first rows, CPU/${rate}`,
      ours: of((at) => at.sync?.firstRows),
      ...(rate === 1 ? { blanks: { rate, most: 2 } } : {}),
    },
    {
      what: `the same, the server 100 ms away, CPU/${rate}`,
      ours: of((at) => at.rowsFromAway),
      ...(rate === 1 ? { blanks: { rate, most: 2 } } : {}),
    },
    { what: `the same, files still being kept, CPU/${rate}`, ours: of((at) => at.syncAtOnce?.firstRows) },
    { what: `first answer to all rows of the home, CPU/${rate}`, ours: of((at) => at.sync?.homeRows) },
    { what: `tasks over 50 ms in the first sync, CPU/${rate} (count)`, ours: of((at) => at.sync?.longTasks) },
    {
      what: `the longest of them, CPU/${rate}`,
      ours: of((at) => at.sync?.longest),
      ...(rate === PHONE_RATE ? { blanks: { rate, most: 1 } } : {}),
    },
    { what: `somebody else's document in the open list, CPU/${rate}`, ours: of((at) => at.arrival), most: 2000 },
    {
      what: `100 changed documents at 1 Mbit/s and 300 ms, CPU/${rate}`,
      ours: of((at) => at.caughtUp?.ms),
      most: 1000,
    },
    {
      what: `their answer in bytes, CPU/${rate}`,
      ours: of((at) => at.caughtUp?.bytes),
      most: 30_000,
    },
  ];
}

/** What searches or filters, in starts of a blank page. */
const SHOWN_AFTER: Readonly<Partial<Record<keyof typeof PRESSES, { readonly most: number }>>> = {
  deadline: { most: 15 },
  search: { most: 15 },
};

function gestureLines(): Line[] {
  const blank = (read: (at: AtRate) => number) => (round: Round) => read(round.at[PHONE_RATE]);
  const presses = Object.entries(PRESSES) as [keyof typeof PRESSES, string][];
  const typings = Object.entries(TYPINGS) as [keyof typeof TYPINGS, string][];
  return [
    // Browsers do not count inserted text as an interaction.
    ...presses
      .filter(([name]) => name !== 'search' && name !== 'texts')
      .map(([name, what]): Line => ({
        what: `${what}, next paint, CPU/${PHONE_RATE}`,
        ours: ({ gestures }: Round) => gestures?.[name].next,
        floor: { name: 'blank page', of: blank((at) => at.blank.press.next) },
        blanks: { rate: PHONE_RATE, most: 1 },
      })),
    ...presses.map(([name, what]): Line => ({
      what: `${what}, shown, CPU/${PHONE_RATE}`,
      ours: ({ gestures }: Round) => gestures?.[name].shown,
      floor: { name: 'blank page', of: blank((at) => at.blank.press.shown) },
      blanks: { rate: PHONE_RATE, ...SHOWN_AFTER[name] },
    })),
    ...typings.map(([name, what]): Line => ({
      what: `${what}, nine of ten, CPU/${PHONE_RATE}`,
      ours: ({ gestures }: Round) => gestures?.[name],
      floor: { name: 'blank page', of: blank((at) => at.blank.key) },
      blanks: { rate: PHONE_RATE, most: 0.4 },
    })),
  ];
}

/**
 * Milliseconds, unless the line names another unit; figures that were not measured have no line.
 * Ratios are taken in each round. `B` is the start of a blank page under the same throttle.
 */
export function tableOf(rounds: readonly Round[]): string {
  const lines = [...READY, ...RATES.flatMap(startLines), ...RATES.flatMap(syncLines), ...gestureLines()].flatMap(
    ({ what, ours, floor, most, ratio, blanks }) => {
      const values = known(rounds.map(ours));
      if (values.length === 0) return [];
      const figure = figuresOf(values);
      const ratios = ratiosTo(floor?.of, { rounds, ours });
      const inBlanks = ratiosTo(blanks && ((round) => round.at[blanks.rate].blank.start), { rounds, ours });
      const gates = [
        wanted(figure.median, most),
        wanted(ratios?.median, ratio, ' × floor'),
        wanted(inBlanks?.median, blanks?.most, ' B'),
      ];
      return row([
        what,
        inCell(figure),
        floor === undefined ? '' : `${inCell(figuresOf(known(rounds.map(floor.of))))} ${floor.name}`,
        ratios === undefined ? '' : inCell(ratios),
        inBlanks === undefined ? '' : inCell(inBlanks),
        gates.filter((gate) => gate !== '').join('; '),
      ]);
    },
  );
  const head = ['ms', 'ours', 'floor', 'ratio', 'in B', 'wanted'];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

function ratiosTo(
  floor: Line['ours'] | undefined,
  { rounds, ours }: { rounds: readonly Round[]; ours: Line['ours'] },
): Figures | undefined {
  if (floor === undefined) return undefined;
  return figuresOf(rounds.map((round) => (ours(round) ?? Number.NaN) / (floor(round) ?? Number.NaN)));
}

/**
 * Every sample of the gestures: a median hides a press that takes ten times as long now and then.
 */
export function samplesTable(rounds: readonly Round[]): string {
  const presses = Object.entries(PRESSES) as [keyof typeof PRESSES, string][];
  const typings = Object.entries(TYPINGS) as [keyof typeof TYPINGS, string][];
  const samples: readonly (readonly [what: string, values: readonly number[]])[] = [
    ...presses.map(
      ([name, what]) => [`${what}, shown`, known(rounds.map(({ gestures }) => gestures?.[name].shown))] as const,
    ),
    ...typings.map(([name, what]) => [what, known(rounds.map(({ gestures }) => gestures?.[name]))] as const),
    [`${PRESSES.deadline}, again and again`, rounds.flatMap(({ gestures }) => gestures?.again ?? [])],
    ['the same while details come', rounds.flatMap(({ whileFetching }) => whileFetching ?? [])],
  ];
  const lines = samples.flatMap(([what, values]) => {
    if (values.length === 0) return [];
    const { low, median, high } = figuresOf(values);
    const late = percentile(values, 0.95);
    const figures = [low, median, late, high].map((value) => value.toFixed(0));
    return [row([what, String(values.length), ...figures, wanted(late / median, 2)])];
  });
  if (lines.length === 0) return '';
  const head = [`ms, CPU/${PHONE_RATE}`, 'samples', 'least', 'median', 'p95', 'most', 'p95 by the median'];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

const known = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);

/** Loaded code in KB of gzip, with its limit. */
export function loadedTable(loads: readonly { what: string; load: DownloadSize; most: number }[]): string {
  const lines = loads.map(({ what, load, most }) =>
    row([what, load.size.toFixed(1), String(load.scripts), wanted(load.size, most)]),
  );
  return [row(['loaded', 'KB gzip', 'scripts', 'wanted']), row(['---', '---', '---', '---']), ...lines].join('\n');
}

function wanted(value: number | undefined, most: number | undefined, unit = ''): string {
  if (value === undefined || most === undefined) return '';
  return `≤ ${most}${unit}${value > most ? ', missed' : ''}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** `12.3 (11.0–14.2)` */
function inCell({ median, low, high }: Figures): string {
  const digits = median >= 100 ? 0 : median >= 10 ? 1 : 2;
  const [middle, least, most] = [median, low, high].map((value) => value.toFixed(digits));
  return `${middle} (${least}–${most})`;
}
