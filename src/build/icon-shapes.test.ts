import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ICON_MODULE, iconShapes } from './icon-shapes.ts';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
type Icon = { readonly name?: string; readonly node: readonly Shape[] };

const ICONS = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '..', 'esm', 'icons');
const codeOf = (icon: string) => readFileSync(join(ICONS, `${icon}.mjs`), 'utf8');

/** The drawing that such a module hands on, without the component that is made of it. */
async function drawing(code: string): Promise<Icon> {
  const data = /^const __iconData = \{\n(?: .*\n)*\};$/m.exec(code)?.[0] ?? '';
  const module = `${data} export { __iconData as icon };`;
  const { icon } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as { icon: Icon };
  return icon;
}

const withoutKey = (attributes: Shape[1]) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'key'));

it('iconShapes leaves every shape as it is, without its key', async () => {
  for (const icon of ['bell', 'eye-off', 'layout-grid', 'triangle-exclamation-point']) {
    const before = await drawing(codeOf(icon));
    expect(before.name).toBe(icon);
    expect(before.node.every(([, attributes]) => attributes['key'] !== undefined)).toBe(true);
    const node = before.node.map(([tag, attributes]) => [tag, withoutKey(attributes)]);
    expect(await drawing(iconShapes(codeOf(icon)))).toEqual({ size: 24, node });
  }
});

it('iconShapes knows every module of the library, and leaves those of another name as they are', () => {
  const modules = readdirSync(ICONS).filter((file) => file.endsWith('.mjs'));
  expect(modules.length).toBeGreaterThan(2000);
  for (const file of modules) {
    expect(join(ICONS, file)).toMatch(ICON_MODULE);
    expect(iconShapes(codeOf(file.slice(0, -'.mjs'.length)))).toContain('default');
  }
  expect(iconShapes(codeOf('activity-square'))).toBe(codeOf('activity-square'));
});

it('iconShapes throws for a module that it does not know', () => {
  expect(() => iconShapes(codeOf('bell').replaceAll('key', 'id'))).toThrow('icon-shapes');
  expect(() => iconShapes(codeOf('bell').replaceAll('name: "bell"', "name: 'bell'"))).toThrow('icon-shapes');
});
