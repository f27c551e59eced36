// What stands on the screen as HTML that can be shown without its application (S148).

/** What the library says of a press or a focus that goes on. */
const PASSING = [
  'data-focused',
  'data-focus-visible',
  'data-focus-within',
  'data-hovered',
  'data-pressed',
  'autofocus',
];

/** An image that the next start has: in the page itself, or the product's mark. */
const KEPT_IMAGE = /^(?:data:|\/favicon\.svg$)/;

/** What is for screen readers alone is a pixel in size. */
const SEEN_PX = 2;

/**
 * The application's part of the page, without what lies below or beside the window. Styles of single elements are in `data-style`,
 * because the content policy refuses `style` in HTML; whatever tells of this moment (`data-now`) keeps its place and is not seen.
 */
export function htmlOnScreen(): string {
  const root = document.getElementById('root');
  return [...(root?.children ?? [])].map((child) => copyOf(child)?.outerHTML ?? '').join('');
}

function copyOf(element: Element): Element | null {
  const { width, height, top, bottom } = element.getBoundingClientRect();
  const isInWindow = top < innerHeight && bottom > 0;
  if (element instanceof SVGElement) return isInWindow ? (element.cloneNode(true) as Element) : null;
  const children = [...element.childNodes].flatMap((node) => {
    if (node instanceof Text) return [node.cloneNode()];
    return node instanceof Element ? (copyOf(node) ?? []) : [];
  });
  const isSeen = isInWindow && width >= SEEN_PX && height >= SEEN_PX;
  // An element without a size can hold what has one.
  if (!isSeen && !children.some((child) => child instanceof Element)) return null;
  const copy = element.cloneNode(false) as HTMLElement;
  for (const name of PASSING) copy.removeAttribute(name);
  const isLost = copy instanceof HTMLImageElement && !KEPT_IMAGE.test(copy.getAttribute('src') ?? '');
  if (isLost) copy.removeAttribute('src');
  const isHidden = isLost || copy.dataset['now'] !== undefined;
  const style = `${copy.getAttribute('style') ?? ''}${isHidden ? ';visibility:hidden' : ''}`;
  copy.removeAttribute('style');
  if (style !== '') copy.dataset['style'] = style;
  copy.append(...children);
  return copy;
}

/** Addresses of the style sheets of this page that know a class of this HTML, in their order. */
export function sheetsOf(html: string): string[] {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')));
  return [...document.styleSheets].flatMap(({ href, cssRules }) => {
    const text = [...cssRules].map((rule) => rule.cssText).join('');
    const isNeeded = [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].some(([, name]) => classes.has(name ?? ''));
    return href !== null && isNeeded ? [new URL(href).pathname] : [];
  });
}
