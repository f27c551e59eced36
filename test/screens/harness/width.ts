// The width of the window. jsdom has no layout: only media queries know it.

/** CSS pixels. */
const WIDTHS = { phone: 390, tablet: 768, desk: 1440 } as const;

/** A kind of window, or a width of its own. */
export type Width = keyof typeof WIDTHS | number;

let width: number = WIDTHS.desk;

export function setWidth(kind: Width): void {
  width = typeof kind === 'number' ? kind : WIDTHS[kind];
}

/**
 * Whether one of the alternatives of `media` is a bound that this width keeps. All other questions
 * are answered with no.
 */
export function widthMatches(media: string): boolean {
  return media.split(',').some((part) => {
    const [, side, pixels] = /\((min|max)-width: (\d+)px\)/.exec(part) ?? [];
    return side === 'min' ? width >= Number(pixels) : side === 'max' && width <= Number(pixels);
  });
}
