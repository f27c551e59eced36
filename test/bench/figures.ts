// Figures from repeated measurements: medians with their spread, because machines are noisy.

export type Figures = { readonly median: number; readonly low: number; readonly high: number; readonly count: number };

export function figuresOf(values: readonly number[]): Figures {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.ceil((sorted.length - 1) / 2)];
  const low = sorted[0];
  const high = sorted.at(-1);
  if (middle === undefined || upper === undefined || low === undefined || high === undefined) {
    throw new Error('no measurements');
  }
  return { median: (middle + upper) / 2, low, high, count: sorted.length };
}

/** Value at a share of the sorted measurements, 0…1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('no measurements');
  return found;
}

const digits = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** `12.3 ms (11.0–14.2, n=5)` */
export function inWords({ median, low, high, count }: Figures, unit: string): string {
  const round = (value: number) => value.toFixed(digits(median));
  return `${round(median)} ${unit} (${round(low)}–${round(high)}, n=${count})`;
}

export function printLine(label: string, text: string): void {
  process.stdout.write(`${label.padEnd(58)} ${text}\n`);
}

export function printTitle(title: string): void {
  process.stdout.write(`\n${title}\n${'─'.repeat(title.length)}\n`);
}
