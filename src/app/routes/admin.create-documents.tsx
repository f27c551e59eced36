import { createFileRoute } from '@tanstack/react-router';
import { createSearch } from '../features/create-document/create-search.ts';
import { CreateDocumentScreen } from '../features/create-document/create-document-screen.tsx';

export const Route = createFileRoute('/admin/create-documents')({ validateSearch: createSearch, component: Create });

function Create() {
  const { rascunho, editar, compartilhado } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CreateDocumentScreen
      draftId={rascunho ?? null}
      editing={editar ?? null}
      isShareLost={compartilhado === 'falhou'}
      onDraft={(draftId) =>
        void navigate({ search: draftId === null ? {} : { rascunho: draftId }, replace: true, resetScroll: false })
      }
      onSee={(key) => void navigate({ to: '/admin/view-document/$id', params: { id: key } })}
    />
  );
}
