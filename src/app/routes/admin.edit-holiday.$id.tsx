import { createFileRoute } from '@tanstack/react-router';
import { EditHolidayScreen } from '../features/calendar/holiday-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

/** The address is the row's number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-holiday/$id')({
  validateSearch: formSearch,
  component: Edit,
});

function Edit() {
  const { id } = Route.useParams();
  const { editar = null } = Route.useSearch();
  return <EditHolidayScreen key={editar ?? id} address={id} editing={editar} />;
}
