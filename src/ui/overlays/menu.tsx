import { lazyPart } from '../base/lazy-part.tsx';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ButtonContext, type PressEvent } from 'react-aria-components';
import { defined } from '../base/defined.ts';
import type { MenuFocus, MenuProps } from './menu-window.tsx';
import { OnceOpened, useLoadedAtRest } from './once-opened.tsx';

const loadWindow = () => import('./menu-window.tsx');
const MenuWindow = lazyPart(async () => (await loadWindow()).MenuWindow);

/**
 * A menu of actions behind a button. The list's code is not loaded with the screen, but at the
 * first opening, or before when the browser is idle. The button stays the same element while the
 * code loads, so it keeps the focus.
 */
export function Menu({ trigger, ...list }: MenuProps) {
  useLoadedAtRest(loadWindow);
  const button = useRef<HTMLButtonElement>(null);
  const ids = { button: useId(), list: useId() };
  const [focus, setFocus] = useState<MenuFocus>('list');
  const [isOpen, setOpen] = useState(false);

  function open(at: MenuFocus) {
    // A list that closes gives the focus back to where it was. Safari does not focus a pressed
    // button, so the button gets the focus here.
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
          // Like menus of the system: it opens when a mouse button goes down, or when a finger is
          // lifted.
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
