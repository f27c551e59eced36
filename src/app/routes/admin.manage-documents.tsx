import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from '../features/list-documents/list-screen.tsx';
import { listSearch } from '../features/list-documents/list-search.ts';

export const Route = createFileRoute('/admin/manage-documents')({ validateSearch: listSearch, component: Manage });

function Manage() {
  const { painel: _panel, ...search } = Route.useSearch();
  return <ListScreen search={search} exceptionsOnly={false} />;
}
