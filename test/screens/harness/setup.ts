// What the screens ask of a browser and jsdom does not have. The files of a process share their
// modules, and each file has a window of its own.

import 'fake-indexeddb/auto';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { afterEach, vi } from 'vitest';
import { closeOpened } from './opened.ts';
import { setWidth, widthMatches } from './width.ts';

afterEach(async () => {
  closeOpened();
  vi.unstubAllGlobals();
  setWidth('desk');
  await eraseProfiles();
  // A choice of one test must not be met by a later file of the process.
  const { chooseEditor } = await import('#app/device/editor-choice.ts');
  chooseEditor('rich');
});

/** Erases every person's mirror, because the files of a process share one IndexedDB. */
async function eraseProfiles(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const userId = /^malote-(\d+)$/.exec(name)?.[1];
    if (userId !== undefined) await eraseMirror(Number(userId), { discardUnsent: true });
  }
}

setWidth('desk');
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: widthMatches(media),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
const escape = (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`);
Object.assign(globalThis, { CSS: { escape, supports: () => false } });
// Push and other things of a real browser are missing, which screens report and live without.
globalThis.reportError = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement): void {
  this.open = true;
  this.tabIndex = -1;
  (this.querySelector('button') ?? this).focus();
};
// Outside of a modal dialog everything is inert, so a browser gives it no focus.
const giveFocus = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'focus')?.value as HTMLElement['focus'];
HTMLElement.prototype.focus = function focusUnlessInert(this: HTMLElement, options?: FocusOptions): void {
  const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (modal === undefined || modal.contains(this)) giveFocus.call(this, options);
};
Element.prototype.scrollIntoView = () => undefined;
// What is printed waits for the fonts of the page. The files of a process share its document, so
// this runs more than once for it.
Object.assign(document, { fonts: { ready: Promise.resolve() } });
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// Not above: what it loads may ask the window for what stands here.
await import('./whole-app.ts');
