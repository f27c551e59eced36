// The events of the log are a closed list, and the page for operators says of each what it means.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createLog } from '#server/reporting/log.ts';
import { OPERATION_EVENTS, SECURITY_EVENTS } from '#server/reporting/log-events.ts';

const SERVER = fileURLToPath(new URL('../src/server', import.meta.url));
const KNOWN: ReadonlySet<string> = new Set([...OPERATION_EVENTS, ...SECURITY_EVENTS]);
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('log-events.ts'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }));

/** Calls of a log, each with what follows it. */
const CALL = /\blog\??\.(?:info|warn|error|debug|fatal|trace)\(\s*(\{[^}]{0,80}|[^{][^,)]{0,40})/g;
const EVENT = /\bevent: '(\w+)'/g;

/** Calls whose first argument does not begin with its event. */
const withoutEvent = (text: string): string[] =>
  [...text.matchAll(CALL)].map(([, first = '']) => first).filter((first) => !/^\{\s*event[:,\s]/.test(first));

describe('a line of the log', () => {
  it('names an event first, wherever it is written', () => {
    expect(sources.flatMap(({ path, text }) => withoutEvent(text).map((first) => `${path}: ${first}`))).toEqual([]);
    expect(withoutEvent("log.warn({ err: error }, 'x'); log.info('x'); log.error(facts, 'x')")).toHaveLength(3);
    expect(withoutEvent("log.warn({ event: 'library', err: error }, 'x')")).toEqual([]);
  });

  it('names none that is not on the list, and the list has none that is not named', () => {
    const named = sources.flatMap(({ text }) => [...text.matchAll(EVENT)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !KNOWN.has(name))).toEqual([]);
    const all = sources.map(({ text }) => text).join('\n');
    expect([...KNOWN].filter((name) => !all.includes(`'${name}'`))).toEqual([]);
    expect(KNOWN.size).toBe(OPERATION_EVENTS.length + SECURITY_EVENTS.length);
  });

  it('that a library writes is named as such', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info('Server listening');
    log.info({ event: 'starting' }, 'starting');
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['library', 'starting']);
  });
});

it('the page for operators has a row for each event, in the same order', () => {
  const page = readFileSync(join(SERVER, 'operating.md'), 'utf8');
  const table = page.slice(page.indexOf('## Messages and what to do'));
  const rows = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (.+) \|$/gm)];
  expect(rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name))).toEqual([
    ...OPERATION_EVENTS,
    ...SECURITY_EVENTS,
  ]);
  for (const [, , what = ''] of rows) expect(what.length).toBeGreaterThan(20);
});
