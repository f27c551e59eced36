import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../features/manage-users/users-screen.tsx';
import { usersSearch } from '../features/manage-users/users-search.ts';

export const Route = createFileRoute('/admin/manage-users')({ validateSearch: usersSearch, component: Manage });

function Manage() {
  const { painel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <UsersScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />;
}
