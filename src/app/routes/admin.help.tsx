import { createFileRoute } from '@tanstack/react-router';
import { helpSearch, type HelpSearch } from '../features/help/help-search.ts';
import { HelpScreen } from '../features/help/help-screen.tsx';
import { ModelPreviewOverlay } from '../acts/model/model-preview-overlay.tsx';
import { modelPreviewSearch, type ModelPreviewSearch } from '../acts/model/model-preview-search.ts';
import { useOverlay } from '../shared/screen/use-overlay.ts';

export const Route = createFileRoute('/admin/help')({
  validateSearch: (raw: Record<string, unknown>): ModelPreviewSearch & HelpSearch => ({
    ...modelPreviewSearch(raw),
    ...helpSearch(raw),
  }),
  component: Help,
});

function Help() {
  const { aba, pergunta, previa } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { open, close } = useOverlay();
  return (
    <>
      <HelpScreen
        tab={aba ?? 'perguntas'}
        question={pergunta ?? null}
        onShow={(search) => void navigate({ search, replace: true, resetScroll: false })}
        onPreview={(modelId) => open({ previa: modelId })}
      />
      <ModelPreviewOverlay modelId={previa} onClose={() => close(['previa'])} />
    </>
  );
}
