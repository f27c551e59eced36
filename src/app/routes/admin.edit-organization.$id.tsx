import { createFileRoute } from '@tanstack/react-router';
import { EditSectorScreen } from '../features/manage-sectors/sector-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

/**
 * One sector; the address is its number on the server or, before it has one, its key on this
 * device.
 */
export const Route = createFileRoute('/admin/edit-organization/$id')({
  validateSearch: formSearch,
  component: Edit,
});

function Edit() {
  const { id } = Route.useParams();
  const { editar = null } = Route.useSearch();
  return <EditSectorScreen key={editar ?? id} address={id} editing={editar} />;
}
