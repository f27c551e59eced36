import { type CSSProperties, useLayoutEffect, useState } from 'react';

/** Width of a dialog that stands by an element, px. */
const WIDTH = 400;
/** Between the element and the dialog below it, and the dialog at its left, px. */
const GAP = { under: 10, beside: 14 } as const;
/** The least distance to the edge of the window, px. */
const EDGE = { under: 40, beside: 12 } as const;

/** Ids of elements: the dialog stands under the middle of one, or at the left of the other from its top on. */
export type By = { readonly under?: string | undefined; readonly beside?: string | undefined };

/**
 * The insets of an open dialog that stands by an element, inside the window; undefined while that element is not in sight,
 * and without an id. They follow a page that changes its size.
 */
export function usePlaceBy(isOpen: boolean, { under, beside }: By): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties | undefined>(undefined);
  useLayoutEffect(() => {
    const id = under ?? beside;
    if (!isOpen || id === undefined) return undefined;
    const measure = () => setPlace(placeBy(id, under === undefined ? 'beside' : 'under'));
    // A part of the page that scrolls by itself may hide the element.
    if (under === undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    measure();
    // It is told after the layout of the new size, and when the screen behind the dialog is drawn later than the dialog.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [isOpen, under, beside]);
  return place;
}

function placeBy(id: string, way: keyof typeof GAP): CSSProperties | undefined {
  const box = document.getElementById(id)?.getBoundingClientRect();
  if (box === undefined || box.height === 0) return undefined;
  if (way === 'under' && (box.top < 0 || box.bottom > window.innerHeight / 2)) return undefined;
  const right = way === 'under' ? box.left + box.width / 2 + WIDTH / 2 : box.left - GAP.beside;
  const top = way === 'under' ? box.bottom + GAP.under : Math.max(EDGE.beside, box.top);
  const end = Math.max(EDGE[way], document.documentElement.clientWidth - right);
  return { '--by-top': `${top}px`, '--by-end': `${end}px` } as CSSProperties;
}
