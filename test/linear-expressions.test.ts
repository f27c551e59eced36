// Every regular expression of client, worker and server takes time in proportion to the text it
// meets. One that takes more lets a request hold the only thread of the server, or a text freeze a
// device. `recheck` decides it from the expression's automaton, so that the test needs no text that
// takes long. Its other method tries texts at random, and would not find the same in every run: an
// expression that the automaton cannot decide is refused and has to be written in another way.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkSync } from 'recheck';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src', 'sw'];
/**
 * Far above what an expression of ordinary size takes; one that is not decided by then counts as
 * refused.
 */
const DECIDED_WITHIN_MS = 60_000;

type SourceExpression = { readonly file: string; readonly pattern: string; readonly flags: string };
type FoundInCode = { readonly literals: readonly SourceExpression[]; readonly made: readonly string[] };

beforeAll(() => {
  // Its other backends are a native program and a Java one; this one runs wherever the tests do.
  process.env['RECHECK_BACKEND'] = 'pure';
});

describe('regular expressions', () => {
  it('all regular expressions of client, worker and server take linear time', { timeout: 240_000 }, async () => {
    const files = await sources();
    const found = await Promise.all(
      files.map(async (file) => expressionsIn(file, await readFile(ROOT + file, 'utf8'))),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(found.flatMap((one) => one.literals).length).toBeGreaterThan(60);
    expect(found.flatMap((one) => one.made)).toEqual([]);
    expect(slowOf(found.flatMap((one) => one.literals))).toEqual([]);
  });

  it.each([
    ['tags left open', 'export const words = (html: string) => html.replace(/<[^>]*>/g, "");'],
    ['spaces before an end that does not come', 'export const cut = (text: string) => text.replace(/\\s+$/, "");'],
    ['two runs that can share their letters', 'export const isHost = (text: string) => /^\\S+\\.\\S+$/.test(text);'],
    ['a repetition of a repetition', 'export const isList = (text: string) => /^(?:a+,?)+$/.test(text);'],
    ['a text looked for ahead', 'export const styled = (tag: string) => /a(?=\\s*=)/.test(tag);'],
    ['a component', 'export const P = ({ t }: { t: string }) => <p title={t.replace(/ +$/, "")} />;'],
  ])('an expression that is not linear or cannot be decided is found: %s', (_what, code) => {
    expect(slowOf(expressionsIn('src/planted.tsx', code).literals)).toHaveLength(1);
  });

  it.each(['new RegExp(text)', 'RegExp(text, "g")', 'new globalThis.RegExp(text)'])(
    'an expression built at run time is refused, because it cannot be checked: %s',
    (made) => {
      expect(expressionsIn('src/planted.ts', `export const of = (text: string) => ${made};`).made).toHaveLength(1);
    },
  );
});

function slowOf(found: readonly SourceExpression[]): string[] {
  const verdicts = new Map<string, string>();
  return found.flatMap(({ file, pattern, flags }) => {
    const expression = `/${pattern}/${flags}`;
    const known = verdicts.get(expression);
    const verdict = known ?? checkSync(pattern, flags, { checker: 'automaton', timeout: DECIDED_WITHIN_MS }).status;
    verdicts.set(expression, verdict);
    return verdict === 'safe' ? [] : [`${file}: ${expression} is ${verdict}`];
  });
}

/** The literals of a file, and the places where an expression is made of a text. */
function expressionsIn(file: string, code: string): FoundInCode {
  const literals: SourceExpression[] = [];
  const made: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
    const { type, regex, callee, start } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string; property?: { name?: string } };
      start?: number;
    };
    if (type === 'Literal' && regex !== undefined) literals.push({ file, ...regex });
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && (callee?.name ?? callee?.property?.name) === 'RegExp') {
      made.push(`${file}: ${code.slice(start).split('\n', 1)[0]}`);
    }
    Object.values(node).forEach(visit);
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} could not be read`);
  visit(program);
  return { literals, made };
}

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    ROOMS.map(async (room) => {
      const names = await readdir(ROOT + room, { recursive: true });
      return names
        .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('.test.'))
        .map((name) => `${room}/${name}`);
    }),
  );
  return found.flat();
}
