// One page of a PDF: when it is drawn, and how much room it has before that.

import type { OpenedPdf } from '#app/shared/files/open-pdf.ts';
import { PdfPage } from '#app/shared/files/pdf-pages.tsx';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from './harness/hand.ts';

type Intersection = Pick<IntersectionObserverEntry, 'isIntersecting'>;
type Watch = { readonly tell: (seen: readonly Intersection[]) => void; readonly options: IntersectionObserverInit };

afterEach(() => vi.unstubAllGlobals());

/**
 * The third page of a PDF in its scroller, with what watches it and the pages that were drawn or
 * given back.
 */
async function openPage() {
  const watches: Watch[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: readonly Intersection[]) => void, options: IntersectionObserverInit) {
        watches.push({ tell, options });
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const told: string[] = [];
  const asked: number[] = [];
  const pdf: OpenedPdf = {
    pageCount: 3,
    elsewhere: null,
    shapeOf: async (place) => {
      asked.push(place);
      return place / 2;
    },
    draw: ({ place }) => {
      told.push(`draws ${place}`);
      return { done: new Promise(() => undefined), cancel: () => told.push(`leaves ${place}`) };
    },
    close: () => undefined,
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <section aria-label="Laudo">
      <PdfPage pdf={pdf} place={3} label="Página 3 de 3" zoom={1} onSave={() => undefined} />
    </section>,
  );
  const watch = await until(() => {
    const [first] = watches;
    if (first === undefined) throw new Error('not watched');
    return first;
  });
  const frame = place.querySelector('section > div') as HTMLElement;
  const close = () => {
    root.unmount();
    place.remove();
  };
  return { watch, told, asked, frame, scroller: place.querySelector('section'), close };
}

test('a page is watched in what scrolls it, so that it is drawn ahead', async () => {
  const { watch, scroller, close } = await openPage();
  expect(watch.options.root).toBe(scroller);
  expect(watch.options.rootMargin).toBe('60% 0px');
  close();
});

test('a page that passes in a fling gives its memory back: what was seen last decides', async () => {
  const { watch, told, close } = await openPage();
  watch.tell([{ isIntersecting: true }]);
  await until(() => expect(told).toEqual(['draws 3']));
  watch.tell([{ isIntersecting: true }, { isIntersecting: false }]);
  await until(() => expect(told).toEqual(['draws 3', 'leaves 3']));
  close();
});

test('a page that comes near has its own shape, and one far away is not asked for it', async () => {
  const { watch, asked, frame, close } = await openPage();
  expect(asked).toEqual([]);
  watch.tell([{ isIntersecting: true }]);
  await until(() => expect(frame.style.getPropertyValue('--shape')).toBe('1.5'));
  expect(asked).toEqual([3]);
  close();
});
