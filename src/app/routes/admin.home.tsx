import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { ModelPreviewOverlay } from '../acts/model/model-preview-overlay.tsx';
import { modelPreviewSearch } from '../acts/model/model-preview-search.ts';
import { useOverlay } from '../shared/screen/use-overlay.ts';

export const Route = createFileRoute('/admin/home')({ validateSearch: modelPreviewSearch, component: Home });

function Home() {
  const { previa } = Route.useSearch();
  const { close } = useOverlay();
  return (
    <>
      <HomeScreen />
      <ModelPreviewOverlay modelId={previa} onClose={() => close(['previa'])} />
    </>
  );
}
