import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { LiveRegions } from '../base/live-region.tsx';
import { ToastRegion } from '../feedback/toast.tsx';

/**
 * Stands around the whole application, once. Gives the kit its language (the string bundle holds pt-BR only, so
 * without this it fails in browsers of other languages), the router's navigation for links, messages and live regions.
 * `navigate` gets the href of an own page; other addresses are left to the browser.
 */
export function KitProvider({ navigate, children }: { navigate?: (href: string) => void; children: ReactNode }) {
  const content = (
    <>
      {children}
      <ToastRegion />
      <LiveRegions />
    </>
  );
  return (
    <I18nProvider locale="pt-BR">
      {navigate ? <RouterProvider navigate={navigate}>{content}</RouterProvider> : content}
    </I18nProvider>
  );
}
