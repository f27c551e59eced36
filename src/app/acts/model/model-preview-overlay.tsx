import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';

const ModelPreview = lazyPart(async () => (await import('./model-preview.tsx')).ModelPreview);

/** The preview of a model over the screen that opened it; its code loads at the first opening. */
export function ModelPreviewOverlay({ modelId, onClose }: { modelId: number | undefined; onClose: () => void }) {
  return (
    <OnceOpened isOpen={modelId !== undefined}>
      {modelId === undefined ? null : <ModelPreview key={modelId} modelId={modelId} onClose={onClose} />}
    </OnceOpened>
  );
}
