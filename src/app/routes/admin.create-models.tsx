import { createFileRoute } from '@tanstack/react-router';
import { CreateModelScreen } from '../features/manage-models/model-form-screens.tsx';
import { formSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/create-models')({ validateSearch: formSearch, component: Create });

function Create() {
  const { editar = null } = Route.useSearch();
  return <CreateModelScreen key={editar} editing={editar} />;
}
