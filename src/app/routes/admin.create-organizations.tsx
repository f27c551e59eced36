import { createFileRoute } from '@tanstack/react-router';
import { CreateSectorScreen } from '../features/manage-sectors/sector-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/create-organizations')({ validateSearch: formSearch, component: Create });

function Create() {
  const { editar = null } = Route.useSearch();
  return <CreateSectorScreen key={editar} editing={editar} />;
}
