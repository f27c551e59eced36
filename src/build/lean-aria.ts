// Build time only. What the components' library does at every start and can do later, or not at all in an application with one
// language (S147). If a new version of the library writes one of these places differently, the build fails, so that this file is
// looked at again.

/** `was`: what is looked for in the module. `is`: what stands in its place, or in that of the whole module. */
type Place = { readonly was: string; readonly is: string; readonly isWhole?: true };

const PLACES: Readonly<Record<string, Place>> = {
  // The library asks whether the browser's language exists, and loads all languages for it. The application names its own language.
  useDefaultLocale: {
    was: 'Intl.DateTimeFormat.supportedLocalesOf(',
    is: `const language = { locale: 'pt-BR', direction: 'ltr' };
export const getDefaultLocale = () => language;
export const useDefaultLocale = () => language;`,
    isWhole: true,
  },
  // The library asks the engine in which direction a language is written. Portuguese is written from left to right.
  utils: { was: 'new Intl.Locale(', is: 'export const isRTL = () => false;', isWhole: true },
  // The library can make ids for a page that a server has drawn, and for engines without `useId`. This page is drawn here alone.
  SSRProvider: {
    was: 'useModernSSRSafeId(defaultId)',
    is: `import { Fragment, useId } from 'react';
export const SSRProvider = Fragment;
export const useIsSSR = () => false;
export const useSSRSafeId = (given) => {
  const id = useId();
  return given || 'react-aria-' + id;
};`,
    isWhole: true,
  },
  // Lists of choices find an entry by its first letters, when somebody types them.
  useCollator: {
    was: 'let formatter = new Intl.Collator(locale, options);',
    is: `let collator;
    let formatter = { compare: (left, right) => (collator ??= new Intl.Collator(locale, options)).compare(left, right) };`,
  },
  // Whether a panel itself is a stop of the Tab key is asked of the layout. After the paint it is there; in the middle of a drawing it
  // would be made for this question alone.
  useHasTabbableChild: {
    was: 'let update = ()=>{',
    is: `let due = false;
            let update = () => {
                if (due) return;
                due = true;
                requestAnimationFrame(() => setTimeout(() => {
                    due = false;
                    look();
                }));
            };
            let look = () => {`,
  },
};

/** The library's modules that are written anew. */
export const ARIA_MODULE =
  /[/\\]react-aria[/\\]dist[/\\]private[/\\](?:i18n[/\\](useDefaultLocale|utils|useCollator)|focus[/\\](useHasTabbableChild)|ssr[/\\](SSRProvider))\.mjs$/;

/** Returns the module without what can wait. `id`: its path. Throws when what it replaces is not in it. */
export function leanAria(code: string, id: string): string {
  const [name] = ARIA_MODULE.exec(id)?.slice(1).filter(Boolean) ?? [];
  const place = PLACES[name ?? ''];
  if (place === undefined || !code.includes(place.was)) {
    throw new Error(`the components' library writes ${id} differently: look at lean-aria.ts`);
  }
  return place.isWhole === true ? place.is : code.replace(place.was, () => place.is);
}
