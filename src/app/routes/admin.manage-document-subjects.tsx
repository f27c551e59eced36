import { createFileRoute } from '@tanstack/react-router';
import { SubjectsScreen } from '../features/manage-subjects/subjects-screen.tsx';
import { manageSearch } from '../shared/manage/manage-search.ts';

export const Route = createFileRoute('/admin/manage-document-subjects')({
  validateSearch: manageSearch,
  component: Manage,
});

function Manage() {
  const navigate = Route.useNavigate();
  return <SubjectsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
