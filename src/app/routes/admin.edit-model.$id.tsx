import { createFileRoute } from '@tanstack/react-router';
import { EditModelScreen } from '../features/manage-models/model-form-screens.tsx';

/** The address is the row's number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-model/$id')({ component: Edit });

function Edit() {
  const { id } = Route.useParams();
  return <EditModelScreen key={id} address={id} />;
}
