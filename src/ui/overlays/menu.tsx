import { lazyPart } from '../base/lazy-part.tsx';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { ButtonContext, type PopoverProps, type PressEvent } from 'react-aria-components';
import { defined } from '../base/defined.ts';
import type { IconType } from '../base/icon.ts';
import { OnceOpened } from './once-opened.tsx';
import { useLoadedAtRest } from './use-loaded-at-rest.ts';

const loadWindow = () => import('./menu-window.tsx');
const MenuWindow = lazyPart(async () => (await loadWindow()).MenuWindow);

/** One entry. An entry with `reason` can be focused and read, but does nothing. */
export type MenuEntry = {
  id: string;
  text: string;
  icon?: IconType | undefined;
  tone?: 'plain' | 'danger' | undefined;
  href?: string | undefined;
  reason?: string | undefined;
  /** Under the words: what the entry does. */
  detail?: string | undefined;
  /** At the right, quiet: what is so now, such as a date, a count or a key. */
  value?: string | undefined;
  /** A line above parts it from the entries before it. */
  isApart?: boolean | undefined;
  onAction?: (() => void) | undefined;
};

/** Where the focus goes when the list opens: an end of it, or the list as a whole. */
export type MenuFocus = 'first' | 'last' | 'list';

/** Props of `Menu`; `trigger` is a Button or IconButton. With `selectedId` the entries are one choice. */
export type MenuProps = {
  trigger: ReactElement;
  label: string;
  items: MenuEntry[];
  onAction?: ((id: string) => void) | undefined;
  selectedId?: string | undefined;
  placement?: PopoverProps['placement'] | undefined;
};

/**
 * A menu of actions behind a button. The list's code is no part of the screen: it loads at the first opening, or before it
 * when the browser is idle. The button is the same element before and after, so that it keeps the focus meanwhile.
 */
export function Menu({ trigger, ...list }: MenuProps) {
  useLoadedAtRest(loadWindow);
  const button = useRef<HTMLButtonElement>(null);
  const ids = { button: useId(), list: useId() };
  const [focus, setFocus] = useState<MenuFocus>('list');
  const [isOpen, setOpen] = useState(false);

  function open(at: MenuFocus) {
    // The list gives the focus back to where it was, and Safari does not focus a pressed button.
    button.current?.focus({ preventScroll: true });
    setFocus(at);
    setOpen(true);
  }

  return (
    <>
      <ButtonContext
        value={{
          id: ids.button,
          ref: button,
          isPressed: isOpen,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          ...defined({ 'aria-controls': isOpen ? ids.list : undefined }),
          // As the menus of the system: a mouse opens when it goes down, a finger when it is lifted.
          onPressStart: ({ pointerType }: PressEvent) => {
            if (pointerType === 'mouse' || pointerType === 'pen') open('list');
            else if (pointerType === 'virtual') open('first');
          },
          onPress: ({ pointerType }: PressEvent) => {
            if (pointerType === 'touch') open('list');
            else if (pointerType === 'keyboard') open('first');
          },
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            open(event.key === 'ArrowDown' ? 'first' : 'last');
          },
        }}
      >
        {trigger}
      </ButtonContext>
      <OnceOpened isOpen={isOpen}>
        <MenuWindow {...list} ids={ids} triggerRef={button} isOpen={isOpen} onOpenChange={setOpen} focus={focus} />
      </OnceOpened>
    </>
  );
}
