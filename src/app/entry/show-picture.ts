// The picture of a screen that an earlier start has kept, shown until the application has drawn the screen (S148). A press goes to what
// the application has drawn below it by then; a link that is not there yet is followed when it is (S150). The picture is not read
// aloud, and stands in a closed tree of its own, so that nothing on the page finds its elements.

import type { StartPicture } from '#mirror/store/start-picture.ts';

/** A screen that is not drawn by then is waited for without its picture. */
const AT_MOST_MS = 10_000;

/** Shows the picture once its style sheets are here, unless the screen is drawn before. */
export function showPicture({ html, sheets, width }: StartPicture): void {
  const root = document.getElementById('root');
  if (root === null || isDrawn(root)) return;
  const host = document.createElement('div');
  host.id = 'picture';
  host.className = 'picture';
  host.hidden = true;
  host.inert = true;
  host.ariaHidden = 'true';
  host.style.width = `${width}px`;
  const tree = host.attachShadow({ mode: 'closed' });
  tree.innerHTML = html;
  for (const element of tree.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  const links = sheets.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href }),
  );
  const loaded = links.map(
    (link) => new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject })),
  );
  tree.prepend(...links);
  root.after(host);

  const presses = keepPress(host, tree);
  const gone = () => {
    clearTimeout(timer);
    watching.disconnect();
    presses.end();
    host.remove();
  };
  const timer = setTimeout(gone, AT_MOST_MS);
  const watching = new MutationObserver(() => {
    if (!isDrawn(root)) return;
    gone();
    presses.follow(root);
  });
  watching.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'data-drawing'],
  });
  // A sheet of an older version is not there any more, and its picture is of no use.
  Promise.all(loaded).then(() => (host.hidden = false), gone);
}

/** Every screen has a heading, a part that still reads is busy, and one that is drawn in turns says so; the last resort is bare text. */
function isDrawn(root: Element): boolean {
  if (root.childElementCount === 0) return root.textContent !== '';
  return root.querySelector('h1') !== null && root.querySelector("[aria-busy='true'], [data-drawing]") === null;
}

/** Opacity of a pressed link until the application has drawn it. */
const PRESSED_OPACITY = '0.5';

/** What lies under the splash is not seen, and what the application has drawn answers its own presses. */
const NOT_THE_PICTURE = '#splash, a, button, input, label';

/** A pointer that moves further than these px, or stays longer than these ms, does not press. */
const MOVED_PX = 10;
const HELD_MS = 700;

/**
 * Keeps the link of the picture that was pressed last; whatever is pressed or typed afterwards takes its place. `follow`: presses the
 * same link of the screen that is drawn by now, if it has one.
 */
function keepPress(host: HTMLElement, tree: ShadowRoot): { follow(root: Element): void; end(): void } {
  let begun: { readonly down: PointerEvent; readonly link: HTMLElement } | null = null;
  let pressed: HTMLElement | null = null;

  const linkAt = ({ target, clientX, clientY }: PointerEvent): HTMLElement | null => {
    if (host.hidden || (target instanceof Element && target.closest(NOT_THE_PICTURE) !== null)) return null;
    // What is inert is not found at a point.
    host.inert = false;
    const link = tree.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('a[href]') ?? null;
    host.inert = true;
    return link;
  };
  const forget = () => {
    if (pressed !== null) pressed.style.opacity = '';
    pressed = null;
    begun = null;
  };
  const begin = (down: PointerEvent) => {
    forget();
    const link = isPlain(down) ? linkAt(down) : null;
    if (link !== null) begun = { down, link };
  };
  const finish = (up: PointerEvent) => {
    if (begun === null || !isPress(begun.down, up) || linkAt(up) !== begun.link) return forget();
    pressed = begun.link;
    pressed.style.opacity = PRESSED_OPACITY;
  };

  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('pointerdown', begin, { signal });
  addEventListener('pointerup', finish, { signal });
  for (const act of ['pointercancel', 'keydown']) addEventListener(act, forget, { signal });
  return {
    follow(root) {
      const address = pressed?.getAttribute('href');
      [...root.querySelectorAll('a')].find((link) => link.getAttribute('href') === address)?.click();
    },
    end: () => listening.abort(),
  };
}

/** Asks for the link here, and for nothing else such as another tab. */
function isPlain({ isPrimary, button, altKey, ctrlKey, metaKey, shiftKey }: PointerEvent): boolean {
  return isPrimary && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function isPress(down: PointerEvent, up: PointerEvent): boolean {
  const moved = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY);
  return up.pointerId === down.pointerId && moved < MOVED_PX && up.timeStamp - down.timeStamp < HELD_MS;
}
