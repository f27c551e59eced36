// Finds an element by role and name, by text or by selector, inside the page of any engine. It is
// sent to the page as source text, so it uses nothing from this file.

export type Role =
  | 'alertdialog'
  | 'article'
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'option'
  | 'textbox';

/**
 * An element to find: by role (and name), by text or by selector, optionally `inside` another. Only
 * visible elements count.
 */
export type Target = {
  readonly role?: Role;
  /**
   * Part of the accessible name (with a role) or of the element's text (without a role); the whole
   * of it if `exact`.
   */
  readonly name?: string;
  readonly exact?: boolean;
  /** A regular expression that the name must match; used instead of `name`. */
  readonly pattern?: string;
  /** Text that must be anywhere in the element. */
  readonly having?: string;
  readonly css?: string;
  readonly inside?: Target;
};

/** The first matching element as it is now. */
export type Sight = {
  readonly count: number;
  readonly text: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly focused: boolean;
  /**
   * A point of the viewport where a press reaches the element; null while it is covered or out of
   * sight.
   */
  readonly point: { readonly x: number; readonly y: number } | null;
};

/**
 * The body of a function for `Driver.evaluate`. Its argument is a `Target`, its result a `Sight`.
 */
export const LOCATE = `
const ROLES = {
  alertdialog: '[role=alertdialog]',
  article: 'article, [role=article]',
  button: 'button, [role=button], input[type=submit], input[type=button]',
  combobox: '[role=combobox], select',
  dialog: '[role=dialog], dialog[open]',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
  link: 'a[href], [role=link]',
  option: '[role=option], option',
  textbox: '[role=textbox], textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=search]',
};
const squeeze = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
const isVisible = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible' && element.closest('[inert], [aria-hidden=true]') === null;
};
const nameOf = (element) => {
  const referred = (element.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter(Boolean);
  if (referred.length > 0) return squeeze(referred.map((id) => { const one = document.getElementById(id); return one?.getAttribute('aria-label') ?? one?.textContent ?? ''; }).join(' '));
  const label = element.getAttribute('aria-label');
  if (label) return squeeze(label);
  if (element.labels?.length) return squeeze([...element.labels].map((one) => one.textContent).join(' '));
  return squeeze(element.textContent);
};
const matches = (target, root) => {
  const within = target.inside === undefined ? [root] : matches(target.inside, root);
  // Elements that hold no words of a person's are left out: scripts and styles have text too.
  const byWords = target.role === undefined && target.css === undefined;
  const selector = target.css ?? (byWords ? 'body *:not(script, style, template)' : ROLES[target.role]);
  const has = (words) => {
    if (target.pattern !== undefined) return new RegExp(target.pattern).test(words);
    if (target.name === undefined) return true;
    return target.exact ? words === target.name : words.toLowerCase().includes(target.name.toLowerCase());
  };
  let found = within.flatMap((one) => [...one.querySelectorAll(selector)]);
  found = found.filter((one) => has(byWords ? squeeze(one.textContent) : nameOf(one)) && isVisible(one));
  if (target.having !== undefined) found = found.filter((one) => squeeze(one.textContent).includes(target.having));
  // The innermost of several that hold the same words.
  if (byWords) found = found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
  return [...new Set(found)];
};
const found = matches(argument, document);
const first = found[0];
if (first === undefined) return { count: 0, text: '', value: '', enabled: false, focused: false, point: null };
// Words are pressed by what holds them: a drawing beside them, inside the same button, is as good.
const pressed = first.closest('a, button, label, [role=button], [role=link], [role=option]') ?? first;
const hit = () => {
  const box = first.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + Math.min(box.height / 2, 40);
  const top = document.elementFromPoint(x, y);
  return top !== null && pressed.contains(top) ? { x, y } : null;
};
// Only what is out of sight is scrolled to, and nothing of an open list: a scroll of the page closes it.
const box = first.getBoundingClientRect();
const isOutOfSight = box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
if (isOutOfSight && hit() === null && first.closest('[role=listbox]') === null)
  first.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
return {
  count: found.length,
  text: squeeze(first.textContent),
  value: first.value ?? '',
  enabled: !first.disabled && first.getAttribute('aria-disabled') !== 'true',
  focused: first.contains(document.activeElement),
  point: hit(),
};
`;
