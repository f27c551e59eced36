import { createFileRoute } from '@tanstack/react-router';
import { CreateAlertScreen } from '../features/manage-alerts/alert-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/create-alerts')({ validateSearch: formSearch, component: Create });

function Create() {
  const { editar = null } = Route.useSearch();
  return <CreateAlertScreen key={editar} editing={editar} />;
}
