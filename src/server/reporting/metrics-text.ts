// The text form of Prometheus: what a metric means, its kind, and a line per combination of labels.

export type Sample = { readonly labels?: Readonly<Record<string, string | number>>; readonly value: number };

export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
};

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, kind, samples }) => {
      const lines = samples.map(({ labels = {}, value }) => `${name}${labelsOf(labels)} ${value}`);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
    })
    .join('');
}

function labelsOf(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
