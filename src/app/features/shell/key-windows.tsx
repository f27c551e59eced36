import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { usePanel } from '../../shared/screen/use-panel.ts';

const PaletteWindow = lazyPart(async () => (await import('./palette-window.tsx')).PaletteWindow);
const KeysWindow = lazyPart(async () => (await import('./keys-window.tsx')).KeysWindow);

/** The windows that keys open: the palette and the list of the shortcuts. */
export function KeyWindows() {
  const palette = usePanel('paleta');
  const keys = usePanel('atalhos');
  return (
    <>
      <OnceOpened isOpen={palette.isOpen}>
        <PaletteWindow />
      </OnceOpened>
      <OnceOpened isOpen={keys.isOpen}>
        <KeysWindow />
      </OnceOpened>
    </>
  );
}
