import { createFileRoute } from '@tanstack/react-router';
import { profileSearch } from '../features/profile/profile-search.ts';
import { ProfileScreen } from '../features/profile/profile-screen.tsx';

export const Route = createFileRoute('/admin/profile')({ validateSearch: profileSearch, component: Profile });

function Profile() {
  const { aba } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ProfileScreen
      tab={aba ?? null}
      onTab={(tab) =>
        void navigate({ search: (before) => ({ ...before, aba: tab }), replace: true, resetScroll: false })
      }
    />
  );
}
