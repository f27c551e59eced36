import { KitProvider } from '#ui/frame/provider.tsx';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { markNavigated } from '../../shared/screen/navigated.ts';
import { UpdateBar } from './update-bar.tsx';

/** The outermost layout: the kit's language and links, and the bar that announces a new version. */
export function RootLayout() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) markNavigated();
      }),
    [router],
  );
  return (
    <KitProvider navigate={(href) => router.history.push(href)}>
      <Outlet />
      <UpdateBar />
    </KitProvider>
  );
}
