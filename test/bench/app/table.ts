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
  /** The upper limit of the figure, or of its ratio to the floor. */
  readonly most?: number;
  /**
   * The processor's rate, where `most` is a time: it was set on a machine on which a blank page
   * takes BLANK_MS.
   */
  readonly rate?: Rate;
  readonly ratio?: number;
};

/** Milliseconds of a blank page on the machine on which the limits were set. */
const BLANK_MS: Readonly<Record<Rate, number>> = { 1: 28, 4: 80 };

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
      ...(isPhone && screen === 'list' ? { most: 1500, rate } : {}),
    },
    { what: `its picture, be it behind the splash, CPU/${rate}`, ours: of((at) => at[screen]?.full.pictured) },
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
      ...(rate === 1 ? { most: 50, rate } : {}),
    },
    {
      what: `the same, the server 100 ms away, CPU/${rate}`,
      ours: of((at) => at.rowsFromAway),
      ...(rate === 1 ? { most: 50, rate } : {}),
    },
    { what: `the same, files still being kept, CPU/${rate}`, ours: of((at) => at.syncAtOnce?.firstRows) },
    { what: `first answer to all rows of the home, CPU/${rate}`, ours: of((at) => at.sync?.homeRows) },
    { what: `tasks over 50 ms in the first sync, CPU/${rate} (count)`, ours: of((at) => at.sync?.longTasks) },
    { what: `the longest of them, CPU/${rate}`, ours: of((at) => at.sync?.longest), most: 50, rate },
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

function gestureLines(): Line[] {
  const blank = (read: (at: AtRate) => number) => (round: Round) => read(round.at[PHONE_RATE]);
  const presses = Object.entries(PRESSES) as [keyof typeof PRESSES, string][];
  const typings = Object.entries(TYPINGS) as [keyof typeof TYPINGS, string][];
  return [
    // Browsers do not count inserted text as an interaction.
    ...presses
      .filter(([name]) => name !== 'search' && name !== 'texts')
      .map(([name, what]) => ({
        what: `${what}, next paint, CPU/${PHONE_RATE}`,
        ours: ({ gestures }: Round) => gestures?.[name].next,
        floor: { name: 'blank page', of: blank((at) => at.blank.press.next) },
        most: 100,
        rate: PHONE_RATE,
      })),
    ...presses.map(([name, what]) => ({
      what: `${what}, shown, CPU/${PHONE_RATE}`,
      ours: ({ gestures }: Round) => gestures?.[name].shown,
      floor: { name: 'blank page', of: blank((at) => at.blank.press.shown) },
    })),
    ...typings.map(([name, what]) => ({
      what: `${what}, nine of ten, CPU/${PHONE_RATE}`,
      ours: ({ gestures }: Round) => gestures?.[name],
      floor: { name: 'blank page', of: blank((at) => at.blank.key) },
      most: 50,
      rate: PHONE_RATE,
    })),
  ];
}

/**
 * Milliseconds, unless the line names another unit; figures that were not measured have no line. A
 * ratio is taken in each round. The last column is too: it scales the figure to a machine on which
 * a blank page takes BLANK_MS. It is an indication only, because a blank page also costs a process
 * and disk access.
 */
export function tableOf(rounds: readonly Round[]): string {
  const lines = [...READY, ...RATES.flatMap(startLines), ...RATES.flatMap(syncLines), ...gestureLines()].flatMap(
    (line) => {
      const { what, ours, floor, most, ratio } = line;
      const values = known(rounds.map(ours));
      if (values.length === 0) return [];
      const figure = figuresOf(values);
      const ratios = ratiosTo(floor?.of, { rounds, ours });
      const gate = ratio === undefined ? wanted(figure.median, most) : wanted(ratios?.median, ratio);
      const floors = floor === undefined ? '' : `${inCell(figuresOf(known(rounds.map(floor.of))))} ${floor.name}`;
      return row([
        what,
        inCell(figure),
        floors,
        ratios === undefined ? '' : inCell(ratios),
        gate,
        scaled(line, rounds),
      ]);
    },
  );
  const head = ['ms', 'ours', 'floor', 'ratio', 'wanted', 'by the blank page'];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}

function ratiosTo(
  floor: Line['ours'] | undefined,
  { rounds, ours }: { rounds: readonly Round[]; ours: Line['ours'] },
): Figures | undefined {
  if (floor === undefined) return undefined;
  return figuresOf(rounds.map((round) => (ours(round) ?? Number.NaN) / (floor(round) ?? Number.NaN)));
}

function scaled({ ours, rate }: Line, rounds: readonly Round[]): string {
  if (rate === undefined) return '';
  const blanks = ratiosTo((round) => round.at[rate].blank.start, { rounds, ours });
  if (blanks === undefined) return '';
  return (blanks.median * BLANK_MS[rate]).toFixed(0);
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

function wanted(value: number | undefined, most: number | undefined): string {
  if (value === undefined || most === undefined) return '';
  return `≤ ${most}${value > most ? ', missed' : ''}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** `12.3 (11.0–14.2)` */
function inCell({ median, low, high }: Figures): string {
  const digits = median >= 100 ? 0 : median >= 10 ? 1 : 2;
  const [middle, least, most] = [median, low, high].map((value) => value.toFixed(digits));
  return `${middle} (${least}–${most})`;
}
