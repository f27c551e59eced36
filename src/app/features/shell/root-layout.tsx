import { KitProvider } from '#ui/frame/provider.tsx';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { markNavigated } from '../../shared/screen/navigated.ts';
import { UpdateBar } from './update-bar.tsx';

/** Around everything: the kit's language and links, and the quiet bar for a new version. */
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
