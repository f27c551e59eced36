import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '../features/manage-alerts/alerts-screen.tsx';
import { manageSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/manage-alerts')({ validateSearch: manageSearch, component: Manage });

function Manage() {
  const navigate = Route.useNavigate();
  return <AlertsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
