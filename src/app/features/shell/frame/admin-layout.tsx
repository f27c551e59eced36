import { lazyPart } from '#ui/base/lazy-part.tsx';
import { hush } from '#ui/base/visually-hidden.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import { dismissAll } from '#ui/feedback/toast.tsx';
import { Outlet, useMatches, useNavigate, useRouteContext } from '@tanstack/react-router';
import { memo, type MouseEvent, useDeferredValue, useEffect } from 'react';
import { useWatched } from '#ui/base/watched-value.ts';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { ProfileProvider, useProfile } from '../../../profile/profile.tsx';
import { SyncStateProvider } from '../../../shared/connection/use-sync-state.ts';
import { NewsProvider, useNews } from '../../../shared/screen/use-news.ts';
import { NoteNotices } from '../../../acts/notices/note-notices.tsx';
import { RefusalNotices } from '../../../acts/notices/refusal-notices.tsx';
import { installOffer, installsByHand } from '../../../device/install-offer.ts';
import { useLayoutKind } from '../../../device/use-layout-kind.ts';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { setAppBadge } from '../../../device/app-badge.ts';
import { missingFor, type ScreenPath } from '../../../profile/screens.ts';
import styles from './admin-layout.module.css';
import { BottomNav, Rail, SideNav } from '../menu/nav.tsx';
import { Footer } from './footer.tsx';
import { HeldShares } from '../messages/held-shares.tsx';
import { KeepAheadWhenDue } from '../connection/keep-ahead-when-due.tsx';
import { Keys } from '../keys/keys.tsx';
import { PushArrivals } from '../messages/push-arrivals.tsx';
import { SessionWatch } from '../session/session-watch.tsx';
import { SyncAnnouncer } from '../connection/sync-announcer.tsx';

const NoPermission = lazyPart(async () => (await import('./no-permission.tsx')).NoPermission);

/** Addresses without a guard: those that only redirect, and those outside the admin frame. */
type PublicAddress =
  | '/'
  | '/admin'
  | '/admin/'
  | '/acessibilidade'
  | '/conferir'
  | '/convite'
  | '/login'
  | '/privacidade'
  | '/recover-password'
  | '/password-reset/$token';

/**
 * The screen of the address, or `NoPermission`. It reads the mirrored session live, so a change of
 * role opens or closes the screen at once, also without a connection.
 */
function GuardedOutlet() {
  const { may } = useProfile();
  const path: ScreenPath | PublicAddress = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/admin' });
  const missing = isGuarded(path) ? missingFor(path, may) : [];
  if (!isGuarded(path) || missing.length === 0) return <Outlet />;
  return <NoPermission path={path} missing={missing} />;
}

function isGuarded(path: ScreenPath | PublicAddress): path is ScreenPath {
  return path.startsWith('/admin/') && path !== '/admin/';
}

/**
 * The number on the icon of the installed application: what needs the person, and unread notices.
 * Removed at a logout.
 */
function IconBadge() {
  const news = useNews();
  const count = news === undefined ? null : news.needsYou + news.unread.length;
  useEffect(() => {
    if (count === null) return undefined;
    setAppBadge(count);
    return () => setAppBadge(0);
  }, [count]);
  return null;
}

const InstallBanner = lazyPart(async () => (await import('../install/install-banner.tsx')).InstallBanner, {
  isHelper: true,
});
const MenuSheet = lazyPart(async () => (await import('../menu/menu-sheet.tsx')).MenuSheet);
const NotificationsDialog = lazyPart(
  async () => (await import('../messages/notifications-dialog.tsx')).NotificationsDialog,
);

/**
 * The frame of every screen behind the login: side menu, rail or bottom menu around one `main`.
 * `memo`, so that a change of address does not draw it again.
 */
export const AdminLayout = memo(function AdminLayout() {
  const profiles = useRouteContext({ from: '__root__', select: (context) => context.profiles });
  const profile = useWatched(profiles);
  const kind = useLayoutKind();
  const [menu, news] = [usePanel('menu'), usePanel('avisos')];
  const toSearch = useSearchJump();
  const hasOffer = useWatched(installOffer);
  const canInstall = hasOffer || installsByHand();
  // The screen is drawn first. Footer, bottom menu and the watching components follow (S144).
  const isWhole = useDeferredValue(true, false);
  // Messages are for this person. The next person sees the login, so they close with the admin
  // area.
  useEffect(
    () => () => {
      dismissAll();
      hush();
    },
    [],
  );
  // Between the logout and the login screen there is no profile.
  if (profile === null) return null;
  return (
    <ProfileProvider profile={profile}>
      <SyncStateProvider>
        <NewsProvider>
          <div onClickCapture={toSearch}>
            <SkipLinks />
          </div>
          <div className={styles.layout}>
            {kind === 'desktop' ? <SideNav /> : null}
            {kind === 'tablet' ? <Rail /> : null}
            <div className={styles.page}>
              <main id="conteudo" tabIndex={-1} className={styles.main}>
                <GuardedOutlet />
              </main>
              {canInstall ? <InstallBanner /> : null}
              {isWhole ? <Footer /> : null}
            </div>
            {kind === 'phone' && isWhole ? <BottomNav /> : null}
          </div>
          {kind === 'phone' ? (
            <OnceOpened isOpen={menu.isOpen}>
              <MenuSheet />
            </OnceOpened>
          ) : null}
          <OnceOpened isOpen={news.isOpen}>
            <NotificationsDialog />
          </OnceOpened>
          {isWhole ? (
            <>
              <Keys />
              <SyncAnnouncer />
              <SessionWatch />
              <KeepAheadWhenDue />
              <RefusalNotices />
              <NoteNotices />
              <PushArrivals />
              <IconBadge />
              <HeldShares />
            </>
          ) : null}
        </NewsProvider>
      </SyncStateProvider>
    </ProfileProvider>
  );
});

/**
 * "Ir para a busca" focuses the search field of the screen. A screen without one leads to the
 * search screen.
 */
function useSearchJump(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = (event.target as Element).closest('a');
    if (link?.hash !== '#busca') return;
    const field = document.getElementById('busca');
    event.preventDefault();
    if (field === null) void navigate({ to: '/admin/results' });
    else (field.querySelector<HTMLElement>('input, button') ?? field).focus();
  };
}
