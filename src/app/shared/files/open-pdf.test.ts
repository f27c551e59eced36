import { afterEach, expect, it, vi } from 'vitest';
import { isLeftOut, openPdf, type Overlaid, pdfTroubleOf, watchLosses } from './open-pdf.ts';

afterEach(() => vi.unstubAllGlobals());

it('a PDF whose worker does not run is not opened', async () => {
  const ports: EventTarget[] = [];
  let isEnded = false;
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        ports.push(this);
      }
      postMessage() {}
      terminate() {
        isEnded = true;
      }
    },
  );
  const trouble = openPdf(new Blob(['%PDF-1.4'])).catch(pdfTroubleOf);
  await vi.waitFor(() => expect(ports).toHaveLength(1));
  ports[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'No code' }));
  expect(await trouble).toBe('unstarted');
  await vi.waitFor(() => expect(isEnded).toBe(true));
});

/**
 * What the library's worker sends, one message after the other, and which of the pages 1 and 2 have
 * lost something then.
 */
function lostAfter(...messages: readonly object[]): number[] {
  const port = new EventTarget();
  const losses = watchLosses(port as Worker);
  for (const data of messages) port.dispatchEvent(new MessageEvent('message', { data }));
  return [1, 2].filter((place) => losses.isLost(place));
}

const page = (...data: readonly unknown[]) => ({ action: 'obj', data });
const shared = (...data: readonly unknown[]) => ({ action: 'commonobj', data });

it.each<[string, object, number[]]>([
  ['an image', page('img_1', 1, 'Image', { width: 8 }), []],
  ['an image that could not be decoded', page('img_1', 1, 'Image', null), [2]],
  ['a shared image that could not be decoded', shared('g_1', 'Image', null), [1, 2]],
  ['a run of colours', page('pattern_1', 0, 'Pattern', ['RadialAxial', 'axial']), []],
  ['the stand-in for a run of colours', page('pattern_1', 0, 'Pattern', ['Dummy']), [1]],
  ['a font', shared('g_2', 'Font', { name: 'Arial' }), []],
  ['a font that can not be read', shared('g_2', 'Font', { error: 'broken' }), [1, 2]],
  ['something else', { action: 'DocProgress', data: { loaded: 1 } }, []],
])('%s', (_what, message, lost) => {
  expect(lostAfter(message)).toEqual(lost);
});

// Where programs are to make looks, the library says that the box has one, and draws none.
const box = { subtype: 'Widget', checkBox: true, hasAppearance: true, fieldValue: 'Sim' };
const circle = { subtype: 'Widget', radioButton: true, hasAppearance: false, fieldValue: 'Sim', buttonValue: null };

it.each<[string, Overlaid, boolean]>([
  ['a tick that does not say how it looks', box, true],
  ['a tick that says it', { ...box, exportValue: 'Sim' }, false],
  ['a chosen circle that does not say how it looks', circle, true],
  ['a chosen circle that says it', { ...circle, buttonValue: 'Sim' }, false],
  ['a box without a tick', { ...box, fieldValue: 'Off' }, false],
  ['a box that nobody has touched', { ...box, fieldValue: null }, false],
  [
    'a field of words, which the library draws',
    { subtype: 'Widget', hasAppearance: false, fieldValue: 'Maria' },
    false,
  ],
  ['a stamp of which only the name is given', { subtype: 'Stamp', hasAppearance: false }, true],
  ['a stamp that says how it looks', { subtype: 'Stamp', hasAppearance: true }, false],
  ['a mark, which the library draws', { subtype: 'Highlight', hasAppearance: false }, false],
])('%s', (_what, over, left) => {
  expect(isLeftOut(over)).toBe(left);
});
