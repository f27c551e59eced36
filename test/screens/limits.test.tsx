// Fixed numbers of the screens: times, sizes, steps and choices.

import { closeSplash } from '#app/entry/splash.ts';
import { dragToScroll } from '#app/features/home/drag-to-scroll.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const documents = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    buildDocumentRow({ id: at + 1, number: at + 1, title: `Documento ${at + 1}`, responsibles: [PEOPLE.bia] }),
  );

test('the splash closes 1000 ms after the page began', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = '<div id="splash"></div>';
  closeSplash();
  vi.advanceTimersByTime(999);
  expect(document.getElementById('splash')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(document.getElementById('splash')).toBeNull();
});

test('the splash is not shown again for a reload in the same tab', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = '<div id="splash"></div>';
  closeSplash();
  expect(document.getElementById('splash')).not.toBeNull();
  document.body.innerHTML = '<div id="splash"></div>';
  closeSplash();
  expect(document.getElementById('splash')).toBeNull();
});

test('the splash is not shown to a person who asks for reduced motion', () => {
  const before = window.matchMedia;
  window.matchMedia = (media) =>
    Object.defineProperty(before(media), 'matches', { value: media === '(prefers-reduced-motion: reduce)' });
  document.body.innerHTML = '<div id="splash"></div>';
  closeSplash();
  window.matchMedia = before;
  expect(document.getElementById('splash')).toBeNull();
});

test('a push message is shown for 2000 ms', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/alerts' });
  await seesText('Recesso de fim de ano');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const closed = vi.fn<() => void>();
  notify({ title: 'Novo documento PMVI042', isBrief: true, onClose: closed });
  // Its time begins when it stands on the screen, which is after it was read aloud.
  while (!names('button').includes('Fechar')) await new Promise((rendered) => setImmediate(rendered));
  await new Promise((rendered) => setImmediate(rendered));
  vi.advanceTimersByTime(1999);
  expect(closed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closed).toHaveBeenCalledOnce();
});

test.each([
  [425, true],
  [426, false],
])('at a width of %i px the menu is below the page: %s', async (width, isBelow) => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/alerts', width });
  await seesText('Recesso de fim de ano');
  expect(names('button').includes('Menu') || names('link').includes('Menu')).toBe(isBelow);
});

/** jsdom has no pointer events of its own. */
function pointer(type: string, { kind, ...at }: { clientX: number; buttons: number; kind: string }): Event {
  return Object.assign(new MouseEvent(type, { bubbles: true, ...at }), { pointerType: kind, pointerId: 1 });
}

test('a carousel follows a mouse that drags it by 0.8 of its way, presses no card then, and is pressed by a mouse that stays', () => {
  const list = document.body.appendChild(document.createElement('ul'));
  const card = list.appendChild(document.createElement('button'));
  list.setPointerCapture = () => undefined;
  const pressed = vi.fn<() => void>();
  card.addEventListener('click', pressed);
  dragToScroll(list);
  dragToScroll(list);
  const move = (type: string, { x, buttons = 1, kind = 'mouse' }: { x: number; buttons?: number; kind?: string }) =>
    card.dispatchEvent(pointer(type, { clientX: x, buttons, kind }));
  list.scrollLeft = 40;
  move('pointerdown', { x: 300 });
  move('pointermove', { x: 297 });
  expect(list.scrollLeft).toBe(40);
  move('pointermove', { x: 200 });
  expect(list.scrollLeft).toBe(120);
  move('pointermove', { x: 250 });
  expect(list.scrollLeft).toBe(80);
  move('pointerup', { x: 250, buttons: 0 });
  card.click();
  expect(pressed).not.toHaveBeenCalled();
  move('pointermove', { x: 100, buttons: 0 });
  expect(list.scrollLeft).toBe(80);

  move('pointerdown', { x: 300 });
  move('pointerup', { x: 300, buttons: 0 });
  card.click();
  expect(pressed).toHaveBeenCalledTimes(1);
  move('pointerdown', { x: 300, kind: 'touch' });
  move('pointermove', { x: 200, kind: 'touch' });
  expect(list.scrollLeft).toBe(80);
});

test('a mouse over a carousel of the home makes it follow', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/home' });
  const list = await until(() => {
    const found = [...document.querySelectorAll('ul')].find((one) => nameOf(one) === 'Modelos de documento');
    if (found === undefined) throw new Error('no carousel');
    return found;
  });
  list.setPointerCapture = () => undefined;
  const move = (type: string, clientX: number) =>
    list.dispatchEvent(pointer(type, { clientX, buttons: 1, kind: 'mouse' }));
  list.dispatchEvent(new MouseEvent('mouseenter'));
  await until(() => {
    list.scrollLeft = 0;
    move('pointerdown', 300);
    move('pointermove', 200);
    expect(list.scrollLeft).toBe(80);
  });
});

