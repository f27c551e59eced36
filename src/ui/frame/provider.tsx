import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Tips } from '../actions/tips.tsx';
import { LiveRegions } from '../base/live-region.tsx';
import { ToastRegion } from '../feedback/toast.tsx';

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
