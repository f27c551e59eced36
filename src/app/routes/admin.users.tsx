import { createFileRoute } from '@tanstack/react-router';
import { UsersDirectoryScreen } from '../features/users-directory/users-directory-screen.tsx';

/** `setor`: shows one sector's people, by its id. `nome`: the text in the search field. */
export const Route = createFileRoute('/admin/users')({
  validateSearch: (raw: Record<string, unknown>): { setor?: number; nome?: string } => {
    const sector = Number(raw['setor']);
    return {
      ...(Number.isSafeInteger(sector) && sector > 0 ? { setor: sector } : {}),
      ...(typeof raw['nome'] === 'string' && raw['nome'] !== '' ? { nome: raw['nome'] } : {}),
    };
  },
  component: Directory,
});

function Directory() {
  const { setor, nome } = Route.useSearch();
  return <UsersDirectoryScreen key={nome} organizationId={setor} name={nome ?? ''} />;
}
