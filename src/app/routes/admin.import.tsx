import { createFileRoute } from '@tanstack/react-router';
import { ImportScreen } from '../features/import-people/import-screen.tsx';

/** `de=setores`: a sheet of sectors. Without it: a sheet of people. */
export const Route = createFileRoute('/admin/import')({
  validateSearch: (raw: Record<string, unknown>): { de?: 'setores' } =>
    raw['de'] === 'setores' ? { de: 'setores' } : {},
  component: Import,
});

function Import() {
  const { de } = Route.useSearch();
  const navigate = Route.useNavigate();
  const kind = de === 'setores' ? 'sectors' : 'people';
  return (
    <ImportScreen
      key={kind}
      asked={kind}
      onKind={(next) => void navigate({ search: next === 'sectors' ? { de: 'setores' } : {}, replace: true })}
    />
  );
}
