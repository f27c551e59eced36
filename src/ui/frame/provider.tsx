import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Tips } from '../actions/tips.tsx';
import { LiveRegions } from '../base/visually-hidden.tsx';
import { ToastRegion } from '../feedback/toast.tsx';
import { runAfterTransition } from 'react-aria/private/utils/runAfterTransition';

/**
 * Wraps the whole application, once. It gives the kit its language (the string bundle holds pt-BR
 * only, so without this the kit crashes, in development, in browsers of other languages), the
 * router's navigation for links, messages, tooltips and live regions. `navigate` is called with the
 * href of an own page; the browser follows all other addresses.
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
 * Makes the kit release elements that were removed while their transition ran. It keeps the element
 * of each transition until its end, and misses all ends but one when several are cancelled at once;
 * such an element keeps a whole closed screen in memory until the next query for the end of
 * transitions. Call it when a screen has closed.
 */
export function forgetEndedTransitions(): void {
  runAfterTransition(nothing);
}
