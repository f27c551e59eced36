import { useNavigate } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';

const PaletteWindow = lazy(async () => ({ default: (await import('./palette-window.tsx')).PaletteWindow }));

/**
 * `/` leads to the screen's search field, or to the search screen; Ctrl K (⌘ K) opens the palette, whose code is loaded
 * then (experience W6, W7). `/` is no shortcut where text is written, nor when the person has switched it off.
 */
export function SearchKeys() {
  const navigate = useNavigate();
  const { isOpen, open } = usePanel('paleta');
  const slashKey = useDeviceFacts()?.slashKey ?? false;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('[role=dialog]') !== null) return;
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isSlash = event.key === '/' && slashKey && !event.ctrlKey && !event.metaKey && !isWriting(event.target);
      if (!isPalette && !isSlash) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('#busca input');
      if (isPalette) open();
      else if (field === null) void navigate({ to: '/admin/results' });
      else field.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
  return (
    <OnceOpened isOpen={isOpen}>
      <PaletteWindow />
    </OnceOpened>
  );
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}
