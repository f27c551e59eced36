import { createFileRoute } from '@tanstack/react-router';
import { ModelsScreen } from '../features/manage-models/models-screen.tsx';
import { modelsSearch } from '../features/manage-models/models-search.ts';

export const Route = createFileRoute('/admin/manage-models')({ validateSearch: modelsSearch, component: Manage });

function Manage() {
  const navigate = Route.useNavigate();
  return <ModelsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
