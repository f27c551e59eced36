import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Tips } from '../actions/tips.tsx';
import { LiveRegions } from '../base/visually-hidden.tsx';
import { ToastRegion } from '../feedback/toast.tsx';
import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition';

/**
 * Wraps the whole application, once. It gives the kit's components their language, the router's
 * navigation for links, messages, tooltips and live regions. The string bundle holds pt-BR only:
 * without the language, the kit crashes in development in browsers of other languages. `navigate`
 * is called with the href of an own page; the browser follows all other addresses.
 */
export function KitProvider({ navigate, children }: { navigate?: (href: string) => void; children: ReactNode }) {
  const content = (
    <>
      {children}
      <ToastRegion />
      <Tips />
      <LiveRegions />
    </>
  );
  return (
    <I18nProvider locale="pt-BR">
      {navigate ? <RouterProvider navigate={navigate}>{content}</RouterProvider> : content}
    </I18nProvider>
  );
}

const nothing = () => undefined;

/**
 * Makes react-aria release elements that were removed while their transition ran. The library keeps
 * the element of each transition until its end. When several are cancelled at once, it notices one
 * end only. An element that it keeps holds a whole closed screen in memory, until something asks
 * the library for the end of transitions, as this function does. Call it when a screen has closed.
 */
export function forgetEndedTransitions(): void {
  runAfterTransition(nothing);
}
