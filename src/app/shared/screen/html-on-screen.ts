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
 * The application's part of the page, without what lies above or below the window; null while something in it is scrolled up, because
 * what it shows first then lies above. Styles of single elements are in `data-style`, because the content policy refuses `style` in
 * HTML; whatever tells of this moment (`data-now`) keeps its place and is not seen.
 */
export function htmlOnScreen(): string | null {
  const met = { isScrolled: false };
  const parts = [...(document.getElementById('root')?.children ?? [])];
  const html = parts.map((part) => copyOf(part, met)?.outerHTML ?? '').join('');
  return met.isScrolled ? null : html;
}

function copyOf(element: Element, met: { isScrolled: boolean }): Element | null {
  const { width, height, top, bottom } = element.getBoundingClientRect();
  const hasSize = width >= SEEN_PX || height >= SEEN_PX;
  if (hasSize && (top >= innerHeight || bottom <= 0)) return null;
  met.isScrolled ||= element.scrollTop !== 0;
  if (element instanceof SVGElement) return element.cloneNode(true) as Element;
  const children = [...element.childNodes].flatMap((node) => {
    if (node instanceof Text) return [node.cloneNode()];
    return node instanceof Element ? (copyOf(node, met) ?? []) : [];
  });
  // An element without a size can hold what has one.
  if (!hasSize && !children.some((child) => child instanceof Element)) return null;
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

/** The classes that a style sheet knows. They are read once: its rules have to be written as text for it. */
const known = new WeakMap<CSSStyleSheet, ReadonlySet<string>>();

/** Addresses of the style sheets of this page that know a class of this HTML, in their order. */
export function sheetsOf(html: string): string[] {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' '));
  return [...document.styleSheets].flatMap((sheet) => {
    const names = known.get(sheet) ?? classesIn(sheet);
    known.set(sheet, names);
    return sheet.href !== null && classes.some((name) => names.has(name)) ? [new URL(sheet.href).pathname] : [];
  });
}

function classesIn({ cssRules }: CSSStyleSheet): ReadonlySet<string> {
  const text = [...cssRules].map((rule) => rule.cssText).join('');
  return new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ''));
}
