// What a screen reader finds on a screen: the role and the name of each element. Enough of the
// W3C's "Accessible Name and Description Computation" for the elements that the kit renders.

const ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  article: 'article',
  aside: 'complementary',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  table: 'table',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
};

export type Role = 'button' | 'link' | 'heading' | 'checkbox' | 'radio' | 'switch' | 'menuitem' | 'tab' | (string & {});

export function roleOf(element: Element): string | undefined {
  const given = element.getAttribute('role');
  if (given !== null) return given;
  const tag = element.localName;
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : undefined;
  if (tag === 'section') return isLabelled(element) ? 'region' : undefined;
  if (tag === 'th' && element.getAttribute('scope') === 'row') return 'rowheader';
  if (tag === 'input') return INPUT_ROLES[element.getAttribute('type') ?? ''] ?? 'textbox';
  return ROLES[tag];
}

const isLabelled = (element: Element) => element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');

export function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy !== null) {
    const parts = labelledBy.split(/\s+/).map((id) => document.getElementById(id));
    return words(parts.map((part) => part?.getAttribute('aria-label') ?? textOf(part)));
  }
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
  if (labels !== null && labels.length > 0) return words([...labels].map((one) => textOf(one)));
  return textOf(element) || (element.getAttribute('title') ?? '');
}

/**
 * The text that is read aloud: without what is hidden, with the labels of its parts, one space
 * between them.
 */
export function textOf(node: Node | null): string {
  if (node === null) return '';
  return spoken(node, true)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.:;])/g, '')
    .trim();
}

function spoken(node: Node, isRoot: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || (!isRoot && isHiddenItself(node))) return '';
  const label = node.getAttribute('aria-label');
  if (!isRoot && label !== null && READ_BY_LABEL.includes(roleOf(node) ?? '')) return ` ${label} `;
  const inside = [...node.childNodes].map((child) => spoken(child, false)).join('');
  return isBlock(node) ? ` ${inside} ` : inside;
}

/** Of these the label is read instead of what is inside; of a region or a list, both. */
const READ_BY_LABEL = ['button', 'link', 'img', 'checkbox', 'radio', 'switch'];

/** Words beside a marked match are one text with it. */
const isBlock = (element: Element) =>
  !['b', 'em', 'i', 'mark', 's', 'strong', 'u'].includes(element.localName) &&
  !(element.localName === 'span' && element.parentElement?.querySelector(':scope > mark'));

const isHiddenItself = (element: Element) =>
  element.getAttribute('aria-hidden') === 'true' ||
  element.hasAttribute('hidden') ||
  // What React keeps for later.
  (element instanceof HTMLElement && element.style.display === 'none') ||
  ['script', 'style', 'template'].includes(element.localName);

function isHidden(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (isHiddenItself(at)) return true;
  return false;
}

const words = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** The elements of these roles that are not hidden, in the order of the page. */
export function allOf(roles: readonly Role[], within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('*')].filter((one) => {
    const role = roleOf(one);
    return role !== undefined && roles.includes(role) && !isHidden(one);
  });
}

export function all(role: Role, within: ParentNode = document): HTMLElement[] {
  return allOf([role], within);
}
