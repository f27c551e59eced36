import { createFileRoute } from '@tanstack/react-router';
import { ListScreen } from '../features/list-documents/list-screen.tsx';
import { listSearch } from '../features/list-documents/list-search.ts';

export const Route = createFileRoute('/admin/manage-documents')({ validateSearch: listSearch, component: Manage });

function Manage() {
  const search = Route.useSearch({ select: ({ painel: _panel, ...own }) => own, structuralSharing: true });
  return <ListScreen search={search} exceptionsOnly={false} />;
}
