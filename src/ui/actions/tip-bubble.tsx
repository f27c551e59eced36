import { useEffect, useId, useMemo, useState } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import styles from './tip.module.css';

type BubbleProps = {
  /** The element whose words are shown; null while none are. */
  element: HTMLElement | null;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
};

export function Bubble({ element, onStay, onLeave, onClose }: BubbleProps) {
  const id = useId();
  // The last words stay until their closing is over.
  const [last, setLast] = useState<{ element: HTMLElement | null; text: string }>({ element: null, text: '' });
  const text = element?.dataset['tip'] ?? '';
  if (element !== null && (element !== last.element || text !== last.text)) setLast({ element, text });
  const trigger = useMemo(() => ({ current: last.element }), [last.element]);
  useEffect(() => (element === null ? undefined : described(element, id)), [element, id]);
  useEffect(() => (element === null ? undefined : whenGone(element, onClose)), [element, onClose]);
  // The library passes it on and leaves it out of its type, because its own trigger sets it.
  const named = { id };
  const state = { isOpen: element !== null, shouldSkipAnimation: false, open: onStay, close: onLeave };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip {...named} triggerRef={trigger} offset={6} className={styles.tooltip ?? ''}>
        {last.text}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

/** Names the words as a description of the element, as long as they are shown. */
function described(element: HTMLElement, id: string): () => void {
  const ids = () =>
    (element.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== '' && one !== id);
  const write = (all: readonly string[]) => {
    if (all.length === 0) element.removeAttribute('aria-describedby');
    else element.setAttribute('aria-describedby', all.join(' '));
  };
  write([...ids(), id]);
  return () => write(ids());
}

/** Calls `onGone` when the element leaves the page, for which elements have no event. */
function whenGone(element: HTMLElement, onGone: () => void): () => void {
  const watching = new MutationObserver(() => {
    if (!element.isConnected) onGone();
  });
  watching.observe(document.body, { childList: true, subtree: true });
  return () => watching.disconnect();
}
