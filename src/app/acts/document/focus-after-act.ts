import type { Abilities } from '#domain/document-state.ts';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { useEffect, useRef } from 'react';

/** Id of the button of the main act: Concluir, or Reabrir when the document can be reopened. */
export const MAIN_ACT = 'ato-principal';
/** Id of the button that opens the acts on phones. */
export const MORE_ACTS = 'mais-atos';
/**
 * Id of the element that holds the buttons at the head of a document. The first of them gets the
 * focus where the screen has neither MAIN_ACT nor MORE_ACTS.
 */
export const HEAD_ACTS = 'atos-do-documento';

/**
 * Moves the focus after an act to where the person continues. The button that opened the dialog may
 * disappear when the document changes; then the button in its place gets the focus. Where the
 * person has moved the focus elsewhere, it stays.
 */
export function useFocusAfterAct({ isOpen, abilities }: { isOpen: boolean; abilities: Abilities }): void {
  const offered = `${abilities.completeDocument} ${abilities.reopenDocument} ${abilities.transferDocument}`;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (isOpen) return;
    // A closing dialog gives the focus back within a frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (!isFocusLost()) return;
        const next = document.querySelector<HTMLElement>(`#${MAIN_ACT}, #${MORE_ACTS}`) ?? firstOfHead();
        next?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen, offered]);
}

const firstOfHead = () => document.querySelector<HTMLElement>(`#${HEAD_ACTS} button`);
