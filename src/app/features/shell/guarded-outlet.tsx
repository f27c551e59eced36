import { lazyPart } from '#ui/base/lazy-part.tsx';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useProfile } from '../../profile/profile.tsx';
import { missingFor, type ScreenPath } from '../../profile/screens.ts';

const NoPermission = lazyPart(async () => (await import('./no-permission.tsx')).NoPermission);

/** Addresses that the admin frame surrounds without a screen of their own, and those that it never surrounds. */
type PublicAddress =
  | '/'
  | '/admin'
  | '/admin/'
  | '/acessibilidade'
  | '/conferir'
  | '/login'
  | '/privacidade'
  | '/recover-password'
  | '/password-reset/$token';

/**
 * The screen of the address, or what is missing to open it. The permissions are those of the mirrored session, so that a
 * change of role opens or closes the screen that stands here, also without a connection.
 */
export function GuardedOutlet() {
  const { may } = useProfile();
  const path: ScreenPath | PublicAddress = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/admin' });
  const missing = isGuarded(path) ? missingFor(path, may) : [];
  if (!isGuarded(path) || missing.length === 0) return <Outlet />;
  return <NoPermission path={path} missing={missing} />;
}

function isGuarded(path: ScreenPath | PublicAddress): path is ScreenPath {
  return path.startsWith('/admin/') && path !== '/admin/';
}
