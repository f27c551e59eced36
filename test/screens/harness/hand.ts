// What a person does and sees on an open screen. Everything waits until it is there.

import { expect, vi } from 'vitest';
import { all, nameOf, type Role, textOf } from './accessible.ts';

/** Waits until `seen` does not throw. */
export function until<T>(seen: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(seen, { timeout: 20_000, interval: 40 });
}

/** The names of all elements of these roles, in the order of the page. */
export function names(role: Role, within: ParentNode = document): string[] {
  return all(role, within).map(nameOf);
}

/** The titles of the rows of documents on screen, from the top. */
export function titles(): string[] {
  return all('rowheader').map((cell) => all('link', cell).map(textOf).join());
}

/** The one element of this role and name; waits until it is there. */
export function find(role: Role, name: string | RegExp): Promise<HTMLElement> {
  return until(() => {
    const found = all(role).filter((one) => isNamed(one, name));
    const [only] = found;
    if (only === undefined || found.length > 1) {
      throw new Error(`${found.length} times ${role} "${name}" among: ${names(role).join(' | ')}`);
    }
    return only;
  });
}

function isNamed(element: Element, name: string | RegExp): boolean {
  return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
}

/** Presses with a click, as a screen reader does. */
export async function press(role: Role, name: string | RegExp): Promise<void> {
  (await find(role, name)).click();
}

/** A day of the open calendar, by its name in words: whether it can be chosen. */
export async function expectDay(day: RegExp, state: 'on' | 'off'): Promise<HTMLElement> {
  const cell = await until(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell] [role=button]')];
    const found = cells.find((one) => isNamed(one, day));
    if (found === undefined) throw new Error(`no day ${day} among: ${cells.map(nameOf).join(' | ')}`);
    return found;
  });
  expect(cell.getAttribute('aria-disabled') === 'true' ? 'off' : 'on').toBe(state);
  return cell;
}

/** Replaces the text of a field. */
export async function fill(name: string | RegExp, text: string): Promise<void> {
  write(await field(name), text);
}

export function field(name: string | RegExp): Promise<HTMLInputElement | HTMLTextAreaElement> {
  return until(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as (HTMLInputElement | HTMLTextAreaElement)[];
    const found = fields.find((one) => isNamed(one, name));
    if (found === undefined) throw new Error(`no field "${name}" among: ${fields.map(nameOf).join(' | ')}`);
    return found;
  });
}

/** React hears of a value only through the setter of the element's own class. */
function write(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  element.focus();
  const own = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

export function key(element: Element, name: string): void {
  for (const type of ['keydown', 'keyup']) {
    element.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true }));
  }
}

/** The text of the page as it is read aloud. */
export function pageText(): string {
  return textOf(document.body);
}

/** Waits until the page reads this text. */
export function seesText(text: string | RegExp): Promise<void> {
  return until(() => expect(pageText()).toMatch(typeof text === 'string' ? new RegExp(escaped(text)) : text));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
