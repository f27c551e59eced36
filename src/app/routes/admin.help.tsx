import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '../features/help/help-screen.tsx';
import { ModelPreviewOverlay } from '../acts/model/model-preview-overlay.tsx';
import { modelPreviewSearch, type ModelPreviewSearch } from '../acts/model/model-preview-search.ts';
import { useOverlay } from '../shared/screen/use-overlay.ts';

export const Route = createFileRoute('/admin/help')({
  validateSearch: (raw: Record<string, unknown>): ModelPreviewSearch & { aba?: 'fluxos' } => ({
    ...modelPreviewSearch(raw),
    ...(raw['aba'] === 'fluxos' ? { aba: 'fluxos' as const } : {}),
  }),
  component: Help,
});

function Help() {
  const { aba, previa } = Route.useSearch();
  const { open, close } = useOverlay();
  return (
    <>
      <HelpScreen tab={aba ?? 'modelos'} onPreview={(modelId) => open({ previa: modelId })} />
      <ModelPreviewOverlay modelId={previa} onClose={() => close(['previa'])} />
    </>
  );
}
