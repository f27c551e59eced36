import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./themes.css', import.meta.url), 'utf8');

/** Reads the hex roles of the block that follows a marker comment such as `theme: light`. */
function rolesAfter(marker: string): Record<string, string> {
  const start = css.indexOf(`/* ${marker} */`);
  if (start < 0) throw new Error(`themes.css has no block "${marker}"`);
  const end = css.indexOf('}', start);
  const found = css.slice(start, end).matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b/g);
  return Object.fromEntries([...found].map(([, name, hex]) => [name, hex]));
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio of two hex colours, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const statuses = ['sent', 'pending', 'under-review', 'extended', 'overdue', 'completed', 'exception', 'local'];
const grounds = ['canvas', 'surface', 'sunken', 'raised'];

const textPairs: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) =>
    [...grounds, 'primary-soft', 'lapis-soft'].map((ground): [string, string] => [ink, ground]),
  ),
  ...['primary', 'danger', 'warn', 'ok', 'lapis'].flatMap((ink) =>
    ['canvas', 'surface', 'raised'].map((ground): [string, string] => [ink, ground]),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'primary-press'],
  ['primary', 'primary-soft'],
  ['primary', 'lapis-soft'],
  ['lapis', 'lapis-soft'],
  ['on-danger', 'danger-solid'],
  ['on-danger', 'danger-hover'],
  ['danger', 'danger-soft'],
  ['warn', 'warn-soft'],
  ['ink', 'warn-soft'],
  ['ink-2', 'warn-soft'],
  ['ok', 'ok-soft'],
  ['nav-ink', 'nav'],
  ['nav-ink', 'nav-active'],
  ['nav-muted', 'nav'],
  ['on-toast', 'toast'],
  ['on-toast-2', 'toast'],
  ['toast-action', 'toast'],
  ...statuses.flatMap((status): [string, string][] => [
    [`${status}-fg`, `${status}-soft`],
    [`${status}-fg`, 'surface'],
    [`${status}-fg`, 'canvas'],
  ]),
  ...[1, 2, 3, 4].map((tint): [string, string] => [`on-avatar-${tint}`, `avatar-${tint}`]),
];

const linePairs: [string, string][] = [
  ...['line-strong', 'focus', 'lapis-line', 'thread', 'primary', 'danger-line', 'warn-line'].flatMap((line) =>
    grounds.map((ground): [string, string] => [line, ground]),
  ),
  ...statuses.flatMap((status) =>
    ['canvas', 'surface', 'raised'].map((ground): [string, string] => [`${status}-spine`, ground]),
  ),
  ['focus-inv', 'nav'],
  ['nav-bar', 'nav-active'],
  ['lapis-line', 'lapis-soft'],
];

describe.each(['theme: light', 'theme: dark, by choice'])('%s', (theme) => {
  const roles = rolesAfter(theme);
  const ratio = (front: string, back: string) => {
    const [a, b] = [roles[front], roles[back]];
    if (!a || !b) throw new Error(`no such role: ${front} or ${back}`);
    return contrast(a, b);
  };

  it.each(textPairs)('%s is readable on %s', (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(linePairs)('%s has enough contrast on %s', (line, ground) => {
    expect(ratio(line, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('the two dark blocks of themes.css are equal', () => {
  expect(rolesAfter('theme: dark, by system')).toEqual(rolesAfter('theme: dark, by choice'));
});

it('the dark theme redefines every colour of the light one', () => {
  expect(Object.keys(rolesAfter('theme: dark, by choice')).toSorted()).toEqual(
    Object.keys(rolesAfter('theme: light')).toSorted(),
  );
});

it.each(['by system', 'by choice'])('the dark theme %s is not printed', (which) => {
  const after = css.slice(css.indexOf(`/* theme: dark, ${which} */`)).split('\n')[1];
  expect(after).toMatch(/^@media screen\b/);
});
