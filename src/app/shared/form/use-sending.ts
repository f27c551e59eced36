import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export type Sending = {
  /** From the press until the form is gone, or until it is known that nothing was stored. */
  readonly isSending: boolean;
  /** Runs `work`, which resolves to whether something was stored. Does nothing while an earlier run lasts or once one stored. */
  readonly send: (work: () => Promise<boolean>) => Promise<void>;
};

/**
 * The one state of a form that is being sent. It is set in the task of the press: what React draws comes later, and a
 * second press in the same task would find the button as it was.
 */
export function useSending(): Sending {
  const isClosed = useRef(false);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    async send(work) {
      if (isClosed.current) return;
      isClosed.current = true;
      setSending(true);
      let isStored = false;
      try {
        isStored = await work();
      } finally {
        if (!isStored) {
          isClosed.current = false;
          setSending(false);
        }
      }
    },
  };
}

/**
 * Ref of a form that takes nothing while it is being sent: what is typed or chosen then belongs to nothing that is kept.
 * When nothing was stored, the focus returns to where it was.
 */
export function useClosedWhile<Element extends HTMLElement>(isSending: boolean): RefObject<Element | null> {
  const form = useRef<Element>(null);
  useLayoutEffect(() => {
    const { current } = form;
    if (current === null || !isSending) return undefined;
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement && current.contains(activeElement) ? activeElement : null;
    current.inert = true;
    return () => {
      current.inert = false;
      if (current.isConnected) focused?.focus();
    };
  }, [isSending]);
  return form;
}
