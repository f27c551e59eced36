import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useDeviceFacts } from '../../../device/use-device-facts.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { usePanel } from '../../../shared/screen/use-panel.ts';

const PaletteWindow = lazyPart(async () => (await import('./palette-window.tsx')).PaletteWindow);
const KeysWindow = lazyPart(async () => (await import('./keys-window.tsx')).KeysWindow);

const TYPED_IN = 'input:not([type=checkbox]),textarea,select,[contenteditable]';

/**
 * Listens for the shortcuts (src/app/experience.md, experience W6, W7). Their code is loaded at the
 * first key that may be one. Single characters are ignored in text fields, and where the person has
 * switched them off (WCAG 2.1.4).
 */
export function Keys() {
  const navigate = useNavigate();
  const { may } = useProfile();
  const palette = usePanel('paleta');
  const keys = usePanel('atalhos');
  const hasSingle = useDeviceFacts()?.slashKey;
  // Listens before the paint, so that a key pressed on first sight of the screen is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (event.defaultPrevented || event.isComposing || altKey) return;
      const isPair = ctrlKey || metaKey;
      const isSingle = hasSingle && key.length === 1 && !(target as Element).closest?.(TYPED_IN);
      if (isPair ? key.toLowerCase() !== 'k' : !isSingle) return;
      // Ctrl K and `/` open a search of the browser. `r` would be typed into the reply that it
      // opens.
      if (isPair || key === '/' || key === 'r') event.preventDefault();
      void import('./shortcuts.ts').then(({ press }) => press(event, { navigate, may, palette, keys }));
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
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
