import { createFileRoute } from '@tanstack/react-router';
import { EditAlertScreen } from '../features/manage-alerts/alert-form-screens.tsx';

/** The address is the row's number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-alert/$id')({ component: Edit });

function Edit() {
  const { id } = Route.useParams();
  return <EditAlertScreen key={id} address={id} />;
}
