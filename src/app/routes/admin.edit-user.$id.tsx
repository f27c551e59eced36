import { createFileRoute } from '@tanstack/react-router';
import { EditUserScreen } from '../features/manage-users/user-form-screens.tsx';

/** One person; the address is their number on the server. */
export const Route = createFileRoute('/admin/edit-user/$id')({ component: Edit });

function Edit() {
  const { id } = Route.useParams();
  return <EditUserScreen key={id} address={id} />;
}