test('a press of a carousel button moves it by 150 px', async () => {
  const moved: unknown[] = [];
  HTMLElement.prototype.scrollBy = (...given: unknown[]) => void moved.push(given[0]);
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/home' });
  await press('button', 'Modelos de documento: próximos');
  await press('button', 'Modelos de documento: anteriores');
  expect(moved).toEqual([
    { left: 150, behavior: 'smooth' },
    { left: -150, behavior: 'smooth' },
  ]);
});

test.each([
  [10, false],
  [11, true],
])('a list of %i documents has controls for pages: %s', async (count, has) => {
  await openScreen({ mirror: await openTown('Servidor', documents(count)), path: '/admin/manage-documents' });
  await seesText('Documento 1');
  await until(() => expect(all('checkbox')).toHaveLength(11));
  expect(names('link').some((name) => /Próxima/.test(name))).toBe(has);
});

test('a list begins with the newest, shows numbers of at least 3 digits, and the days that are left', async () => {
  const [first] = documents(1);
  if (first === undefined) throw new Error('no document');
  await openScreen({
    mirror: await openTown('Servidor', [{ ...first, limit_date: '2026-11-24' }]),
    path: '/admin/manage-documents',
  });
  await seesText(/PMVI ?001/);
  await seesText('em 4 dias');
  expect(names('button')).toContain('Ordenar: Mais novos Ordenar');
});

test('the days of creation between which a list is filtered begin on 1 January 2024', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/manage-documents?from=2024-01-05' });
  await press('button', /^Criados entre/);
  await press('button', 'De 05/01/2024');
  expect((await find('button', 'Mês anterior')).hasAttribute('disabled')).toBe(true);
});

test('the editor has headings from 1 to 6, begins with 2, and has 17 fonts, beginning with Inter', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/create-documents' });
  for (const tool of ['Título 2', 'Negrito', 'Itálico', 'Sublinhado', 'Tachado']) await find('button', tool);
  await press('button', 'Nível do título: Texto');
  const entries = () => [...all('menuitem'), ...all('menuitemradio'), ...all('option')].map(textOf);
  await until(() => expect(entries().filter((one) => /Título [1-6]/.test(one))).toHaveLength(6));
});

test('the first heading of a text is level 2, before the text had a caret too, and stands below the title of its section', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/create-documents' });
  const text = await find('textbox', /^Texto/);
  await press('button', 'Título 2');
  await find('button', 'Nível do título: Título 2');
  const [heading] = await until(() => {
    expect(all('heading', text)).toHaveLength(1);
    return all('heading', text);
  });
  const around = all('heading').filter((one) => one.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([around.at(-1)?.tagName, heading?.tagName]).toEqual(['H2', 'H3']);
});

test('the editor offers 17 fonts', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/create-documents' });
  await press('button', 'Fonte: Inter');
  const entries = () => [...all('menuitem'), ...all('menuitemradio'), ...all('option')].map(textOf);
  await until(() => expect(entries()).toHaveLength(17));
  expect(entries()[0]).toBe('Inter');
});

test('the title of an alert has at most 100 characters, and a counter beside it', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/create-alerts' });
  const title = await field('Título');
  expect(title.maxLength).toBe(100);
  await seesText('0/100');
  await fill('Título', 'Recesso');
  await seesText('7/100');
});

test('the slider of a subject goes from 0 to 31', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/create-document-subjects' });
  const handles = await until(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('input[type=range]')];
    expect(found).toHaveLength(2);
    return found;
  });
  expect(Math.min(...handles.map((one) => Number(one.min)))).toBe(0);
  expect(Math.max(...handles.map((one) => Number(one.max)))).toBe(31);
});

test('both days of the slider at 0 mean that any day is good', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/create-document-subjects' });
  expect([(await field('Dia inicial')).value, (await field('Dia final')).value]).toEqual(['0', '0']);
  expect(pageText()).not.toContain('undefined');
});

test.each([
  ['src/ui/overlays/dialog.module.css', 'max-width: 806px', 'min-height: 113px'],
  ['src/ui/overlays/dialog.module.css', 'max-width: 400px', 'height: min(481px, 100%)'],
  ['src/ui/base/tokens.css', '--layer-modal: 100;', '--layer-loader: 99;'],
  ['src/app/entry/splash.css', 'z-index: 99;', 'position: fixed;'],
  ['src/ui/frame/section-label.module.css', 'text-transform: uppercase;', 'font: 700 var(--text-meta) var(--font-ui);'],
])('%s keeps %s and %s', (path, one, other) => {
  const css = readFileSync(path, 'utf8');
  expect(css).toContain(one);
  expect(css).toContain(other);
});
