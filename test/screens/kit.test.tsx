// Parts of the kit that open something, by keyboard, pointer and touch. Their code loads at the
// first opening, and the focus never falls to the page meanwhile. And a field of several parts that
// the focus leaves.

import { Button } from '#ui/actions/button.tsx';
import { Hint } from '#ui/actions/tips.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { TagInput, type TagValue } from '#ui/fields/tag-input.tsx';
import { KitProvider } from '#ui/frame/provider.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Bell } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { all, nameOf } from './harness/accessible.ts';
import { fill, find, key, names, press, until } from './harness/hand.ts';
import { noteOpened } from './harness/opened.ts';

function show(part: ReactNode): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<KitProvider>{part}</KitProvider>);
  noteOpened(() => {
    root.unmount();
    document.body.replaceChildren();
  });
}

const focused = () => (document.activeElement === null ? null : nameOf(document.activeElement));
const hints = () => all('tooltip').map((one) => one.textContent);

const onAction = vi.fn<(id: string) => void>();
const menu = (
  <Menu
    trigger={<Button>Mais opções</Button>}
    label="Opções"
    items={[
      { id: 'responder', text: 'Responder' },
      { id: 'transferir', text: 'Transferir' },
    ]}
    onAction={onAction}
  />
);

async function openByKey(name: string): Promise<HTMLElement> {
  const button = await find('button', 'Mais opções');
  button.focus();
  key(button, name);
  return button;
}

test.each([
  ['ArrowDown', 'Responder'],
  ['ArrowUp', 'Transferir'],
  ['Enter', 'Responder'],
])('a menu opened with %s has the focus on "%s", and Escape gives it back to the button', async (name, entry) => {
  show(menu);
  const button = await openByKey(name);
  expect(document.activeElement).not.toBe(document.body);
  await until(() => expect(focused()).toBe(entry));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  key(document.activeElement ?? document.body, 'Escape');
  await until(() => expect(names('menu')).toEqual([]));
  await until(() => expect(document.activeElement).toBe(button));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('an entry of a menu acts once, closes the menu and gives the focus back to the button', async () => {
  show(menu);
  onAction.mockClear();
  await press('button', 'Mais opções');
  await press('menuitem', 'Transferir');
  await until(() => expect(names('menu')).toEqual([]));
  expect(onAction.mock.calls).toEqual([['transferir']]);
  await until(() => expect(focused()).toBe('Mais opções'));
});

function Asking() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Perguntar</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Pergunta" footer={<Button autoFocus>Sim</Button>} />
    </>
  );
}

test('a dialog takes the focus at its first opening, and gives it back to what opened it', async () => {
  show(<Asking />);
  const button = await find('button', 'Perguntar');
  for (const _opening of [1, 2]) {
    button.focus();
    button.click();
    await find('dialog', 'Pergunta');
    await until(() => expect(focused()).toBe('Sim'));
    key(document.activeElement ?? document.body, 'Escape');
    await until(() => expect(names('dialog')).toEqual([]));
    await until(() => expect(document.activeElement).toBe(button));
  }
});

const hint = <Hint text="não visto até o prazo">Em atraso</Hint>;

test('a hint shows its text while it has the focus of the keyboard, and Escape closes it', async () => {
  show(hint);
  const words = await find('button', 'Em atraso');
  key(document.body, 'Tab');
  words.focus();
  await until(() => expect(hints()).toEqual(['não visto até o prazo']));
  expect(document.getElementById(words.getAttribute('aria-describedby') ?? '')?.textContent).toBe(hints()[0]);
  key(words, 'Escape');
  await until(() => expect(hints()).toEqual([]));
});

test('the hint of words that are gone takes no Escape from others', async () => {
  show(hint);
  const words = await find('button', 'Em atraso');
  key(document.body, 'Tab');
  words.focus();
  words.remove();
  const heard = vi.fn<() => void>();
  document.body.addEventListener('keydown', heard, { once: true });
  key(document.body, 'Escape');
  expect(heard).toHaveBeenCalledOnce();
});

test('a hint is opened by a press, stays while it is pressed again, and a press elsewhere closes it', async () => {
  show(hint);
  await press('button', 'Em atraso');
  await until(() => expect(hints()).toEqual(['não visto até o prazo']));
  await press('button', 'Em atraso');
  expect(hints()).toHaveLength(1);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await until(() => expect(hints()).toEqual([]));
});

test('a finger opens a hint, and a second touch closes it', async () => {
  show(hint);
  const words = await find('button', 'Em atraso');
  const touch = () => {
    words.dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }));
    words.click();
  };
  touch();
  await until(() => expect(hints()).toEqual(['não visto até o prazo']));
  touch();
  await until(() => expect(hints()).toEqual([]));
});

function Leaving() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere ? <IconButton icon={Bell} label="Avisos" /> : null}
      <Button onPress={() => setThere(false)}>Tirar</Button>
    </>
  );
}

function point(at: Element, type: string): void {
  at.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType: 'mouse' }));
}

test('the name of an icon appears under a resting pointer, and a press or leaving closes it', async () => {
  show(<Leaving />);
  const bell = await find('button', 'Avisos');
  for (const end of ['pointerdown', 'pointerout']) {
    point(document.body, 'pointermove');
    point(bell, 'pointerover');
    await until(() => expect(hints()).toEqual(['Avisos']));
    point(bell, end);
    await until(() => expect(hints()).toEqual([]));
    expect(bell.hasAttribute('aria-describedby')).toBe(false);
    point(document.body, 'pointerover');
  }
});

test('the name of an icon closes when the icon leaves the page', async () => {
  show(<Leaving />);
  const bell = await find('button', 'Avisos');
  key(document.body, 'Tab');
  bell.focus();
  await until(() => expect(hints()).toEqual(['Avisos']));
  await press('button', 'Tirar');
  await until(() => expect(hints()).toEqual([]));
});

test.each([
  ['a button that removes a tag', 'chuva', 'Remover obra', ['obra', 'chuva']],
  ['a suggestion', '@íca', /^@ Íca/, ['obra', 'íca']],
])('a tag that was typed is added when the focus leaves the field from %s', async (_part, text, part, added) => {
  const chosen: (readonly TagValue[])[] = [];
  const Field = () => {
    const [tags, setTags] = useState<readonly TagValue[]>([{ title: 'obra', type: 'keyword', userId: null }]);
    chosen.push(tags);
    const people = [{ userId: 7, name: 'Ícaro Vilela' }];
    return <TagInput label="Palavras-chave" value={tags} onChange={setTags} people={people} />;
  };
  show(
    <>
      <Field />
      <Button>Enviar</Button>
    </>,
  );
  await fill('Palavras-chave', text);
  (await find('button', part)).focus();
  expect(chosen.at(-1)).toHaveLength(1);
  (await find('button', 'Enviar')).focus();
  await until(() => expect(chosen.at(-1)?.map(({ title }) => title)).toEqual(added));
});
