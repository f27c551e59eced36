// What the screens ask of a browser and jsdom does not have. The files of a process share their modules, and each file has a
// window of its own.

import 'fake-indexeddb/auto';
import { afterEach, vi } from 'vitest';
import { closeOpened } from './opened.ts';
import { setWidth, widthMatches } from './width.ts';

afterEach(() => {
  closeOpened();
  vi.unstubAllGlobals();
  setWidth('desk');
});

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
Element.prototype.scrollIntoView = () => undefined;
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
