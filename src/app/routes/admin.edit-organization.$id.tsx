import { createFileRoute } from '@tanstack/react-router';
import { EditSectorScreen } from '../features/manage-sectors/sector-form-screens.tsx';

/** One sector; the address is its number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-organization/$id')({ component: Edit });

function Edit() {
  const { id } = Route.useParams();
  return <EditSectorScreen key={id} address={id} />;
}
