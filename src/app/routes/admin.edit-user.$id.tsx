import { createFileRoute } from '@tanstack/react-router';
import { EditUserScreen } from '../features/manage-users/user-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

/** One person; the address is their number on the server. */
export const Route = createFileRoute('/admin/edit-user/$id')({
  validateSearch: formSearch,
  component: Edit,
});

function Edit() {
  const { id } = Route.useParams();
  const { editar = null } = Route.useSearch();
  return <EditUserScreen key={editar ?? id} address={id} editing={editar} />;
}
