import { createFileRoute } from '@tanstack/react-router';
import { SectorsScreen } from '../features/manage-sectors/sectors-screen.tsx';
import { manageSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/manage-organizations')({
  validateSearch: manageSearch,
  component: Manage,
});

function Manage() {
  const { painel: _panel, ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SectorsScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />;
}
