import { type CSSProperties, useLayoutEffect, useState } from 'react';

/** Between the element and the dialog, px. */
const GAP = 10;
/** The least distance to the edge of the window, px. */
const EDGE = 40;

/**
 * The insets of an open dialog of `width` px that stands under the middle of the element with the id `under`, inside the
 * window; undefined while that element is not in sight, and without an id. They follow a page that changes its size.
 */
export function usePlaceUnder(props: {
  isOpen: boolean;
  under: string | undefined;
  width: number;
}): CSSProperties | undefined {
  const { isOpen, under, width } = props;
  const [place, setPlace] = useState<CSSProperties | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isOpen || under === undefined) return undefined;
    const measure = () => setPlace(placeUnder(under, width));
    measure();
    // It is told after the layout of the new size, and when the screen behind the dialog is drawn later than the dialog.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [isOpen, under, width]);
  return place;
}

function placeUnder(under: string, width: number): CSSProperties | undefined {
  const box = document.getElementById(under)?.getBoundingClientRect();
  if (box === undefined || box.height === 0 || box.top < 0 || box.bottom > window.innerHeight / 2) return undefined;
  const windowWidth = document.documentElement.clientWidth;
  const end = windowWidth - (box.left + box.width / 2 + width / 2);
  return { '--under-top': `${box.bottom + GAP}px`, '--under-end': `${Math.max(EDGE, end)}px` } as CSSProperties;
}
