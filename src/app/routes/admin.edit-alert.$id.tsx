import { createFileRoute } from '@tanstack/react-router';
import { EditAlertScreen } from '../features/manage-alerts/alert-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

/** The address is the row's number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-alert/$id')({
  validateSearch: formSearch,
  component: Edit,
});

function Edit() {
  const { id } = Route.useParams();
  const { editar = null } = Route.useSearch();
  return <EditAlertScreen key={editar ?? id} address={id} editing={editar} />;
}
