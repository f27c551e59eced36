// No file depends on itself, through imports, imports of types or `import()`. The linter's
// `import/no-cycle` does not follow `import()`, but a circle through it is still one thing in
// several files.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { ROOT } from './schedule.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

it('no file depends on itself', () => {
  const graph = graphOf(sources(), (file) => readFileSync(ROOT + file, 'utf8'));
  expect([...graph.values()].flat().length).toBeGreaterThan(3000);
  expect(circlesIn(graph)).toEqual([]);
});

it.each([
  ['imports', "import { b } from './b.ts';", "export { a } from './a.ts';"],
  ['an import of a type', "import { b } from './b.ts';", "import { type A } from './a.ts';"],
  ['a part loaded later', "const b = () => import('./b.ts');", "import { a } from '#ui/a.ts';"],
  ['two parts loaded later', "const b = () => import('./b.ts');", "const a = () => import('./a.ts');"],
  ['a type named by its file', "type B = import('./b.ts').B;", "import { a } from './a.ts';"],
])('a circle is found: %s', (_how, a, b) => {
  const files: Record<string, string> = { 'src/ui/a.ts': a, 'src/ui/b.ts': b, 'src/ui/c.ts': "import './a.ts';" };
  expect(circlesIn(graphOf(Object.keys(files), (file) => files[file] ?? ''))).toEqual(['src/ui/a.ts, src/ui/b.ts']);
});

function sources(): string[] {
  return ['src', 'sw'].flatMap((room) =>
    readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.(?:test|gen|d)\.tsx?$/.test(name))
      .map((name) => `${room}/${name}`),
  );
}

function graphOf(files: readonly string[], read: (file: string) => string): Graph {
  const known = new Set(files);
  return new Map(
    files.map((file) => [
      file,
      specifiersOf(file, read(file))
        .map((specifier) => targetOf(specifier, file))
        .filter((target) => known.has(target)),
    ]),
  );
}

/** Path from the root of what a specifier names; a package keeps its name. */
function targetOf(specifier: string, from: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : specifier;
}

/** What a file imports, exports from elsewhere, loads with `import()` or names in a type. */
function specifiersOf(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} could not be read`);
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
    const { source } = node as { source?: { value?: unknown } | null };
    if (typeof source?.value === 'string') found.push(source.value);
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

/**
 * The strongly connected parts of a graph that have two files or more (Tarjan), each as one line.
 */
function circlesIn(graph: Graph): string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[] = [];
  const enter = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) enter(target);
      const reached = open.includes(target) ? (lowest.get(target) ?? 0) : Infinity;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, reached));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const part = open.splice(open.indexOf(file));
    if (part.length > 1) circles.push(part.toSorted().join(', '));
  };
  for (const file of graph.keys()) if (!order.has(file)) enter(file);
  return circles.toSorted();
}
