// The figures of a run as a Markdown table, as test/bench/RESULTS.md keeps them.

import { figuresOf } from '../figures.ts';
import type { Turn } from './turns.ts';

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

/** `0.41 (0.38–0.44)`: the median with its spread. */
export function spread(values: readonly number[], digits = 2): string {
  const { high, low, median } = figuresOf(values);
  return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

export const rates = (turns: readonly Turn[]): number[] => turns.map((turn) => turn.perSecond);

/** `1.10 + 1.94`: milliseconds of processor per request, in the process and in PostgreSQL. */
export function costOf(turns: readonly Turn[]): string {
  const node = figuresOf(turns.map((turn) => turn.nodeMs)).median;
  const postgres = figuresOf(turns.map((turn) => turn.postgresMs)).median;
  return `${node.toFixed(2)} + ${postgres.toFixed(2)}`;
}

/** The ratios of two contenders' rates, round by round. */
export function ratiosOf(turns: readonly Turn[], floor: readonly Turn[]): number[] {
  return turns.map((turn, round) => turn.perSecond / (floor[round]?.perSecond ?? Number.NaN));
}
