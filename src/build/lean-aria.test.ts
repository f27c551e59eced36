import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ARIA_MODULE, leanAria } from './lean-aria.ts';

const LIBRARY = join(dirname(createRequire(import.meta.url).resolve('react-aria/package.json')), 'dist', 'private');
const pathOf = (module: string) => join(LIBRARY, `${module}.mjs`);
const codeOf = (module: string) => readFileSync(pathOf(module), 'utf8');
const leanOf = (module: string) => leanAria(codeOf(module), pathOf(module));

/** A function of the module as it is built, with what it finds around it. */
async function built<Value>(
  module: string,
  { returned, around }: { returned: RegExp; around: Record<string, unknown> },
): Promise<Value> {
  const code = leanOf(module)
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export .*$/gm, '');
  const name = returned.exec(codeOf(module))?.[1];
  const source = `export const make = (${Object.keys(around).join()}) => {\n${code}\nreturn ${name};\n};`;
  const { make } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    make: (...found: unknown[]) => Value;
  };
  return make(...Object.values(around));
}

it.each(['i18n/useDefaultLocale', 'i18n/utils', 'i18n/useCollator', 'focus/useHasTabbableChild', 'ssr/SSRProvider'])(
  'the module %s is the library’s, without what can wait',
  (module) => {
    expect(pathOf(module)).toMatch(ARIA_MODULE);
    expect(leanOf(module)).not.toBe(codeOf(module));
  },
);

it('the language is the application’s own, written as the library says, and the engine is asked for none', async () => {
  const moduleOf = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { isRTL } = await moduleOf(codeOf('i18n/utils'));
  const { isRTL: isLeanRTL } = await moduleOf(leanOf('i18n/utils'));
  const { getDefaultLocale, useDefaultLocale } = await moduleOf(leanOf('i18n/useDefaultLocale'));
  expect(isLeanRTL('pt-BR')).toBe(isRTL('pt-BR'));
  expect(getDefaultLocale()).toEqual({ locale: 'pt-BR', direction: isRTL('pt-BR') ? 'rtl' : 'ltr' });
  expect(useDefaultLocale()).toBe(getDefaultLocale());
  expect(leanOf('i18n/useDefaultLocale') + leanOf('i18n/utils')).not.toContain('Intl');
});

it('a collator is made at the first comparison, once', async () => {
  let made = 0;
  class Counted extends Intl.Collator {
    constructor(...options: ConstructorParameters<typeof Intl.Collator>) {
      super(...options);
      made += 1;
    }
  }
  const useCollator = await built<(options: Intl.CollatorOptions) => Intl.Collator>('i18n/useCollator', {
    returned: /export \{(\S+) as useCollator\}/,
    around: {
      Intl: { Collator: Counted },
      [/import \{useLocale as (\S+)\}/.exec(codeOf('i18n/useCollator'))?.[1] ?? '']: () => ({ locale: 'pt-BR' }),
    },
  });
  const collator = useCollator({ usage: 'search', sensitivity: 'base' });
  expect(useCollator({ usage: 'search', sensitivity: 'base' })).toBe(collator);
  expect(made).toBe(0);
  expect(collator.compare('São', 'sao')).toBe(0);
  expect(collator.compare('a', 'b')).toBeLessThan(0);
  expect(made).toBe(1);
});

it('a panel is looked at after the paint, once for all that has changed', async () => {
  const frames: (() => void)[] = [];
  const looked: boolean[] = [];
  const changed: (() => void)[] = [];
  const nameOf = (pattern: RegExp) => pattern.exec(codeOf('focus/useHasTabbableChild'))?.[1] ?? '';
  const useHasTabbableChild = await built<(ref: { current: object | null }) => boolean>('focus/useHasTabbableChild', {
    returned: /export \{(\S+) as useHasTabbableChild\}/,
    around: {
      [nameOf(/import \{getFocusableTreeWalker as (\S+)\}/)]: () => ({ nextNode: () => ({}) }),
      [nameOf(/import \{useLayoutEffect as (\S+)\}/)]: (effect: () => void) => effect(),
      [nameOf(/import \{useState as (\S+)\}/)]: () => [false, (has: boolean) => looked.push(has)],
      MutationObserver: class {
        constructor(on: () => void) {
          changed.push(on);
        }
        observe(): void {}
      },
      requestAnimationFrame: (frame: () => void) => frames.push(frame),
      setTimeout: (task: () => void) => task(),
    },
  });
  const panel = { current: {} as object | null };
  useHasTabbableChild(panel);
  for (const on of [...changed, ...changed]) on();
  expect([frames.length, looked]).toEqual([1, []]);
  frames[0]?.();
  expect(looked).toEqual([true]);
  for (const on of changed) on();
  panel.current = null;
  frames[1]?.();
  expect(looked).toEqual([true]);
});

it('a version of the library that writes one of these places differently is not built', () => {
  expect(() => leanAria('export const other = 1;', pathOf('i18n/utils'))).toThrow('look at lean-aria.ts');
});

it.each(['i18n/useDefaultLocale', 'i18n/utils', 'ssr/SSRProvider'])(
  'a whole module %s has all that the library’s has',
  (module) => {
    const [, exported = ''] = /^export \{(.*)\};$/m.exec(codeOf(module)) ?? [];
    const names = [...exported.matchAll(/ as (\w+)/g)].map(([, name]) => name);
    expect(names).not.toEqual([]);
    for (const name of names) expect(leanOf(module)).toContain(`export const ${name} =`);
  },
);
