import { lazyPart } from '#ui/base/lazy-part.tsx';
import { KitProvider, forgetEndedTransitions } from '#ui/frame/provider.tsx';
import { Outlet, useRouteContext, useRouter } from '@tanstack/react-router';
import { memo, useEffect } from 'react';
import { leaving } from '../../../leaving/leaving.ts';
import { markNavigated } from '../../../shared/screen/navigated.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { refuseDrops } from '../../../device/refuse-drops.ts';
import { watchDeviceFacts } from '../../../device/use-device-facts.ts';
import { UpdateBar } from './update-bar.tsx';
import { emptied } from '../../../device/emptied.ts';
import { sharedDevice } from '../../../device/shared-device.ts';

const IdleGuard = lazyPart(async () => (await import('../session/idle-watch.tsx')).IdleGuard);
const LeavingCover = lazyPart(async () => (await import('../../../leaving/leaving-cover.tsx')).LeavingCover, {
  isHelper: true,
});
const LeaveWatch = lazyPart(async () => (await import('../../../leaving/leave-watch.tsx')).LeaveWatch, {
  isHelper: true,
});
const EmptiedWatch = lazyPart(async () => (await import('../session/emptied-watch.tsx')).EmptiedWatch, {
  isHelper: true,
});

/**
 * The outermost layout: the provider of the components, the covers, and the bar that offers a new
 * version. `memo`, so that a change of address does not draw it again.
 */
export const RootLayout = memo(function RootLayout() {
  const router = useRouter();
  const isShared = useWatched(sharedDevice) !== null;
  const profiles = useRouteContext({ from: '__root__', select: (context) => context.profiles });
  const isSomebodyHere = useWatched(profiles) !== null;
  const hasEmptied = useWatched(emptied) !== null;
  const isLeaving = useWatched(leaving).kind !== 'none';
  useEffect(watchDeviceFacts, []);
  useEffect(refuseDrops, []);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) markNavigated();
      }),
    [router],
  );
  useEffect(() => router.subscribe('onRendered', forgetEndedTransitions), [router]);
  return (
    <KitProvider navigate={(href) => router.history.push(href)}>
      <Outlet />
      {isSomebodyHere ? <LeaveWatch /> : null}
      {isSomebodyHere || hasEmptied ? <EmptiedWatch /> : null}
      {isLeaving ? <LeavingCover /> : null}
      {isShared ? <IdleGuard /> : null}
      <UpdateBar />
    </KitProvider>
  );
});
