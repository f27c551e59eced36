import { createFileRoute } from '@tanstack/react-router';
import { EditSubjectScreen } from '../features/manage-subjects/subject-form-screens.tsx';

/** The address is the row's number on the server or, before it has one, its key on this device. */
export const Route = createFileRoute('/admin/edit-document-subjects/$id')({ component: Edit });

function Edit() {
  const { id } = Route.useParams();
  return <EditSubjectScreen key={id} address={id} />;
}
