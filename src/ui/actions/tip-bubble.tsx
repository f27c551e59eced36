import { useEffect, useId, useMemo, useState } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import styles from './tip.module.css';

type BubbleProps = {
  /** The element whose tooltip is shown; null while there is none. */
  element: HTMLElement | null;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
};

export function Bubble({ element, onStay, onLeave, onClose }: BubbleProps) {
  const id = useId();
  // The last text stays until its closing animation is over.
  const [last, setLast] = useState<{ element: HTMLElement | null; text: string }>({ element: null, text: '' });
  const text = element?.dataset['tip'] ?? '';
  if (element !== null && (element !== last.element || text !== last.text)) setLast({ element, text });
  const trigger = useMemo(() => ({ current: last.element }), [last.element]);
  useEffect(() => (element === null ? undefined : described(element, id)), [element, id]);
  useEffect(() => (element === null ? undefined : whenGone(element, onClose)), [element, onClose]);
  // `Tooltip` passes `id` on, but its type leaves it out, because the library's own trigger sets
  // it.
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

/** Makes the tooltip a description of the element, until the returned function is called. */
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

/** Calls `onGone` when the element leaves the page. Elements have no event for that. */
function whenGone(element: HTMLElement, onGone: () => void): () => void {
  const watching = new MutationObserver(() => {
    if (!element.isConnected) onGone();
  });
  watching.observe(document.body, { childList: true, subtree: true });
  return () => watching.disconnect();
}
