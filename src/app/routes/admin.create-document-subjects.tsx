import { createFileRoute } from '@tanstack/react-router';
import { CreateSubjectScreen } from '../features/manage-subjects/subject-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/create-document-subjects')({
  validateSearch: formSearch,
  component: Create,
});

function Create() {
  const { editar = null } = Route.useSearch();
  return <CreateSubjectScreen key={editar} editing={editar} />;
}
