// The figures as a Markdown table: ours, the floor that each is held to, and the ratio of the same
// round.

import { type Figures, figuresOf } from '../figures.ts';
import { METRICS, type Metric, type Round, type StoreName } from './measure.ts';

type Floor = Exclude<StoreName, 'ours'>;
const FLOORS_OF: Readonly<Record<Metric, readonly Floor[]>> = {
  'first sync': ['f2'],
  'delta of 500': ['f2', 'fp'],
  'warm start': ['f2'],
  'warm start at CPU/4': ['f2'],
  'filter + count + 10 rows': ['fa'],
  counters: ['f2'],
  'search + 20 rows': ['fa'],
  'reactive update': ['f2', 'fp'],
  'the same, the first 9 in a page': ['f2', 'fp'],
  'disk MB': ['f2'],
  'heap MB': ['f2'],
};

/**
 * Medians with their spread over the rounds. Each ratio is taken within a round; the table shows
 * their median.
 */
export function tableOf(rounds: readonly Round[]): string {
  const lines = METRICS.map((metric) => {
    const ratioTo = (floor: Floor) =>
      rounds.map((round) => (round.ours[metric] ?? Number.NaN) / (round[floor][metric] ?? Number.NaN));
    const ratios = FLOORS_OF[metric].map((floor) => `${cellOf(ratioTo(floor))} ${floor}`);
    const cells = (['ours', 'n0', 'f2', 'fp', 'fa'] as const).map((name) =>
      cellOf(rounds.map((round) => round[name][metric])),
    );
    return `| ${metric} | ${cells.join(' | ')} | ${ratios.join(', ')} |`;
  });
  const head = '| ms, or MB | ours | n0 | f2 | fp | fa | ratio to |\n| --- | --- | --- | --- | --- | --- | --- |';
  return [head, ...lines].join('\n');
}

function cellOf(values: readonly (number | undefined)[]): string {
  const known = values.filter((value): value is number => value !== undefined && !Number.isNaN(value));
  return known.length === 0 ? '–' : inCell(figuresOf(known));
}

/** `12.3 (11.0–14.2)` */
function inCell({ median, low, high }: Figures): string {
  const digits = median >= 100 ? 0 : median >= 10 ? 1 : median >= 0.1 ? 2 : 3;
  const [middle, least, most] = [median, low, high].map((value) => value.toFixed(digits));
  return `${middle} (${least}–${most})`;
}
